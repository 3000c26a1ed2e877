/// Variables and atoms of a world: what formulas speak of. Mostly they are few, so they stand in order in one list.
struct Tokens: Hashable, Sendable {
  /// A variable, or an atom.
  typealias Token = Int

  /// Ascending: variables by twice their place, atoms by that and one.
  private(set) var list: [Token] = []

  init() {}

  /// - Parameter tokens: in any order, some of them more than once.
  init(_ tokens: [Token]) {
    list = tokens.sorted()
    var kept = 0
    for place in list.indices where place == 0 || list[place] != list[kept - 1] {
      list[kept] = list[place]
      kept += 1
    }
    list.removeSubrange(kept...)
  }

  var isEmpty: Bool { list.isEmpty }

  var first: Token? { list.first }

  func union(_ other: Tokens) -> Tokens { self == other ? self : Tokens(list + other.list) }

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
    forEachLiteral { $0.addTokens(in: world, to: &found) }
    return Tokens(found)
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
