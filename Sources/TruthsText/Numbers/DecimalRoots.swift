/// Powers with whole exponents, and square roots. Both are the exact results, rounded half-even to 34 digits.
extension Decimal {
  /// The largest absolute value of an exponent.
  package static let exponentLimit = 1000

  /// Returns the power with a whole exponent. The exact result is rounded half-even to 34 digits.
  ///
  /// 0^0 is 1 (types §3). A result that is too large is a fault, and so is 0 with a negative exponent.
  ///
  /// - Parameter exponent: from -1,000 to 1,000.
  /// - Complexity: about twenty products of 150 digits. If these do not decide the rounding, which happens for one power in
  ///   10^100, products of 34,000 digits.
  package func power(_ exponent: Int) -> Result<Decimal, DecimalFault> {
    guard exponent != 0 else { return .success(.one) }
    guard coefficient != 0 else { return exponent > 0 ? .success(.zero) : .failure(.divisionByZero) }
    let isNegative = isNegative && !exponent.isMultiple(of: 2)
    for limbs in [8, Int.max] {
      let (low, high) = DecimalBounds(self, limbs: limbs).raised(to: Int(exponent.magnitude))
        .ends(isInverse: exponent < 0, isNegative: isNegative)
      if low == high { return low }
    }
    return .failure(.overflow)
  }

  /// The square root: the exact root, rounded half-even to 34 digits. `nil` for a number below zero.
  package var squareRoot: Decimal? {
    guard coefficient > 0 else { return coefficient == 0 ? .zero : nil }
    // The root gets 37 digits; the scale of the radicand must be even.
    var power = 74 - PowersOfTen.digits(of: coefficient.magnitude)
    if !(Int(scale) + power).isMultiple(of: 2) { power -= 1 }
    let square = Self.shifted(coefficient.magnitude, by: power)
    let root = Self.root(square.high, square.low)
    let isExact = root.multipliedFullWidth(by: root) == (square.high, square.low)
    let result = Self.rounded(magnitude: root, isCut: !isExact, isNegative: false, scale: (Int(scale) + power) / 2)
    return try? result.get()
  }

  /// Returns the greatest whole number whose square is at most `high * 2^128 + low`, which must be below 10^74. Newton's method
  /// approaches it from above.
  private static func root(_ high: UInt128, _ low: UInt128) -> UInt128 {
    var root = PowersOfTen.power(37) ?? 1
    while true {
      let next = (root + root.dividingFullWidth((high, low)).quotient) / 2
      if next >= root { return root }
      root = next
    }
  }
}

/// A lower and an upper bound of a power, both `size / 10^scale`.
private struct DecimalBounds {
  private var low: WideMagnitude
  private var high: WideMagnitude
  private var scale: Int
  /// The greatest number of limbs that a bound keeps.
  private let limbs: Int

  init(_ number: Decimal, limbs: Int) {
    low = WideMagnitude(number.coefficient.magnitude)
    (high, scale, self.limbs) = (low, Int(number.scale), limbs)
  }

  func raised(to exponent: Int) -> DecimalBounds {
    guard exponent > 1 else { return self }
    var result = raised(to: exponent / 2)
    result.multiply(by: result)
    if !exponent.isMultiple(of: 2) { result.multiply(by: self) }
    return result
  }

  private mutating func multiply(by other: DecimalBounds) {
    let isExact = low == high && other.low == other.high
    low = low.multiplied(by: other.low)
    high = isExact ? low : high.multiplied(by: other.high)
    scale += other.scale
    while high.limbs.count > limbs {
      _ = low.divide(by: WideMagnitude.step)
      if high.divide(by: WideMagnitude.step) != 0 { high.add(1) }
      scale -= WideMagnitude.digitsPerStep
    }
  }

  /// Returns both bounds, or the inverses of both, rounded to decimals.
  func ends(
    isInverse: Bool, isNegative: Bool
  ) -> (low: Result<Decimal, DecimalFault>, high: Result<Decimal, DecimalFault>) {
    func end(_ size: WideMagnitude) -> Result<Decimal, DecimalFault> {
      guard isInverse else { return size.decimal(isNegative: isNegative, scale: scale) }
      let (quotient, isCut, power) = size.inverse
      return Decimal.rounded(magnitude: quotient, isCut: isCut, isNegative: isNegative, scale: power - scale)
    }
    let low = end(low)
    return (low, self.low == high ? low : end(high))
  }
}
