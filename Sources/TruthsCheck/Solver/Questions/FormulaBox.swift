import TruthsProgram

/// A bounding box of a formula: the possible values of each variable that it bounds by itself, with 0 and 1 for a boolean.
///
/// Two formulas with disjoint boxes cannot hold together. Boxes assume that all inputs have a value (declarations §8).
struct FormulaBox {
  /// Sets by variable; a boolean's key is -1 minus its propositional variable. Sets are never empty.
  private(set) var sets = NumberMap<ValueSet>()
  /// Whether the formula holds everywhere in the box, if all inputs have a value.
  private(set) var isExact = true

  private init(isExact: Bool = true) { self.isExact = isExact }

  /// Creates the box of a formula.
  ///
  /// - Returns: `nil` if the formula is obviously impossible.
  init?(_ formula: Formula, _ encoding: EncodingContext) {
    switch formula {
    case .constant(false): return nil
    case .constant(true): break
    case .maybe, .literal(.fits): isExact = false
    case .literal(.atom(let atom, let value)): bind(atom, value, beside: [], encoding)
    case .literal(.constraint(let constraint)): guard bind(constraint, encoding.variables) else { return nil }
    case .all(let parts):
      for conjunct in parts {
        var box = FormulaBox()
        if case .literal(.atom(let atom, let value)) = conjunct {
          box.bind(atom, value, beside: parts, encoding)
        } else {
          guard let whole = FormulaBox(conjunct, encoding) else { return nil }
          box = whole
        }
        guard intersect(with: box) else { return nil }
      }
    case .any(let parts):
      let boxes = parts.compactMap { FormulaBox($0, encoding) }
      if boxes.isEmpty { return nil }
      self = Self.union(of: boxes)
    }
  }

  /// All values of the variable, or of the boolean, with a key.
  static func domain(_ key: Int, _ variables: [Variable]) -> Range<Cut> {
    key < 0 ? .before(.zero)..<(.before(Rational(2))) : variables[key].domain(variables.count)
  }

  /// Binds a boolean that is present. Other propositional variables are not bound: if the other formula negates one, it may be
  /// unknown instead of false.
  private mutating func bind(_ atom: Int, _ value: Bool, beside parts: [Formula], _ encoding: EncodingContext) {
    switch encoding.atoms[atom] {
    case .exists: isExact = isExact && value
    case .present: isExact = false
    case .isTrue(let term):
      let isThere: Bool
      switch encoding.inputTerms[term].isThere {
      case .constant(let known): isThere = known
      case .all(let wanted): isThere = wanted.allSatisfy(parts.contains)
      case let wanted: isThere = parts.contains(wanted)
      }
      guard isThere else {
        isExact = false
        return
      }
      let place: Int128 = value ? 1 : 0
      sets[-1 - atom] = ValueSet(.before(Rational(place))..<(.before(Rational(place + 1))))
    }
  }

  /// Binds the variable of a constraint that compares one number with a constant, or a text with a literal for equality.
  ///
  /// - Returns: `false` if no value satisfies it.
  private mutating func bind(_ constraint: Constraint, _ variables: [Variable]) -> Bool {
    if constraint.factors.count == 1, let only = constraint.factors.first, only.value == 1 {
      let variable = variables[only.variable]
      return bind(only.variable, variable.values(constraint.comparison, constraint.bound, in: variable.domain(variables.count)))
    }
    isExact = false
    guard constraint.comparison == .equal || constraint.comparison == .notEqual, constraint.bound.isZero,
      constraint.factors.count == 2
    else { return true }
    let (first, second) = (constraint.factors[0].variable, constraint.factors[1].variable)
    let (text, literal): (Int, Int)
    switch (variables[first].kind, variables[second].kind) {
    case (.text, .textConstant): (text, literal) = (first, second)
    case (.textConstant, .text): (text, literal) = (second, first)
    default: return true
    }
    isExact = true
    let place = Int128(literal)
    let own = Cut.before(Rational(place))..<(.before(Rational(place + 1)))
    let domain = Self.domain(text, variables)
    return bind(text, constraint.comparison == .equal ? ValueSet(own) : .difference(domain, own))
  }

  private mutating func bind(_ key: Int, _ values: ValueSet) -> Bool {
    sets[key] = values
    return !values.isEmpty
  }

  /// Intersects the box with another.
  ///
  /// - Returns: whether anything is left.
  mutating func intersect(with other: FormulaBox) -> Bool {
    isExact = isExact && other.isExact
    for entry in other.sets.entries {
      let common = sets[entry.key].map { $0.intersection(entry.value) } ?? entry.value
      if common.isEmpty { return false }
      sets[entry.key] = common
    }
    return true
  }

  /// Returns the smallest box that includes some boxes. The result is exact if all boxes bound only one and the same variable.
  private static func union(of boxes: [FormulaBox]) -> FormulaBox {
    if let only = boxes.first, boxes.count == 1 { return only }
    let keys = boxes[0].sets.keys
    let isOfOne = keys.count == 1 && boxes.allSatisfy { $0.sets.keys == keys }
    let isEverything = boxes.contains { $0.isExact && $0.sets.isEmpty }
    var union = FormulaBox(isExact: isEverything || isOfOne && boxes.allSatisfy(\.isExact))
    for key in keys {
      let sets = boxes.compactMap { $0.sets[key] }
      if sets.count == boxes.count { union.sets[key] = ValueSet(unionOf: sets) }
    }
    return union
  }
}
