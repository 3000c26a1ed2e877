extension Decimal {
  /// The quotient, rounded half-even to 12 places or 15 significant digits, whichever is coarser (language.md §2, "Decimals").
  package func divided(by other: Decimal) -> Result<Decimal, DecimalFault> {
    guard other.coefficient != 0 else { return .failure(.divisionByZero) }
    guard coefficient != 0 else { return .success(.zero) }
    return divided(by: other, places: min(12, 14 - exponentOfQuotient(by: other)))
  }

  /// The quotient of numbers that are not zero, rounded half-even to a number of places, from the exact quotient.
  func divided(by other: Decimal, places: Int) -> Result<Decimal, DecimalFault> {
    let exponent = exponentOfQuotient(by: other)
    // Less than a tenth of the last place rounds to nothing; past 37 digits the division below would not fit.
    guard exponent + places >= -1 else { return .success(.zero) }
    guard exponent + places <= 36 else { return .failure(.overflow) }
    let shift = Int(other.scale) - Int(scale)
    let quotient = Self.halfEvenQuotient(coefficient.magnitude, other.coefficient.magnitude, timesTenTo: places + shift)
    return Self.make(magnitude: quotient, isNegative: isNegative != other.isNegative, scale: places)
  }

  /// What is left of a division to a whole number, with the sign of the dividend; always exact.
  package func remainder(dividingBy other: Decimal) -> Result<Decimal, DecimalFault> {
    guard other.coefficient != 0 else { return .failure(.divisionByZero) }
    let dividend = coefficient.magnitude
    let divisor = other.coefficient.magnitude
    let rest: UInt128
    if scale >= other.scale {
      // A divisor that outgrows 128 bits is larger than any dividend, which then is the rest itself.
      let aligned = Self.aligned(divisor, by: Int(scale) - Int(other.scale))
      rest = aligned.map { dividend % $0 } ?? dividend
    } else {
      rest = Self.remainder(dividend, timesTenTo: Int(other.scale) - Int(scale), dividingBy: divisor)
    }
    return Self.make(magnitude: rest, isNegative: coefficient < 0, scale: Int(max(scale, other.scale)))
  }

  /// The exponent of the leading digit of the quotient of two numbers that are not zero.
  private func exponentOfQuotient(by other: Decimal) -> Int {
    let (dividend, divisor) = (coefficient.magnitude, other.coefficient.magnitude)
    let guess = PowersOfTen.digits(of: dividend) - PowersOfTen.digits(of: divisor)
    // Both aligned sizes have the same number of digits, so neither overflows.
    let left = Self.aligned(dividend, by: max(0, -guess)) ?? 0
    let right = Self.aligned(divisor, by: max(0, guess)) ?? 0
    return (left >= right ? guess : guess - 1) + Int(other.scale) - Int(scale)
  }

  /// `dividend * 10^power / divisor` to a whole number, half-even. The quotient has at most 38 digits, which bounds the power.
  private static func halfEvenQuotient(_ dividend: UInt128, _ divisor: UInt128, timesTenTo power: Int) -> UInt128 {
    var divisor = divisor
    var wide: (high: UInt128, low: UInt128) = (0, dividend)
    if power < 0 {
      // A divisor that outgrows 128 bits is more than twice any dividend.
      guard let larger = aligned(divisor, by: -power) else { return 0 }
      divisor = larger
    } else {
      let first = min(power, 38)
      let scaled = aligned(dividend, by: power - first) ?? 0
      let product = scaled.multipliedFullWidth(by: PowersOfTen.power(first) ?? 1)
      wide = (product.high, product.low)
    }
    let (quotient, remainder) = divisor.dividingFullWidth((wide.high, wide.low))
    let other = divisor - remainder
    let roundsUp = remainder > other || (remainder == other && quotient & 1 == 1)
    return roundsUp ? quotient + 1 : quotient
  }

  /// `magnitude * 10^power`, or `nil` where it does not fit.
  private static func aligned(_ magnitude: UInt128, by power: Int) -> UInt128? {
    guard let factor = PowersOfTen.power(power) else { return nil }
    let (product, overflow) = magnitude.multipliedReportingOverflow(by: factor)
    return overflow ? nil : product
  }

  /// `magnitude * 10^power mod divisor`, for any power.
  private static func remainder(_ magnitude: UInt128, timesTenTo power: Int, dividingBy divisor: UInt128) -> UInt128 {
    var rest = magnitude % divisor
    var factor = 10 % divisor
    var power = power
    while power > 0 {
      if power & 1 == 1 { rest = product(rest, factor, modulo: divisor) }
      factor = product(factor, factor, modulo: divisor)
      power >>= 1
    }
    return rest
  }

  /// The product of two numbers below the modulus, modulo it.
  private static func product(_ left: UInt128, _ right: UInt128, modulo modulus: UInt128) -> UInt128 {
    let (high, low) = left.multipliedFullWidth(by: right)
    return modulus.dividingFullWidth((high, low)).remainder
  }
}
