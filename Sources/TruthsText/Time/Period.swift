/// A number of months, which may be negative (dates §1, the type `period`). Its size is at most 9999 years.
package struct Period: Hashable, Comparable, Sendable {
  package let months: Int32

  /// The period of no months, `P0M`.
  package static let zero = Period(trusted: 0)

  /// The greatest size in months, which is 9999 years.
  static let limit = 9999 * 12

  /// Creates a period from its number of months; `nil` if its size is more than 9999 years.
  package init?(months: Int) {
    guard (-Self.limit...Self.limit).contains(months) else { return nil }
    self.months = Int32(months)
  }

  private init(trusted months: Int32) { self.months = months }

  /// Reads `P[nY][nM]`, which may have a `-` before it; `nil` for any other text. At least one part is required, and the months
  /// may be any number.
  package init?(text: some StringProtocol) {
    var scanner = TimeScanner(text)
    let isNegative = scanner.take("-")
    guard scanner.take("P"), let total = scanner.wholeParts(["Y": 12, "M": 1]), scanner.isAtEnd,
      let months = Int(exactly: total)
    else { return nil }
    self.init(months: isNegative ? -months : months)
  }

  /// The normal form: years, and months below 12. The period of no months is `P0M`, and a negative period begins with `-`.
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
  /// Returns a period of a number of months; `nil` if the number has a fraction or exceeds the limit.
  package static func months(_ number: Decimal) -> Period? { number.intValue.flatMap(Period.init(months:)) }

  /// Returns a period of a number of years; `nil` if the number has a fraction or exceeds the limit.
  package static func years(_ number: Decimal) -> Period? {
    guard let years = number.intValue, (-9999...9999).contains(years) else { return nil }
    return Period(months: years * 12)
  }

  /// The period with the opposite sign.
  package var negated: Period { Period(trusted: -months) }

  /// The period without its sign.
  package var abs: Period { months < 0 ? negated : self }

  /// Returns the sum of this period and another; `nil` if it exceeds the limit.
  package func adding(_ other: Period) -> Period? { Period(months: Int(months) + Int(other.months)) }

  /// Returns the difference of this period and another; `nil` if it exceeds the limit.
  package func subtracting(_ other: Period) -> Period? { adding(other.negated) }

  /// Returns the period times a factor; `nil` if the factor has a fraction, or if the product exceeds the limit.
  package func multiplied(by factor: Decimal) -> Period? {
    guard factor.isInteger, case .success(let product) = Decimal(Int(months)).multiplied(by: factor) else { return nil }
    return Period.months(product)
  }

  /// Returns how many times another period fits into this one, as `Decimal.divided(by:)` does.
  package func divided(by other: Period) -> Result<Decimal, DecimalFault> {
    Decimal(Int(months)).divided(by: Decimal(Int(other.months)))
  }
}
