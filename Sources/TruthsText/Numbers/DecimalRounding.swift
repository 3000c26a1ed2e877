/// Normalisation and rounding to 34 digits, which every operation on decimals uses.
extension Decimal {
  /// The greatest number of digits of a coefficient.
  package static let digits = 34
  /// The exponents that a number may have. A number of 10^6145 or more in size is a fault, and a number below 10^-6143 in size
  /// becomes 0.
  private static let exponents = -6143...6144

  /// Returns `±magnitude / 10^scale`, rounded half-even to 34 digits.
  ///
  /// - Parameters:
  ///   - isCut: whether the exact number is larger than given, by less than one in the last digit of the magnitude. The
  ///     magnitude must then have at least 35 digits.
  ///   - scale: may be negative.
  /// - Returns: a fault for 10^6145 or more in size; 0 below 10^-6143.
  static func rounded(
    magnitude: UInt128, isCut: Bool = false, isNegative: Bool, scale: Int
  ) -> Result<Decimal, DecimalFault> {
    var (magnitude, scale) = (magnitude, scale)
    if magnitude >= PowersOfTen.limit {
      let dropped = PowersOfTen.digits(of: magnitude) - digits
      let unit = PowersOfTen.power(dropped) ?? 1
      let (quotient, rest) = magnitude.quotientAndRemainder(dividingBy: unit)
      let raises = rest > unit / 2 || rest == unit / 2 && (isCut || quotient & 1 == 1)
      magnitude = raises ? quotient + 1 : quotient
      scale -= dropped
    }
    return normalized(magnitude, isNegative: isNegative, scale: scale)
  }

  /// Rounds `high * 2^128 + low`, which has at most 192 bits, like `rounded(magnitude:isCut:isNegative:scale:)`.
  static func rounded(
    high: UInt128, low: UInt128, isCut: Bool = false, isNegative: Bool, scale: Int
  ) -> Result<Decimal, DecimalFault> {
    if high == 0 { return rounded(magnitude: low, isCut: isCut, isNegative: isNegative, scale: scale) }
    // 37 or 38 digits remain: a number of n bits has at least (n - 1) · log10(2) digits before its last, and at most one
    // more.
    let bits = 256 - high.leadingZeroBitCount
    let dropped = (bits - 1) * 30_103 / 100_000 + 1 - 37
    let unit = PowersOfTen.power(dropped) ?? 1
    let (quotient, rest) = unit.dividingFullWidth((high, low))
    return rounded(magnitude: quotient, isCut: isCut || rest != 0, isNegative: isNegative, scale: scale - dropped)
  }

  /// Normalises a magnitude of at most 34 digits. It may also be 10^34, to which rounding can raise a magnitude.
  private static func normalized(_ magnitude: UInt128, isNegative: Bool, scale: Int) -> Result<Decimal, DecimalFault> {
    guard magnitude != 0 else { return .success(zero) }
    var (magnitude, scale) = (magnitude, scale)
    if magnitude == PowersOfTen.limit { (magnitude, scale) = (magnitude / 10, scale - 1) }
    // A number divisible by 10^n is also divisible by 2^n.
    for power in [32, 16, 8, 4, 2, 1] where power <= scale && power <= magnitude.trailingZeroBitCount {
      let (quotient, rest) = magnitude.quotientAndRemainder(dividingBy: PowersOfTen.power(power) ?? 1)
      if rest == 0 { (magnitude, scale) = (quotient, scale - power) }
    }
    if scale < 0 || scale > -exponents.lowerBound {
      let exponent = PowersOfTen.digits(of: magnitude) - 1 - scale
      if exponent > exponents.upperBound { return .failure(.overflow) }
      if exponent < exponents.lowerBound { return .success(zero) }
      let padding = min(-scale, digits - PowersOfTen.digits(of: magnitude))
      if padding > 0, let power = PowersOfTen.power(padding) { (magnitude, scale) = (magnitude * power, scale + padding) }
    }
    let coefficient = Int128(magnitude)
    return .success(Decimal(trusted: isNegative ? -coefficient : coefficient, scale: Int32(scale)))
  }
}

extension Decimal {
  /// The greatest whole number that is not greater than this number.
  package var floor: Decimal { roundedToWhole(.floor) }

  /// The least whole number that is not less than this number.
  package var ceil: Decimal { roundedToWhole(.ceiling) }

  /// Rounds to a number of decimal places. A negative number of places rounds to tens, hundreds and so on. A result of 10^6145
  /// or more in size is a fault.
  package func rounded(places: Int = 0, _ mode: RoundingMode = .halfEven) -> Result<Decimal, DecimalFault> {
    guard places < Int(scale) else { return .success(self) }
    let (dropped, overflow) = Int(scale).subtractingReportingOverflow(places)
    guard !overflow, let unit = PowersOfTen.power(dropped) else {
      // All digits and one more are dropped: less than half of the last place remains.
      let isRaised = mode.raises(0, rest: 1, of: 3, isNegative: isNegative) && coefficient != 0
      return isRaised ? Self.rounded(magnitude: 1, isNegative: isNegative, scale: places) : .success(.zero)
    }
    let (quotient, rest) = coefficient.magnitude.quotientAndRemainder(dividingBy: unit)
    let raised = mode.raises(quotient, rest: rest, of: unit, isNegative: isNegative)
    return Self.rounded(magnitude: raised ? quotient + 1 : quotient, isNegative: isNegative, scale: places)
  }

  /// Rounds to a whole number with a mode that rounds up or down, which never fails.
  private func roundedToWhole(_ mode: RoundingMode) -> Decimal {
    guard scale > 0, case .success(let number) = rounded(places: 0, mode) else { return self }
    return number
  }

  /// The number as an expression may return it (types §3.3). With more than 12 decimal places, it is rounded half-even to 12
  /// decimal places or 15 digits, whichever is coarser. `nil` if it has at most 12 decimal places and more than 15 digits, and
  /// if its size is 10^15 or more.
  package var leaving: Decimal? {
    if fitsOutside { return self }
    guard scale > 12 else { return nil }
    let before = PowersOfTen.digits(of: coefficient.magnitude) - Int(scale)
    guard case .success(let number) = rounded(places: min(12, 15 - before)), number.fitsOutside else { return nil }
    return number
  }

  /// Formats the number with exactly `places` decimal places, rounded half-even. It has no exponent, and zero has no minus
  /// sign. `nil` if the size of the number is 10^15 or more.
  package func text(places: Int) -> String? {
    guard abs < Decimal(1_000_000_000_000_000), case .success(let number) = rounded(places: places) else { return nil }
    let padding = String(repeating: "0", count: places - min(places, Int(number.scale)))
    let digits = String(number.coefficient.magnitude) + padding
    let sign = number.isNegative ? "-" : ""
    guard places > 0 else { return sign + digits }
    let whole = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
    return "\(sign)\(whole.dropLast(places)).\(whole.suffix(places))"
  }
}
