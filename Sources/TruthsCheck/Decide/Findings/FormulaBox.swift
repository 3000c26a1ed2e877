/// A box around all that a formula lets hold: of each variable that it binds by itself, between which values that is. What has no
/// point in common with the box of another formula does not hold together with it: of the rows of a table, which mostly differ in
/// one input, few are left to be looked at.
struct FormulaBox {
  /// Ends that belong to it; `nil` where there is none.
  private struct Stretch {
    var lower: Rational?
    var upper: Rational?

    func misses(_ other: Stretch) -> Bool { Self.isBehind(lower, other.upper) || Self.isBehind(other.lower, upper) }

    private static func isBehind(_ lower: Rational?, _ upper: Rational?) -> Bool {
      guard let lower, let upper else { return false }
      return lower > upper
    }

    /// What both hold.
    func intersected(with other: Stretch) -> Stretch {
      Stretch(
        lower: lower.map { own in other.lower.map { max(own, $0) } ?? own } ?? other.lower,
        upper: upper.map { own in other.upper.map { min(own, $0) } ?? own } ?? other.upper)
    }

    /// What holds both.
    func joined(with other: Stretch) -> Stretch {
      var joined = Stretch()
      if let lower, let other = other.lower { joined.lower = min(lower, other) }
      if let upper, let other = other.upper { joined.upper = max(upper, other) }
      return joined
    }
  }

  private var stretches = NumberMap<Stretch>()
  /// For a text the variable of the text that it is.
  private var texts = NumberMap<Int>()

  /// A box around everything.
  private init() {}

  /// - Returns: `nil` where a formula lets nothing hold, at first sight.
  init?(_ formula: Formula, _ variables: [Variable]) {
    switch formula {
    case .constant(false): return nil
    // Of an atom that the other formula denies it would be left open whether this one is false or cannot be told.
    case .constant(true), .maybe, .literal(.fits), .literal(.atom): break
    case .literal(.constraint(let constraint)): bind(constraint, variables)
    case .all(let parts):
      for part in parts {
        guard let box = FormulaBox(part, variables), intersect(with: box) else { return nil }
      }
    case .any(let parts):
      let boxes = parts.compactMap { FormulaBox($0, variables) }
      guard let first = boxes.first else { return nil }
      self = boxes.dropFirst().reduce(first) { $0.joined(with: $1) }
    }
  }

  /// Whether nothing is in both.
  ///
  /// - Complexity: O(m log m) in the variables bound.
  func misses(_ other: FormulaBox) -> Bool {
    for own in stretches.entries { if let other = other.stretches[own.key], own.value.misses(other) { return true } }
    for own in texts.entries { if let other = other.texts[own.key], own.value != other { return true } }
    return false
  }

  private mutating func bind(_ constraint: Constraint, _ variables: [Variable]) {
    if constraint.factors.count == 1, let only = constraint.factors.first, only.value == 1 {
      var stretch = Stretch()
      if [.equal, .greater, .greaterOrEqual].contains(constraint.comparison) { stretch.lower = constraint.bound }
      if [.equal, .less, .lessOrEqual].contains(constraint.comparison) { stretch.upper = constraint.bound }
      stretches[only.variable] = stretch
      return
    }
    guard constraint.comparison == .equal, constraint.bound.isZero, constraint.factors.count == 2 else { return }
    let (first, second) = (constraint.factors[0].variable, constraint.factors[1].variable)
    switch (variables[first].kind, variables[second].kind) {
    case (.text, .textConstant): texts[first] = second
    case (.textConstant, .text): texts[second] = first
    default: break
    }
  }

  /// - Returns: whether anything is left.
  private mutating func intersect(with other: FormulaBox) -> Bool {
    if misses(other) { return false }
    for entry in other.stretches.entries {
      stretches[entry.key] = stretches[entry.key].map { $0.intersected(with: entry.value) } ?? entry.value
    }
    for entry in other.texts.entries { texts[entry.key] = entry.value }
    return true
  }

  private func joined(with other: FormulaBox) -> FormulaBox {
    var joined = FormulaBox()
    for own in stretches.entries {
      if let other = other.stretches[own.key] { joined.stretches[own.key] = own.value.joined(with: other) }
    }
    for own in texts.entries where other.texts[own.key] == own.value { joined.texts[own.key] = own.value }
    return joined
  }
}
