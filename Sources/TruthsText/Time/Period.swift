/// A number of months, possibly negative (dates §1: the type `period`): at most 9999 years either way.
package struct Period: Hashable, Comparable, Sendable {
  package let months: Int32

  /// No month at all, `P0M`.
  package static let zero = Period(trusted: 0)

  /// 9999 years.
  static let limit = 9999 * 12

  /// A period by its months; `nil` past 9999 years either way.
  package init?(months: Int) {
    guard (-Self.limit...Self.limit).contains(months) else { return nil }
    self.months = Int32(months)
  }

  private init(trusted months: Int32) { self.months = months }

  /// Reads `P[nY][nM]` with a `-` before it at most: at least one part, the months as many as there are.
  package init?(text: some StringProtocol) {
    var scanner = TimeScanner(text)
    let isNegative = scanner.take("-")
    guard scanner.take("P"), let total = scanner.wholeParts(["Y": 12, "M": 1]), scanner.isAtEnd,
      let months = Int(exactly: total)
    else { return nil }
    self.init(months: isNegative ? -months : months)
  }

  /// The normal form: years, and months below 12; `P0M` for none; a leading `-` when negative.
  package var text: String {
    let (years, rest) = months.magnitude.quotientAndRemainder(dividingBy: 12)
    let yearsText = years > 0 ? "\(years)Y" : ""
    return (months < 0 ? "-P" : "P") + yearsText + (rest > 0 || years == 0 ? "\(rest)M" : "")
  }

  package static func < (left: Period, right: Period) -> Bool { left.months < right.months }
}

extension Period: CustomStringConvertible {
  package var description: String { text }
}

extension Period {
  /// So many months; `nil` where that is no whole number or past the limit.
  package static func months(_ number: Decimal) -> Period? { number.intValue.flatMap(Period.init(months:)) }

  /// So many years; `nil` as for ``months(_:)``.
  package static func years(_ number: Decimal) -> Period? {
    guard let years = number.intValue, (-9999...9999).contains(years) else { return nil }
    return Period(months: years * 12)
  }

  /// The period the other way round.
  package var negated: Period { Period(trusted: -months) }

  /// The period without its sign.
  package var abs: Period { months < 0 ? negated : self }

  /// The sum; `nil` past the limit.
  package func adding(_ other: Period) -> Period? { Period(months: Int(months) + Int(other.months)) }

  /// The difference; `nil` past the limit.
  package func subtracting(_ other: Period) -> Period? { adding(other.negated) }

  /// The period so many times; `nil` where the factor is no whole number, or the product past the limit.
  package func multiplied(by factor: Decimal) -> Period? {
    guard factor.isInteger, case .success(let product) = Decimal(Int(months)).multiplied(by: factor) else { return nil }
    return Period.months(product)
  }

  /// How often another period fits into this one, as ``Decimal/divided(by:)``.
  package func divided(by other: Period) -> Result<Decimal, DecimalFault> {
    Decimal(Int(months)).divided(by: Decimal(Int(other.months)))
  }
}
