import TruthsProgram
import TruthsText

/// An exact fraction. A result that does not fit 128 bits leaves the question undecided; nothing is rounded.
struct Rational: Hashable, Sendable {
  private let upper: Wide
  private let lower: Wide

  var numerator: Int128 { upper.value }

  /// Positive; without a common factor with the numerator.
  var denominator: Int128 { lower.value }

  static let zero = Rational(0)
  static let one = Rational(1)

  init(_ integer: Int128) {
    upper = Wide(integer)
    lower = Wide(1)
  }

  /// Makes `numerator / denominator` in lowest terms.
  init(_ numerator: Int128, over denominator: Int128) throws(OutOfFuel) {
    guard denominator != 0, numerator != .min, denominator != .min else { throw OutOfFuel() }
    let divisor = denominator == 1 ? 1 : greatestCommonDivisor(numerator, denominator)
    let sign: Int128 = denominator < 0 ? -1 : 1
    upper = Wide(sign * (divisor == 1 ? numerator : numerator / divisor))
    lower = Wide(sign * (divisor == 1 ? denominator : denominator / divisor))
  }

  init(_ decimal: Decimal) throws(OutOfFuel) {
    try self.init(decimal.coefficient, over: powerOfTen(Int(decimal.scale)))
  }

  var isInteger: Bool { denominator == 1 }

  var isZero: Bool { numerator == 0 }

  /// The greatest whole number that is not larger.
  var floor: Int128 {
    let quotient = numerator / denominator
    return numerator < 0 && quotient * denominator != numerator ? quotient - 1 : quotient
  }

  /// The least whole number that is not smaller.
  var ceiling: Int128 { isInteger ? numerator : floor + 1 }

  var negated: Rational {
    get throws(OutOfFuel) { try Rational(numerator.times(-1), over: denominator) }
  }

  func adding(_ other: Rational) throws(OutOfFuel) -> Rational {
    if denominator == other.denominator {
      return try Rational(numerator.plus(other.numerator), over: denominator)
    }
    let left = try numerator.times(other.denominator)
    let right = try other.numerator.times(denominator)
    return try Rational(left.plus(right), over: denominator.times(other.denominator))
  }

  func subtracting(_ other: Rational) throws(OutOfFuel) -> Rational { try adding(other.negated) }

  func multiplied(by other: Rational) throws(OutOfFuel) -> Rational {
    if denominator == 1, other.denominator == 1 { return try Rational(numerator.times(other.numerator), over: 1) }
    // Common factors are cancelled first, so that they cannot overflow.
    let left = try Rational(numerator, over: other.denominator)
    let right = try Rational(other.numerator, over: denominator)
    return try Rational(left.numerator.times(right.numerator), over: left.denominator.times(right.denominator))
  }

  func divided(by other: Rational) throws(OutOfFuel) -> Rational {
    try multiplied(by: Rational(other.denominator, over: other.numerator))
  }

  /// The number as a decimal; `nil` if that needs more than 34 places.
  var decimal: Decimal? {
    for places in 0...Decimal.digits {
      guard let power = try? powerOfTen(places) else { return nil }
      guard power % denominator == 0 else { continue }
      let (coefficient, overflow) = numerator.multipliedReportingOverflow(by: power / denominator)
      guard !overflow, case .success(let decimal) = Decimal.make(coefficient: coefficient, scale: places) else { return nil }
      return decimal
    }
    return nil
  }
}

extension Rational: Comparable {
  static func < (left: Rational, right: Rational) -> Bool {
    if left.denominator == right.denominator { return left.numerator < right.numerator }
    let (small, large) = (Int128(Int64.min), Int128(Int64.max))
    if left.numerator >= small, left.numerator <= large, right.numerator >= small, right.numerator <= large,
      left.denominator <= large, right.denominator <= large
    {
      return left.numerator * right.denominator < right.numerator * left.denominator
    }
    let one = left.numerator.multipliedFullWidth(by: right.denominator)
    let other = right.numerator.multipliedFullWidth(by: left.denominator)
    return (one.high, one.low) < (other.high, other.low)
  }
}

extension Int128 {
  func plus(_ other: Int128) throws(OutOfFuel) -> Int128 {
    let (sum, overflow) = addingReportingOverflow(other)
    if overflow { throw OutOfFuel() }
    return sum
  }

  func times(_ other: Int128) throws(OutOfFuel) -> Int128 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    if overflow { throw OutOfFuel() }
    return product
  }
}

/// Returns 10^exponent; throws beyond 38.
func powerOfTen(_ exponent: Int) throws(OutOfFuel) -> Int128 {
  guard (0...38).contains(exponent) else { throw OutOfFuel() }
  return (0..<exponent).reduce(1) { power, _ in power * 10 }
}

/// Returns the greatest number that divides both; 1 for two zeros.
func greatestCommonDivisor(_ left: Int128, _ right: Int128) -> Int128 {
  var (dividend, divisor) = (left.magnitude, right.magnitude)
  if dividend == 1 || divisor == 1 { return 1 }
  let narrow = UInt128(UInt64.max)
  while divisor != 0 {
    if dividend <= narrow, divisor <= narrow {
      var (small, smaller) = (UInt64(truncatingIfNeeded: dividend), UInt64(truncatingIfNeeded: divisor))
      while smaller != 0 { (small, smaller) = (smaller, small % smaller) }
      return small == 0 ? 1 : Int128(small)
    }
    (dividend, divisor) = (divisor, dividend % divisor)
  }
  return dividend == 0 ? 1 : Int128(truncatingIfNeeded: dividend)
}

/// A whole number of 128 bits in two words. A type that holds an `Int128` is aligned to 16 bytes, and is allocated by a slower
/// path. `Decimal` has its own copy of this, because calls across modules are not inlined.
struct Wide: Hashable, Sendable {
  private let low: UInt64
  private let high: Int64

  @inline(__always)
  init(_ value: Int128) {
    low = UInt64(truncatingIfNeeded: value)
    high = Int64(truncatingIfNeeded: value >> 64)
  }

  @inline(__always)
  var value: Int128 { Int128(high) << 64 | Int128(low) }
}
