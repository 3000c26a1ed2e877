extension Decimal {
  /// The exact sum; a fault past 38 digits.
  package func adding(_ other: Decimal) -> Result<Decimal, DecimalFault> {
    if scale == other.scale {
      let (sum, overflow) = coefficient.addingReportingOverflow(other.coefficient)
      if !overflow { return .make(coefficient: sum, scale: Int(scale)) }
      // Both are below 10^38, so the sum of the sizes fits the unsigned range, and its last digit may yet fall away.
      return .make(
        magnitude: coefficient.magnitude + other.coefficient.magnitude, isNegative: coefficient < 0, scale: Int(scale))
    }
    let (coarse, fine) = scale < other.scale ? (self, other) : (other, self)
    guard coarse.coefficient != 0 else { return .success(fine) }
    // The finer number does not end in 0, so neither does the sum: it has exactly the finer scale.
    guard let power = PowersOfTen.power(Int(fine.scale) - Int(coarse.scale)) else { return .failure(.overflow) }
    let (aligned, overflow) = coarse.coefficient.magnitude.multipliedReportingOverflow(by: power)
    guard !overflow, aligned < 2 * PowersOfTen.limit else { return .failure(.overflow) }
    return .sum(
      aligned, isNegative: coarse.isNegative, fine.coefficient.magnitude, isNegative: fine.isNegative, scale: Int(fine.scale))
  }

  /// The exact difference; a fault past 38 digits.
  package func subtracting(_ other: Decimal) -> Result<Decimal, DecimalFault> { adding(other.negated) }

  /// The exact product; a fault past 38 digits.
  package func multiplied(by other: Decimal) -> Result<Decimal, DecimalFault> {
    let isNegative = (coefficient < 0) != (other.coefficient < 0)
    var scale = Int(scale) + Int(other.scale)
    var (high, low) = coefficient.magnitude.multipliedFullWidth(by: other.coefficient.magnitude)
    // Only the normalised product is judged: 2 · 10^37 times 0.5 is 10^37, though its digits pass through 39.
    while high != 0, scale > 0 {
      let (highQuotient, highRemainder) = high.quotientAndRemainder(dividingBy: 10)
      let (lowQuotient, remainder) = (10 as UInt128).dividingFullWidth((highRemainder, low))
      guard remainder == 0 else { return .failure(.overflow) }
      (high, low) = (highQuotient, lowQuotient)
      scale -= 1
    }
    guard high == 0 else { return .failure(.overflow) }
    return .make(magnitude: low, isNegative: isNegative, scale: scale)
  }
}

extension Result<Decimal, DecimalFault> {
  /// See ``Decimal/make(coefficient:scale:)``.
  fileprivate static func make(coefficient: Int128, scale: Int) -> Self { Decimal.make(coefficient: coefficient, scale: scale) }

  /// See ``Decimal/make(magnitude:isNegative:scale:)``.
  fileprivate static func make(magnitude: UInt128, isNegative: Bool, scale: Int) -> Self {
    Decimal.make(magnitude: magnitude, isNegative: isNegative, scale: scale)
  }

  /// The sum of two numbers of one scale given as sizes and signs, whose sizes add up within 128 bits.
  fileprivate static func sum(
    _ left: UInt128, isNegative leftIsNegative: Bool, _ right: UInt128, isNegative rightIsNegative: Bool, scale: Int
  ) -> Self {
    if leftIsNegative == rightIsNegative { return .make(magnitude: left + right, isNegative: leftIsNegative, scale: scale) }
    if left >= right { return .make(magnitude: left - right, isNegative: leftIsNegative, scale: scale) }
    return .make(magnitude: right - left, isNegative: rightIsNegative, scale: scale)
  }
}
