import TruthsProgram
import TruthsText

/// Searches for models of formulas over one encoding context.
struct Search {
  let encoding: EncodingContext
  let fuel: Fuel

  /// Limit of steps for one question.
  static let questionLimit = 60_000
  /// Limit of steps for a question that is decided in another way where the search does not find values soon.
  static let shortLimit = 2_000
  /// Limit of steps for the translation of one clause.
  static let translationLimit = 20_000

  init(_ encoding: EncodingContext, _ fuel: Fuel) {
    self.encoding = encoding
    self.fuel = fuel
  }

  /// Returns a model of some formulas; `nil` if there is certainly none.
  func model(_ formulas: [Formula], _ reading: Reading, steps: Int = questionLimit) throws(OutOfFuel) -> Model? {
    fuel.begin(steps: steps)
    let formulas = formulas.map { $0.reading(reading) }
    var state = Assertions()
    for formula in formulas {
      try fuel.spend(1)
      guard state.add(formula) else { return nil }
    }
    let arithmetic = LinearArithmetic(variables: encoding.variables, ranks: TextRanks(formulas, encoding.variables), fuel: fuel)
    return try Question(encoding: encoding, arithmetic: arithmetic).solve(state, depth: 0)
  }

  /// Whether some formulas cannot hold together in the generous reading; `false` also if the search ran out of fuel.
  func isImpossible(_ formulas: [Formula]) -> Bool {
    do throws(OutOfFuel) { return try model(formulas, .generous) == nil } catch { return false }
  }
}

/// The assertions of a partial model.
struct Assertions {
  private(set) var atoms = NumberMap<Bool>()
  private(set) var constraints: [Constraint] = []
  /// The constraints as a set, once there are many; a few are searched linearly.
  private var longConstraints: Set<Constraint> = []
  private static let linearLimit = 16
  /// Formulas that are checked against the model at the end.
  private(set) var checks: [Formula] = []
  var disjunctions: [[Formula]] = []

  private func contains(_ constraint: Constraint) -> Bool {
    longConstraints.isEmpty ? constraints.contains(constraint) : longConstraints.contains(constraint)
  }

  /// Asserts a formula; `false` if it directly contradicts an assertion.
  mutating func add(_ formula: Formula) -> Bool {
    switch formula {
    case .constant(let value): return value
    case .maybe: return true
    case .literal(.atom(let index, let value)):
      if let other = atoms[index] { return other == value }
      atoms[index] = value
      return true
    case .literal(.constraint(let constraint)):
      if contains(constraint.negated) { return false }
      if contains(constraint) { return true }
      constraints.append(constraint)
      if constraints.count > Self.linearLimit { longConstraints.formUnion(longConstraints.isEmpty ? constraints : [constraint]) }
      return true
    case .literal(.fits):
      checks.append(formula)
      return true
    case .all(let parts): return parts.allSatisfy { add($0) }
    case .any(let parts):
      disjunctions.append(parts)
      return true
    }
  }
}

/// One question. Conjunctions go to linear arithmetic at once. A disjunction is split only when the present model violates it.
struct Question {
  let encoding: EncodingContext
  let arithmetic: LinearArithmetic

  private static let depthLimit = 300

  /// Returns a model of the assertions; `nil` if they contradict each other.
  func solve(_ state: Assertions, depth: Int) throws(OutOfFuel) -> Model? {
    if depth > Self.depthLimit { throw OutOfFuel() }
    guard let values = try arithmetic.values(for: state.constraints) else { return nil }
    var model = Model(atoms: state.atoms, values: values, ranks: arithmetic.ranks)
    for (place, parts) in state.disjunctions.enumerated() {
      try arithmetic.fuel.spend(parts.count)
      if try model.holds(.any(parts), in: encoding) { continue }
      var rest = state
      rest.disjunctions.remove(at: place)
      return try branch(parts, rest, depth: depth)
    }
    for check in state.checks where !(try model.holds(check, in: encoding)) { throw OutOfFuel() }
    for parts in state.disjunctions { model.complete(.any(parts), in: encoding) }
    return model
  }

