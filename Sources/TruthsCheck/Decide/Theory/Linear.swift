/// A sum of variables with factors, and a constant: how a number, date, timestamp, duration, text or enum value depends on the
/// variables of a ``World``.
struct Linear: Hashable, Sendable {
  /// By variable; none of them zero.
  private(set) var factors: [Int: Rational] = [:]
  private(set) var constant: Rational

  init(constant: Rational) { self.constant = constant }

  init(variable: Int) {
    factors = [variable: .one]
    constant = .zero
  }

  var isConstant: Bool { factors.isEmpty }

  /// The variable that it is and nothing else.
  var variable: Int? {
    guard constant.isZero, factors.count == 1, let only = factors.first, only.value == .one else { return nil }
    return only.key
  }

  func adding(_ other: Linear) throws(Undecided) -> Linear {
    var result = self
    result.constant = try constant.adding(other.constant)
    for (variable, factor) in other.factors {
      let sum = try (factors[variable] ?? .zero).adding(factor)
      result.factors[variable] = sum.isZero ? nil : sum
    }
    return result
  }

  func scaled(by factor: Rational) throws(Undecided) -> Linear {
    if factor.isZero { return Linear(constant: .zero) }
    var result = Linear(constant: try constant.multiplied(by: factor))
    for (variable, own) in factors { result.factors[variable] = try own.multiplied(by: factor) }
    return result
  }

  func subtracting(_ other: Linear) throws(Undecided) -> Linear { try adding(other.scaled(by: Rational(-1))) }

  /// The value where every variable has one.
  func value(_ values: (Int) -> Rational) throws(Undecided) -> Rational {
    var sum = constant
    for variable in factors.keys.sorted() {
      sum = try sum.adding((factors[variable] ?? .zero).multiplied(by: values(variable)))
    }
    return sum
  }
}
