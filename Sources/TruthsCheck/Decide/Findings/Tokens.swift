/// Variables and atoms of a world: what formulas speak of. Mostly they are few, so they stand in order in one list.
struct Tokens: Hashable, Sendable {
  /// A variable, or an atom.
  typealias Token = Int

  /// Ascending: variables by twice their place, atoms by that and one.
  private(set) var list: [Token] = []

  init() {}

  /// - Parameter tokens: in any order, some of them more than once; afterwards in order and once, so that nothing is copied.
  init(_ tokens: inout [Token]) {
    if tokens.count > 1 {
      tokens.sort()
      var kept = 1
      for place in 1..<tokens.count where tokens[place] != tokens[kept - 1] {
        tokens[kept] = tokens[place]
        kept += 1
      }
      if kept < tokens.count { tokens.removeSubrange(kept...) }
    }
    list = tokens
  }

  var isEmpty: Bool { list.isEmpty }

  var first: Token? { list.first }

  func union(_ other: Tokens) -> Tokens {
    if self == other { return self }
    var both = list + other.list
    return Tokens(&both)
  }

  func isDisjoint(with other: Tokens) -> Bool {
    var (mine, theirs) = (0, 0)
    while mine < list.count, theirs < other.list.count {
      if list[mine] == other.list[theirs] { return false }
      if list[mine] < other.list[theirs] { mine += 1 } else { theirs += 1 }
    }
    return true
  }
}

extension Formula {
  /// The variables and atoms that it speaks of; texts written down are none.
  func tokens(in world: World) -> Tokens {
    var found: [Tokens.Token] = []
    found.reserveCapacity(8)
    forEachLiteral { $0.addTokens(in: world, to: &found) }
    return Tokens(&found)
  }
}

extension Literal {
  /// The variables and atoms that it speaks of; texts written down are none.
  func addTokens(in world: World, to found: inout [Tokens.Token]) {
    switch self {
    case .atom(let index, _): found.append(2 * index + 1)
    case .constraint(let constraint):
      for factor in constraint.factors where !world.variables[factor.variable].isTextConstant {
        found.append(2 * factor.variable)
      }
    case .fits(let linear, _): for factor in linear.factors.entries { found.append(2 * factor.key) }
    }
  }
}
