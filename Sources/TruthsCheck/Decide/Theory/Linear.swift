/// A sum of variables with factors, and a constant: how a number, date, timestamp, duration, text or enum value depends on the
/// variables of a ``World``.
struct Linear: Hashable, Sendable {
  /// By variable; none of them zero.
  private(set) var factors = NumberMap<Rational>()
  private(set) var constant: Rational

  init(constant: Rational) { self.constant = constant }

  init(variable: Int) {
    constant = .zero
    factors[variable] = .one
  }

  var isConstant: Bool { factors.isEmpty }

  /// The variable that it is and nothing else.
  var variable: Int? {
    guard constant.isZero, factors.count == 1, let only = factors.entries.first, only.value == .one else { return nil }
    return only.key
  }

  func adding(_ other: Linear) throws(Undecided) -> Linear {
    var result = self
    result.constant = try constant.adding(other.constant)
    for other in other.factors.entries {
      let sum = try (factors[other.key] ?? .zero).adding(other.value)
      result.factors[other.key] = sum.isZero ? nil : sum
    }
    return result
  }

  func scaled(by factor: Rational) throws(Undecided) -> Linear {
    if factor.isZero { return Linear(constant: .zero) }
    var result = Linear(constant: try constant.multiplied(by: factor))
    for own in factors.entries { result.factors[own.key] = try own.value.multiplied(by: factor) }
    return result
  }

  func subtracting(_ other: Linear) throws(Undecided) -> Linear { try adding(other.scaled(by: Rational(-1))) }

  /// The value where every variable has one.
  func value(_ values: (Int) -> Rational) throws(Undecided) -> Rational {
    var sum = constant
    for factor in factors.entries { sum = try sum.adding(factor.value.multiplied(by: values(factor.key))) }
    return sum
  }
}
