/// Exact products with integers that are rounded only once. They scale durations and periods.
extension Decimal {
  init(exactly integer: Int64) { self.init(trusted: Int128(integer), scale: 0) }

  /// Multiplies this number by an integer and rounds the exact product half-even to a whole number; `nil` if the result has
  /// more than 64 bits.
  ///
  /// The exact product has up to 53 digits. A `Decimal` would round it first, so it is never held as one.
  func roundedProduct(_ integer: Int64) -> Int64? {
    guard scale >= 0 else { return integer == 0 ? 0 : nil }
    let product = coefficient.magnitude.multipliedFullWidth(by: UInt128(integer.magnitude))
    guard let size = Self.halfEven(high: product.high, low: product.low, dividedByTenTo: Int(scale)) else { return nil }
    return isNegative == (integer < 0) ? size : -size
  }

  /// Returns `(high * 2^128 + low) / 10^places`, rounded half-even; `nil` if the result has more than 63 bits. The dividend
  /// must be below 10^53.
  private static func halfEven(high: UInt128, low: UInt128, dividedByTenTo places: Int) -> Int64? {
    // Less than a tenth remains of any such dividend.
    guard places <= 53 else { return 0 }
    // Two steps, since a divisor has 128 bits: the remainder of the first only breaks ties.
    let first = max(0, places - 38)
    guard let firstDivisor = PowersOfTen.power(first), let divisor = PowersOfTen.power(places - first) else { return nil }
    let (upper, carried) = high.quotientAndRemainder(dividingBy: firstDivisor)
    let (lower, dropped) = firstDivisor.dividingFullWidth((carried, low))
    guard upper < divisor else { return nil }
    let (quotient, rest) = divisor.dividingFullWidth((upper, lower))
    guard quotient < UInt128(Int64.max) else { return nil }
    let other = divisor - rest
    let roundsUp = rest > other || (rest == other && (dropped > 0 || quotient & 1 == 1))
    return Int64(roundsUp ? quotient + 1 : quotient)
  }
}

/// A sum of whole milliseconds or months, and their mean. Only the final sum is checked, so that the order of the terms does
/// not matter.
///
/// Terms are below 10^15 in size, so the sum of any number of terms that can be counted fits into 128 bits.
struct WholeSum: Sendable {
  private(set) var total: Int128 = 0
  private var count = 0

  mutating func add(_ term: Int64) {
    total += Int128(term)
    count += 1
  }

  /// The mean, rounded half-even to a whole number; `nil` without terms.
  var mean: Int128? {
    guard count > 0 else { return nil }
    let divisor = UInt128(count)
    let (quotient, rest) = total.magnitude.quotientAndRemainder(dividingBy: divisor)
    let other = divisor - rest
    let size = Int128(rest > other || (rest == other && quotient & 1 == 1) ? quotient + 1 : quotient)
    return total < 0 ? -size : size
  }
}
