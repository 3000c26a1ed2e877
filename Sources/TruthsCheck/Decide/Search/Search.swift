/// Looks for models of formulas in one world.
struct Search {
  let world: World
  let effort: Effort

  /// Steps that one question may take.
  private static let questionLimit = 60_000
  /// Steps that the translation of one clause may take.
  static let translationLimit = 20_000

  init(_ world: World, _ effort: Effort) {
    self.world = world
    self.effort = effort
  }

  /// A model of some formulas, `nil` where there is none for certain.
  func model(_ formulas: [Formula], _ reading: Reading) throws(Undecided) -> Model? {
    effort.begin(steps: Self.questionLimit)
    let formulas = formulas.map { $0.reading(reading) }
    var state = Assertions()
    for formula in formulas {
      try effort.spend(1)
      guard state.add(formula) else { return nil }
    }
    let theory = Theory(variables: world.variables, ranks: TextRanks(formulas, world.variables), effort: effort)
    return try Question(world: world, theory: theory).solve(state, depth: 0)
  }

  /// Whether some formulas cannot hold together, whatever is not understood of them; `false` too where that was not decided.
  func isImpossible(_ formulas: [Formula]) -> Bool {
    do throws(Undecided) { return try model(formulas, .generous) == nil } catch { return false }
  }
}

/// What has been asserted on the way to a model.
struct Assertions {
  private(set) var atoms = NumberMap<Bool>()
  private(set) var constraints: [Constraint] = []
  /// The constraints once they are many; few are looked through.
  private var known: Set<Constraint> = []
  private static let few = 16
  /// What is held to a model once there is one.
  private(set) var checks: [Formula] = []
  var disjunctions: [[Formula]] = []

  private func contains(_ constraint: Constraint) -> Bool {
    known.isEmpty ? constraints.contains(constraint) : known.contains(constraint)
  }

  /// Takes in a formula; `false` where it contradicts what is there at first sight.
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
      if constraints.count > Self.few { known.formUnion(known.isEmpty ? constraints : [constraint]) }
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

/// One question: conjunctions go to the theory at once, a disjunction is taken apart only when the model at hand breaks it.
struct Question {
  let world: World
  let theory: Theory

  /// How deep disjunctions are tried inside each other.
  private static let depthLimit = 300

  /// A model of what is asserted, `nil` where there is none.
  func solve(_ state: Assertions, depth: Int) throws(Undecided) -> Model? {
    if depth > Self.depthLimit { throw Undecided() }
    guard let values = try theory.values(for: state.constraints) else { return nil }
    var model = Model(atoms: state.atoms, values: values, ranks: theory.ranks)
    for (place, parts) in state.disjunctions.enumerated() {
      try theory.effort.spend(parts.count)
      if try model.holds(.any(parts), in: world) { continue }
      var rest = state
      rest.disjunctions.remove(at: place)
      return try branch(parts, rest, depth: depth)
    }
    for check in state.checks where !(try model.holds(check, in: world)) { throw Undecided() }
    for parts in state.disjunctions { model.complete(.any(parts), in: world) }
    return model
  }

  /// Tries the parts of a disjunction one after another; each next one beside the opposite of those before, which is all that
  /// they left open.
  private func branch(_ parts: [Formula], _ rest: Assertions, depth: Int) throws(Undecided) -> Model? {
    var rest = rest
    for part in parts {
      try theory.effort.spend(1 + rest.constraints.count)
      var next = rest
      if next.add(part), let model = try solve(next, depth: depth + 1) { return model }
      if case .literal(.fits) = part { continue }
      if case .literal = part, !rest.add(part.negated) { return nil }
    }
    return nil
  }
}
