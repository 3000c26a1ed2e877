/// Arithmetic with `+ - * /`. A result is exact if it has at most 34 digits, and rounded half-even to 34 digits if not (types
/// §3.2). The only faults are results of 10^6145 or more in size, and division by zero.
extension Decimal {
  package func adding(_ other: Decimal) -> Result<Decimal, DecimalFault> {
    if scale == other.scale {
      let sum = coefficient + other.coefficient
      return Self.rounded(magnitude: sum.magnitude, isNegative: sum < 0, scale: Int(scale))
    }
    let (coarse, fine) = scale < other.scale ? (self, other) : (other, self)
    if coarse.coefficient == 0 { return .success(fine) }
    if fine.coefficient == 0 { return .success(coarse) }
    let distance = Int(fine.scale) - Int(coarse.scale)
    if let aligned = Self.aligned(coarse.coefficient.magnitude, by: distance), let size = Int128(exactly: aligned),
      case let (sum, isLarge) = (coarse.isNegative ? -size : size).addingReportingOverflow(fine.coefficient), !isLarge
    {
      return Self.rounded(magnitude: sum.magnitude, isNegative: sum < 0, scale: Int(fine.scale))
    }
    return .distantSum(coarse, fine)
  }

  package func subtracting(_ other: Decimal) -> Result<Decimal, DecimalFault> { adding(other.negated) }

  package func multiplied(by other: Decimal) -> Result<Decimal, DecimalFault> {
    let (high, low) = coefficient.magnitude.multipliedFullWidth(by: other.coefficient.magnitude)
    return Self.rounded(high: high, low: low, isNegative: isNegative != other.isNegative, scale: Int(scale) + Int(other.scale))
  }

  package func divided(by other: Decimal) -> Result<Decimal, DecimalFault> {
    guard other.coefficient != 0 else { return .failure(.divisionByZero) }
    let (dividend, divisor) = (coefficient.magnitude, other.coefficient.magnitude)
    // The quotient has 36 or 37 digits.
    let power = 36 + PowersOfTen.digits(of: divisor) - PowersOfTen.digits(of: dividend)
    let wide = Self.shifted(dividend, by: power)
    let (quotient, rest) = divisor.dividingFullWidth((wide.high, wide.low))
    return Self.rounded(
      magnitude: quotient, isCut: rest != 0, isNegative: isNegative != other.isNegative,
      scale: Int(scale) - Int(other.scale) + power)
  }

  /// Returns the quotient of two non-zero numbers. The exact quotient is rounded half-even to a number of decimal places. A
  /// result with more than 37 digits is a fault.
  func divided(by other: Decimal, places: Int) -> Result<Decimal, DecimalFault> {
    let exponent = exponentOfQuotient(by: other)
    // Less than a tenth of the last place rounds to zero.
    guard exponent + places >= -1 else { return .success(.zero) }
    guard exponent + places <= 36 else { return .failure(.overflow) }
    let shift = Int(other.scale) - Int(scale)
    let quotient = Self.halfEvenQuotient(coefficient.magnitude, other.coefficient.magnitude, timesTenTo: places + shift)
    return Self.rounded(magnitude: quotient, isNegative: isNegative != other.isNegative, scale: places)
  }

  /// Returns the remainder of a division with a whole quotient. It has the sign of the dividend and is always exact.
  package func remainder(dividingBy other: Decimal) -> Result<Decimal, DecimalFault> {
    guard other.coefficient != 0 else { return .failure(.divisionByZero) }
    let dividend = coefficient.magnitude
    let divisor = other.coefficient.magnitude
    let rest: UInt128
    if scale >= other.scale {
      // A divisor that exceeds 128 bits is larger than any dividend, so the dividend is the remainder.
      let aligned = Self.aligned(divisor, by: Int(scale) - Int(other.scale))
      rest = aligned.map { dividend % $0 } ?? dividend
    } else {
      rest = Self.remainder(dividend, timesTenTo: Int(other.scale) - Int(scale), dividingBy: divisor)
    }
    return Self.rounded(magnitude: rest, isNegative: coefficient < 0, scale: Int(max(scale, other.scale)))
  }

