extension Decimal {
  /// How large the exponent of a power may be.
  package static let exponentLimit = 1000

  /// The power with a whole exponent of at most 1,000 in size, of the exact value, rounded half-even to 34 digits (types
  /// §3): 0^0 is 1. A fault where the result is too large, and for 0 with a negative exponent.
  ///
  /// - Complexity: that of some twenty products of 150 digits. Where those do not tell how it is rounded, which no power but one
  ///   in 10^100 comes to, that of products of 34,000 digits.
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

  /// The square root, of the exact value, rounded half-even to 34 digits; `nil` of a number below zero.
  package var squareRoot: Decimal? {
    guard coefficient > 0 else { return coefficient == 0 ? .zero : nil }
    // Room for a root of 37 digits; the scale of what is under the root is even.
    var power = 74 - PowersOfTen.digits(of: coefficient.magnitude)
    if !(Int(scale) + power).isMultiple(of: 2) { power -= 1 }
    let square = Self.shifted(coefficient.magnitude, by: power)
    let root = Self.root(square.high, square.low)
    let isExact = root.multipliedFullWidth(by: root) == (square.high, square.low)
    let result = Self.rounded(magnitude: root, isCut: !isExact, isNegative: false, scale: (Int(scale) + power) / 2)
    return try? result.get()
  }

  /// The greatest whole number whose square is not above `high * 2^128 + low`, which is below 10^74: by Newton's method from
  /// above.
  private static func root(_ high: UInt128, _ low: UInt128) -> UInt128 {
    var root = PowersOfTen.power(37) ?? 1
    while true {
      let next = (root + root.dividingFullWidth((high, low)).quotient) / 2
      if next >= root { return root }
      root = next
    }
  }
}

/// Two numbers between which a power lies, both `size / 10^scale`.
private struct DecimalBounds {
  private var low: WideMagnitude
  private var high: WideMagnitude
  private var scale: Int
  /// How many limbs are kept.
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

  /// What both come to, or their inverses, rounded.
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