  /// Tries the parts of a disjunction one after another, each with the negations of the earlier ones, which are refuted.
  private func branch(_ parts: [Formula], _ rest: Assertions, depth: Int) throws(OutOfFuel) -> Model? {
    var rest = rest
    for disjunct in parts {
      try arithmetic.fuel.spend(1 + rest.constraints.count)
      var next = rest
      if next.add(disjunct), let model = try solve(next, depth: depth + 1) { return model }
      if case .literal(.fits) = disjunct { continue }
      if case .literal = disjunct, !rest.add(disjunct.negated) { return nil }
    }
    return nil
  }
}

extension Search {
  /// Returns a minimal subset of some formulas that is impossible together with others, as ascending indices.
  func core(of formulas: [Formula], given fixed: [Formula] = []) -> [Int] {
    Self.core(of: Array(formulas.indices), isTriedEmpty: !fixed.isEmpty) { isImpossible(fixed + $0.map { formulas[$0] }) }
  }

  /// Returns a minimal subset of things that passes a test which the whole set passes (Junker's QuickXplain).
  ///
  /// - Parameter isTriedEmpty: whether none of them may be enough.
  static func core(of things: [Int], isTriedEmpty: Bool = true, isEnough: ([Int]) -> Bool) -> [Int] {
    func core(_ fixed: [Int], _ hasNew: Bool, _ things: ArraySlice<Int>) -> [Int] {
      if hasNew, isEnough(fixed) { return [] }
      if things.count <= 1 { return Array(things) }
      let middle = things.startIndex + things.count / 2
      let (first, second) = (things[..<middle], things[middle...])
      let right = core(fixed + first, true, second)
      let left = core(fixed + right, !right.isEmpty, first)
      return left + right
    }
    return core([], isTriedEmpty, things[...]).sorted()
  }
}

/// A model: an assignment under which the formulas hold. Variables that it does not assign are unconstrained.
struct Model {
  private(set) var atoms: NumberMap<Bool>
  private(set) var values: NumberMap<Rational>
  /// The text literals of the question.
  let ranks: TextRanks

  init(atoms: NumberMap<Bool>, values: NumberMap<Rational>, ranks: TextRanks) {
    self.atoms = atoms
    self.values = values
    self.ranks = ranks
  }

  /// Returns the value of a propositional variable. Unassigned ones have defaults: values are present, facts are not.
  func isTrue(_ atom: Int, in encoding: EncodingContext) -> Bool {
    if let longConstraints = atoms[atom] { return longConstraints }
    if case .exists = encoding.atoms[atom] { return true }
    return false
  }

  func value(_ variable: Int, in encoding: EncodingContext) -> Rational {
    if let longConstraints = values[variable] ?? ranks.ranks[variable] { return longConstraints }
    let kind = encoding.variables[variable].kind
    // Unconstrained texts are distinct.
    return kind == .text ? Rational(2_000_000 + Int128(variable)) : encoding.variables[variable].usual
  }

  func holds(_ formula: Formula, in encoding: EncodingContext) throws(OutOfFuel) -> Bool {
    switch formula {
    case .constant(let value): return value
    case .maybe: return false
    case .literal(.atom(let index, let value)): return isTrue(index, in: encoding) == value
    case .literal(.constraint(let constraint)): return try constraint.holds { value($0, in: encoding) }
    case .literal(.fits(let linear, let holds)):
      return try (linear.value { value($0, in: encoding) }.decimal?.fitsOutside == true) == holds
    case .all(let parts):
      for part in parts where !(try self.holds(part, in: encoding)) { return false }
      return true
    case .any(let parts):
      for part in parts where try self.holds(part, in: encoding) { return true }
      return false
    }
  }

  /// Assigns the defaults that a formula relies on, so that a witness shows them.
  mutating func complete(_ formula: Formula, in encoding: EncodingContext) {
    var completed = self
    formula.forEachLiteral { literal in
      switch literal {
      case .atom(let index, _): completed.atoms[index] = completed.isTrue(index, in: encoding)
      case .constraint(let constraint):
        for factor in constraint.factors { completed.values[factor.variable] = completed.value(factor.variable, in: encoding) }
      case .fits(let linear, _):
        for factor in linear.factors.entries { completed.values[factor.key] = completed.value(factor.key, in: encoding) }
      }
    }
    self = completed
  }
}
