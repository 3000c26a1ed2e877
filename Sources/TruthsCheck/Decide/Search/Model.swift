import TruthsText

/// An answer to a question: what is so in a world where the formulas hold. What it does not name may be as it likes.
struct Model {
  private(set) var atoms: NumberMap<Bool>
  private(set) var values: NumberMap<Rational>
  /// The texts written down in the question.
  let ranks: TextRanks

  init(atoms: NumberMap<Bool>, values: NumberMap<Rational>, ranks: TextRanks) {
    self.atoms = atoms
    self.values = values
    self.ranks = ranks
  }

  /// What is taken of atoms that nothing is asked of: values are there, facts are not.
  func isTrue(_ atom: Int, in world: World) -> Bool {
    if let known = atoms[atom] { return known }
    if case .exists = world.atoms[atom] { return true }
    return false
  }

  func value(_ variable: Int, in world: World) -> Rational {
    if let known = values[variable] ?? ranks.ranks[variable] { return known }
    let kind = world.variables[variable].kind
    // Texts of which nothing is asked are different texts.
    return kind == .text ? Rational(2_000_000 + Int128(variable)) : world.variables[variable].usual
  }

  /// Whether a formula holds in it.
  func holds(_ formula: Formula, in world: World) throws(Undecided) -> Bool {
    switch formula {
    case .constant(let value): return value
    case .maybe: return false
    case .literal(.atom(let index, let value)): return isTrue(index, in: world) == value
    case .literal(.constraint(let constraint)): return try constraint.holds { value($0, in: world) }
    case .literal(.fits(let linear, let holds)):
      return try (linear.value { value($0, in: world) }.decimal?.fitsOutside == true) == holds
    case .all(let parts):
      for part in parts where !(try self.holds(part, in: world)) { return false }
      return true
    case .any(let parts):
      for part in parts where try self.holds(part, in: world) { return true }
      return false
    }
  }

  /// Writes down what it takes for granted of a formula, so that it can be told.
  mutating func complete(_ formula: Formula, in world: World) {
    var found = self
    formula.forEachLiteral { literal in
      switch literal {
      case .atom(let index, _): found.atoms[index] = found.isTrue(index, in: world)
      case .constraint(let constraint):
        for factor in constraint.factors { found.values[factor.variable] = found.value(factor.variable, in: world) }
      case .fits(let linear, _):
        for factor in linear.factors.entries { found.values[factor.key] = found.value(factor.key, in: world) }
      }
    }
    self = found
  }
}
