/// A statement about a proposal and its context, true or false, in negation normal form. Three-valued logic is taken apart
/// before: that a clause is true, and that it is false, are two formulas (``Truth``).
indirect enum Formula: Hashable, Sendable {
  case constant(Bool)
  /// Something that is not understood: it may hold or not. Its opposite is itself.
  case maybe
  case literal(Literal)
  case all([Formula])
  case any([Formula])

  static let yes = Formula.constant(true)
  static let no = Formula.constant(false)

  static func atom(_ index: Int, _ value: Bool = true) -> Formula { .literal(.atom(index, value)) }

  /// Where all hold.
  static func and(_ parts: [Formula]) -> Formula {
    var kept: [Formula] = []
    kept.reserveCapacity(max(parts.count, 4))
    for part in parts {
      switch part {
      case .constant(true): continue
      case .constant(false): return .no
      case .all(let inner): for part in inner { kept.appendOnce(part) }
      default: kept.appendOnce(part)
      }
    }
    return kept.count == 1 ? kept[0] : kept.isEmpty ? .yes : .all(kept)
  }

  /// Where one of them holds.
  static func or(_ parts: [Formula]) -> Formula {
    var kept: [Formula] = []
    kept.reserveCapacity(max(parts.count, 4))
    for part in parts {
      switch part {
      case .constant(false): continue
      case .constant(true): return .yes
      case .any(let inner): for part in inner { kept.appendOnce(part) }
      default: kept.appendOnce(part)
      }
    }
    return kept.count == 1 ? kept[0] : kept.isEmpty ? .no : .any(kept)
  }

  /// Where both hold. Mostly one of them is a constant, so that nothing is made.
  static func and(_ left: Formula, _ right: Formula) -> Formula {
    switch (left, right) {
    case (.constant(false), _), (_, .constant(false)): .no
    case (.constant(true), let other), (let other, .constant(true)): other
    case (.all, _), (_, .all): and([left, right])
    default: left == right ? left : .all([left, right])
    }
  }

  /// Where one or both of them hold.
  static func or(_ left: Formula, _ right: Formula) -> Formula {
    switch (left, right) {
    case (.constant(true), _), (_, .constant(true)): .yes
    case (.constant(false), let other), (let other, .constant(false)): other
    case (.any, _), (_, .any): or([left, right])
    default: left == right ? left : .any([left, right])
    }
  }

  var negated: Formula {
    switch self {
    case .constant(let value): .constant(!value)
    case .maybe: .maybe
    case .literal(let literal): .literal(literal.negated)
    case .all(let parts): .or(parts.map(\.negated))
    case .any(let parts): .and(parts.map(\.negated))
    }
  }

  /// How many formulas it is made of.
  var size: Int {
    switch self {
    case .constant, .maybe, .literal: 1
    case .all(let parts), .any(let parts): parts.reduce(1) { $0 + $1.size }
    }
  }

  /// The formula with everything that is not understood taken to hold wherever it stands, or not to hold: what is impossible in
  /// the first reading is impossible, what is possible in the second one is possible.
  func reading(_ reading: Reading) -> Formula { isUnderstood ? self : read(reading) }

  private func read(_ reading: Reading) -> Formula {
    switch self {
    case .constant: self
    case .maybe: .constant(reading == .generous)
    case .literal(.fits(_, let holds)): reading == .generous ? .yes : holds ? self : .no
    case .literal: self
    case .all(let parts): .and(parts.map { $0.read(reading) })
    case .any(let parts): .or(parts.map { $0.read(reading) })
    }
  }

  /// Whether both readings are the formula as it stands.
  private var isUnderstood: Bool {
    switch self {
    case .maybe, .literal(.fits): false
    case .constant, .literal: true
    // Constants and lists inside lists stand there only until a reading flattens them.
    case .all(let parts):
      parts.allSatisfy { part in
        switch part {
        case .constant, .all: false
        default: part.isUnderstood
        }
      }
    case .any(let parts):
      parts.allSatisfy { part in
        switch part {
        case .constant, .any: false
        default: part.isUnderstood
        }
      }
    }
  }

  /// Goes through the literals from left to right.
  func forEachLiteral(_ visit: (Literal) -> Void) {
    switch self {
    case .constant, .maybe: break
    case .literal(let literal): visit(literal)
    case .all(let parts), .any(let parts): for part in parts { part.forEachLiteral(visit) }
    }
  }
}

extension [Formula] {
  /// Appends a part that is not there yet, as far as a short look shows.
  fileprivate mutating func appendOnce(_ part: Formula) {
    if count > 12 || !contains(part) { append(part) }
  }
}

/// How a formula is read where it is not understood.
enum Reading {
  /// It may be as it likes: good for saying that something is impossible.
  case generous
  /// It counts as false: good for saying that something is possible.
  case strict
}

enum Literal: Hashable, Sendable {
  /// A yes or no of the world (``World/atoms``), or its opposite.
  case atom(Int, Bool)
  case constraint(Constraint)
  /// Whether a number may leave its expression (language.md §2, "Decimals"), or not. Nothing is concluded from it; a witness is
  /// held to it.
  case fits(Linear, Bool)

  var negated: Literal {
    switch self {
    case .atom(let index, let value): .atom(index, !value)
    case .constraint(let constraint): .constraint(constraint.negated)
    case .fits(let linear, let holds): .fits(linear, !holds)
    }
  }
}

/// What a condition comes to in Kleene's logic: when it is true, and when it is false; else it is unknown.
struct Truth: Hashable, Sendable {
  var holds: Formula
  var fails: Formula

  static func constant(_ value: Bool) -> Truth { Truth(holds: .constant(value), fails: .constant(!value)) }

  /// Nothing is known of it but what must be there for it not to be unknown.
  static func maybe(where defined: Formula) -> Truth { Truth(holds: .and(defined, .maybe), fails: .and(defined, .maybe)) }

  var negated: Truth { Truth(holds: fails, fails: holds) }

  func and(_ other: Truth) -> Truth { Truth(holds: .and(holds, other.holds), fails: .or(fails, other.fails)) }

  func or(_ other: Truth) -> Truth { negated.and(other.negated).negated }

  /// When it has an outcome at all.
  var isKnown: Formula { .or(holds, fails) }

  func `is`(_ outcome: Bool) -> Formula { outcome ? holds : fails }
}