  /// Returns the exponent of ten of the first digit of a quotient of two non-zero numbers.
  private func exponentOfQuotient(by other: Decimal) -> Int {
    let (dividend, divisor) = (coefficient.magnitude, other.coefficient.magnitude)
    let guess = PowersOfTen.digits(of: dividend) - PowersOfTen.digits(of: divisor)
    // Both aligned sizes have the same number of digits, so neither overflows.
    let left = Self.aligned(dividend, by: max(0, -guess)) ?? 0
    let right = Self.aligned(divisor, by: max(0, guess)) ?? 0
    return (left >= right ? guess : guess - 1) + Int(other.scale) - Int(scale)
  }

  /// Returns `dividend * 10^power / divisor`, rounded half-even to a whole number. The quotient must have at most 37 digits,
  /// which bounds the power.
  private static func halfEvenQuotient(_ dividend: UInt128, _ divisor: UInt128, timesTenTo power: Int) -> UInt128 {
    var divisor = divisor
    var wide: (high: UInt128, low: UInt128) = (0, dividend)
    if power < 0 {
      // A divisor that exceeds 128 bits is more than twice any dividend.
      guard let larger = aligned(divisor, by: -power) else { return 0 }
      divisor = larger
    } else {
      wide = shifted(dividend, by: power)
    }
    let (quotient, rest) = divisor.dividingFullWidth((wide.high, wide.low))
    return RoundingMode.halfEven.raises(quotient, rest: rest, of: divisor, isNegative: false) ? quotient + 1 : quotient
  }

  /// Returns `magnitude * 10^power` as its high and its low 128 bits. It must fit into 256 bits, and the power must not be
  /// negative.
  static func shifted(_ magnitude: UInt128, by power: Int) -> (high: UInt128, low: UInt128) {
    let first = min(power, 38)
    let product = (aligned(magnitude, by: power - first) ?? 0).multipliedFullWidth(by: PowersOfTen.power(first) ?? 1)
    return (product.high, product.low)
  }

  /// Returns `magnitude * 10^power`; `nil` if the result does not fit into 128 bits.
  private static func aligned(_ magnitude: UInt128, by power: Int) -> UInt128? {
    guard let factor = PowersOfTen.power(power) else { return nil }
    let (product, overflow) = magnitude.multipliedReportingOverflow(by: factor)
    return overflow ? nil : product
  }

  /// Returns `magnitude * 10^power mod divisor`, for any power that is not negative.
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

  /// Returns the product of two numbers below the modulus, modulo the modulus.
  private static func product(_ left: UInt128, _ right: UInt128, modulo modulus: UInt128) -> UInt128 {
    let (high, low) = left.multipliedFullWidth(by: right)
    return modulus.dividingFullWidth((high, low)).remainder
  }
}

extension Result<Decimal, DecimalFault> {
  /// Returns the sum of two numbers that are so far apart that the digits of both do not fit into 128 bits. The last digits of
  /// the finer number only break ties.
  fileprivate static func distantSum(_ coarse: Decimal, _ fine: Decimal) -> Self {
    let padding = 37 - PowersOfTen.digits(of: coarse.coefficient.magnitude)
    let size = coarse.coefficient.magnitude * (PowersOfTen.power(padding) ?? 1)
    let scale = Int(coarse.scale) + padding
    let unit = PowersOfTen.power(Int(fine.scale) - scale)
    let (part, rest) = unit.map { fine.coefficient.magnitude.quotientAndRemainder(dividingBy: $0) } ?? (0, 1)
    let isCut = rest != 0
    let sum = coarse.isNegative == fine.isNegative ? size + part : size - part - (isCut ? 1 : 0)
    return Decimal.rounded(magnitude: sum, isCut: isCut, isNegative: coarse.isNegative, scale: scale)
  }
}
