import TruthsProgram

/// A two-valued statement about a proposal and its context in negation normal form. Three-valued logic is encoded by two
/// formulas: one for "true", one for "false" (``Truth``).
indirect enum Formula: Hashable, Sendable {
  case constant(Bool)
  /// A statement that the solver does not model: it may hold or not. Its negation is itself.
  case maybe
  case literal(Literal)
  case all([Formula])
  case any([Formula])

  static let yes = Formula.constant(true)
  static let no = Formula.constant(false)

  static func atom(_ index: Int, _ value: Bool = true) -> Formula { .literal(.atom(index, value)) }

  static func and(_ parts: [Formula]) -> Formula {
    var conjuncts: [Formula] = []
    conjuncts.reserveCapacity(max(parts.count, 4))
    for formula in parts {
      switch formula {
      case .constant(true): continue
      case .constant(false): return .no
      case .all(let inner): for formula in inner { conjuncts.appendOnce(formula) }
      default: conjuncts.appendOnce(formula)
      }
    }
    return conjuncts.count == 1 ? conjuncts[0] : conjuncts.isEmpty ? .yes : .all(conjuncts)
  }

  static func or(_ parts: [Formula]) -> Formula {
    var disjuncts: [Formula] = []
    disjuncts.reserveCapacity(max(parts.count, 4))
    for formula in parts {
      switch formula {
      case .constant(false): continue
      case .constant(true): return .yes
      case .any(let inner): for formula in inner { disjuncts.appendOnce(formula) }
      default: disjuncts.appendOnce(formula)
      }
    }
    return disjuncts.count == 1 ? disjuncts[0] : disjuncts.isEmpty ? .no : .any(disjuncts)
  }

  /// Returns the conjunction of two formulas. Usually one of them is a constant, and nothing is allocated.
  static func and(_ left: Formula, _ right: Formula) -> Formula {
    switch (left, right) {
    case (.constant(false), _), (_, .constant(false)): .no
    case (.constant(true), let other), (let other, .constant(true)): other
    case (.all, _), (_, .all): and([left, right])
    default: left == right ? left : .all([left, right])
    }
  }

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

  var size: Int {
    switch self {
    case .constant, .maybe, .literal: 1
    case .all(let parts), .any(let parts): parts.reduce(1) { $0 + $1.size }
    }
  }

  /// Returns the formula with every ``maybe`` replaced by true (generous) or false (strict). If the generous reading is
  /// impossible, the formula is impossible; if the strict reading is possible, the formula is possible.
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

  /// Whether both readings equal the formula.
  private var isUnderstood: Bool {
    switch self {
    case .maybe, .literal(.fits): false
    case .constant, .literal: true
    // Nested constants and lists exist only until a reading flattens them.
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

  func forEachLiteral(_ visit: (Literal) -> Void) {
    switch self {
    case .constant, .maybe: break
    case .literal(let literal): visit(literal)
    case .all(let parts), .any(let parts): for part in parts { part.forEachLiteral(visit) }
    }
  }
}

extension [Formula] {
  /// Appends a part unless a cheap comparison finds it already.
  fileprivate mutating func appendOnce(_ part: Formula) {
    if count > 12 || !contains(part) { append(part) }
  }
}

/// The reading of ``Formula/maybe``.
enum Reading {
  /// Reads `maybe` as true. Sound for proving that something is impossible.
  case generous
  /// Reads `maybe` as false. Sound for proving that something is possible.
  case strict
}

enum Literal: Hashable, Sendable {
  /// A propositional variable (``EncodingContext/atoms``), or its negation.
  case atom(Int, Bool)
  case constraint(Constraint)
  /// Whether a number is within the limits of an expression's result (types §3), or not. The search draws no
  /// conclusions from it; a witness must satisfy it.
  case fits(Linear, Bool)

  var negated: Literal {
    switch self {
    case .atom(let index, let value): .atom(index, !value)
    case .constraint(let constraint): .constraint(constraint.negated)
    case .fits(let linear, let holds): .fits(linear, !holds)
    }
  }
}

/// The value of a condition in Kleene's logic: when it is true, and when it is false; otherwise it is unknown.
struct Truth: Hashable, Sendable {
  var holds: Formula
  var fails: Formula

  static func constant(_ value: Bool) -> Truth { Truth(holds: .constant(value), fails: .constant(!value)) }

  /// Returns a condition that the solver does not model, except for the values that must be present for its result to be known.
  static func maybe(where defined: Formula) -> Truth { Truth(holds: .and(defined, .maybe), fails: .and(defined, .maybe)) }

  var negated: Truth { Truth(holds: fails, fails: holds) }

  /// Returns a conjunction. Joining several at once copies their formulas once; joining them one by one copies them each time.
  static func all(_ parts: [Truth]) -> Truth { Truth(holds: .and(parts.map(\.holds)), fails: .or(parts.map(\.fails))) }

  func and(_ other: Truth) -> Truth { Truth(holds: .and(holds, other.holds), fails: .or(fails, other.fails)) }

  func or(_ other: Truth) -> Truth { negated.and(other.negated).negated }

  /// Formula for the condition being known.
  var isKnown: Formula { .or(holds, fails) }

  func `is`(_ outcome: Bool) -> Formula { outcome ? holds : fails }
}

extension Formula {
  /// Returns the formula's variables, and whether it is plain: no variable is in two literals, and each literal can be made
  /// true and false. A plain formula can hold or fail, so it needs no search. Most clauses are plain.
  func survey(in encoding: EncodingContext) -> (tokens: Tokens, isPlain: Bool) {
    var list: [Tokens.Token] = []
    list.reserveCapacity(8)
    var isPlain = true
    if case .constant = self { isPlain = false }
    forEachLiteral { literal in
      if isPlain, !literal.isFree(in: encoding) { isPlain = false }
      literal.addTokens(in: encoding, to: &list)
    }
    let count = list.count
    let tokens = Tokens(&list)
    return (tokens, isPlain && tokens.list.count == count)
  }
}

extension Literal {
  /// Whether the literal can be made true and false on its own, as far as a cheap test shows.
  fileprivate func isFree(in encoding: EncodingContext) -> Bool {
    guard case .constraint(let constraint) = self else { return true }
    if constraint.factors.count == 1, let isFree = constraint.isFree(encoding.variables[constraint.factors[0].variable]) {
      return isFree
    }
    let variables = constraint.factors.map { encoding.variables[$0.variable] }
    if variables.contains(where: \.isText) { return constraint.comparison == .equal || constraint.comparison == .notEqual }
    if variables.allSatisfy({ $0.kind == .number }), variables.count == 2 {
      // Two numbers without bounds.
      return constraint.bound.magnitude < Rational(1_000_000_000)
    }
    guard variables.count == 1, let variable = variables.first else { return false }
    var (inside, outside) = (Interval(variable), Interval(variable))
    inside.restrict(constraint.comparison, constraint.bound)
    outside.restrict(constraint.comparison.negated, constraint.bound)
    if variable.isWhole {
      guard (try? inside.tightenToWhole()) != nil, (try? outside.tightenToWhole()) != nil else { return false }
    }
    return !inside.isEmpty && !outside.isEmpty
  }
}

extension Constraint {
  /// Whether some values of a number satisfy the constraint and others violate it; `nil` if the ends of the number's range do not
  /// decide this.
  fileprivate func isFree(_ variable: Variable) -> Bool? {
    guard factors[0].value == 1, let lower = variable.lower else { return nil }
    let upper = variable.upper
    if let upper, lower >= upper { return nil }
    switch variable.kind {
    case .number: break
    case .whole: if !bound.isInteger || !lower.isInteger || upper?.isInteger == false { return nil }
    case .text, .textConstant: return nil
    }
    let (isBelowEnd, isUpToEnd) = (upper.map { bound < $0 } ?? true, upper.map { bound <= $0 } ?? true)
    switch comparison {
    case .equal, .notEqual: return bound >= lower && isUpToEnd
    case .less, .greaterOrEqual: return bound > lower && isUpToEnd
    case .lessOrEqual, .greater: return bound >= lower && isBelowEnd
    }
  }
}

extension Variable {
  fileprivate var isText: Bool { kind == .text }
}

extension Rational {
  fileprivate var magnitude: Rational { numerator < 0 ? (try? negated) ?? self : self }
}
