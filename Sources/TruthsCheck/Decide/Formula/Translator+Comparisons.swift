import TruthsText

extension Translator {
  /// A value written down.
  func constant(_ value: Value) throws(Undecided) -> Meaning {
    let kind: Meaning.Kind
    switch value {
    case .boolean(let truth): kind = .boolean(.constant(truth))
    case .number(let number): kind = .linear(Linear(constant: try Rational(number)), Digits(number))
    case .text(let text): kind = .linear(Linear(variable: world.constant(text)), .none)
    case .date(let date): kind = .linear(Linear(constant: Rational(Int128(date.days))), .none)
    case .timestamp(let moment): kind = .linear(Linear(constant: Rational(Int128(moment.milliseconds))), .none)
    case .duration(let span): kind = .linear(Linear(constant: Rational(Int128(span.milliseconds))), .none)
    case .enumeration(let value):
      if world.unread.contains(.enumeration(value.type)) { return Meaning(.opaque, isThere: .yes) }
      kind = .linear(Linear(constant: Rational(Int128(value.ordinal))), .none)
    case .list(let values):
      var elements: [Meaning] = []
      for value in values { elements.append(try constant(value)) }
      kind = .elements(elements)
    case .missing: return Meaning(.opaque, isThere: .maybe)
    case .record, .json, .fact: kind = .opaque
    }
    return Meaning(kind, isThere: .yes, constant: value)
  }

  /// A comparison: unknown where a side is missing.
  func compare(_ comparison: Comparison, _ left: Meaning, _ right: Meaning) throws(Undecided) -> Truth {
    let isKnown = Formula.and(left.isThere, right.isThere)
    switch (left.kind, right.kind) {
    case (.linear(let one, _), .linear(let other, _)):
      let holds = try world.formula(one.subtracting(other), comparison)
      return Truth(holds: .and(isKnown, holds), fails: .and(isKnown, holds.negated))
    case (.boolean(let one), .boolean(let other)):
      let same = Truth(
        holds: .or(.and(one.holds, other.holds), .and(one.fails, other.fails)),
        fails: .or(.and(one.holds, other.fails), .and(one.fails, other.holds)))
      return comparison == .equal ? same : same.negated
    default: return .maybe(where: isKnown)
    }
  }

  /// `x in [a, b]`: unknown where `x` or an element is missing.
  func membership(of element: Meaning, in list: Meaning) throws(Undecided) -> Truth {
    let isKnown = Formula.and(element.isThere, list.isThere)
    guard case .elements(let elements) = list.kind else { return .maybe(where: isKnown) }
    guard elements.count <= Self.elementLimit else { return .maybe(where: isKnown) }
    var (holds, fails): ([Formula], [Formula]) = ([], [])
    for candidate in elements {
      let same = try compare(.equal, element, candidate)
      holds.append(same.holds)
      fails.append(same.fails)
    }
    return Truth(holds: .and(isKnown, .or(holds)), fails: .and(isKnown, .and(fails)))
  }

  /// `x empty`, of a text or list.
  func emptiness(of meaning: Meaning) throws(Undecided) -> Truth {
    switch meaning.kind {
    case .elements(let elements):
      return Truth(
        holds: .and(meaning.isThere, .constant(elements.isEmpty)), fails: .and(meaning.isThere, .constant(!elements.isEmpty)))
    case .list(let length):
      let holds = try world.formula(length, .lessOrEqual)
      return Truth(holds: .and(meaning.isThere, holds), fails: .and(meaning.isThere, holds.negated))
    case .linear(let text, _):
      let holds = try world.formula(text.subtracting(Linear(variable: world.constant(""))), .equal)
      return Truth(holds: .and(meaning.isThere, holds), fails: .and(meaning.isThere, holds.negated))
    case .boolean, .opaque: return .maybe(where: meaning.isThere)
    }
  }
}

extension World {
  /// `linear` compared with zero.
  func formula(_ linear: Linear, _ comparison: Comparison) throws(Undecided) -> Formula {
    switch try Constraint.make(linear, comparison) {
    case .constant(let holds): return .constant(holds)
    case .constraint(let constraint):
      let texts = constraint.factors.compactMap { factor -> Text? in
        if case .textConstant(let text) = variables[factor.variable].kind { return text }
        return nil
      }
      // Two texts written down are compared here and now.
      guard texts.count == 2, constraint.factors.count == 2 else { return .literal(.constraint(constraint)) }
      let order: Int128 = texts[0] == texts[1] ? 0 : texts[0] < texts[1] ? -1 : 1
      let sign: Int128 = constraint.factors[0].value > 0 ? 1 : -1
      return .constant(constraint.comparison.holds(Rational(order * sign), .zero))
    }
  }
}
