extension Decimal {
  /// The greatest whole number that is not above.
  package var floor: Decimal { whole(awayFromZeroWhere: { isNegative, rest, _, _ in isNegative && rest != 0 }) }

  /// The least whole number that is not below.
  package var ceil: Decimal { whole(awayFromZeroWhere: { isNegative, rest, _, _ in !isNegative && rest != 0 }) }

  /// Rounded half-even to a number of places; negative places round to tens, hundreds and so on. The only fault is the one number
  /// that needs a 39th digit for the carry.
  package func rounded(places: Int = 0) -> Result<Decimal, DecimalFault> {
    guard places < Int(scale) else { return .success(self) }
    let (dropped, overflow) = Int(scale).subtractingReportingOverflow(places)
    // All digits and one more fall away: less than half of the last place is left.
    guard !overflow, dropped <= 38, let unit = PowersOfTen.power(dropped) else { return .success(.zero) }
    let (quotient, rest) = coefficient.magnitude.quotientAndRemainder(dividingBy: unit)
    let roundsUp = Self.roundsUpHalfEven(rest: rest, unit: unit, quotient: quotient)
    return Self.make(magnitude: roundsUp ? quotient + 1 : quotient, isNegative: isNegative, scale: places)
  }

  /// Whether a rest of a unit rounds up, the half towards the even neighbour.
  private static func roundsUpHalfEven(rest: UInt128, unit: UInt128, quotient: UInt128) -> Bool {
    rest > unit - rest || (rest == unit - rest && quotient & 1 == 1)
  }

  /// The digits before the point, one more away from zero where the rule says so.
  private func whole(
    awayFromZeroWhere rule: (_ isNegative: Bool, _ rest: UInt128, _ unit: UInt128, _ quotient: UInt128) -> Bool
  ) -> Decimal {
    guard scale > 0 else { return self }
    // Where the unit does not fit, the number is between -1 and 1.
    let unit = PowersOfTen.power(Int(scale)) ?? PowersOfTen.limit
    let (quotient, rest) = coefficient.magnitude.quotientAndRemainder(dividingBy: unit)
    let size = Int128(rule(isNegative, rest, unit, quotient) ? quotient + 1 : quotient)
    return Decimal(trusted: isNegative ? -size : size, scale: 0)
  }
}
