/// An exact decimal number (language.md §2, "Decimals"): `coefficient / 10^scale`.
///
/// Always normalised: `scale` is the least that holds the value, and zero is `0/1`; so equal numbers are equal structures. The
/// coefficient has at most 38 digits. No operation rounds but those that say so, and none traps: what cannot be held is a
/// ``DecimalFault``.
package struct Decimal: Hashable, Sendable {
  /// The coefficient in words: whatever holds an `Int128` is aligned to 16 bytes, and comes from a slower allocator.
  private let low: UInt64
  private let high: Int64
  /// Digits behind the point; never negative.
  package let scale: Int32

  package var coefficient: Int128 { Int128(high) << 64 | Int128(low) }

  /// The number 0.
  package static let zero = Decimal(trusted: 0, scale: 0)
  /// The number 1.
  package static let one = Decimal(trusted: 1, scale: 0)

  /// A whole number; every `Int` fits.
  package init(_ integer: Int) { self.init(normalized: Int64(integer), scale: 0) }

  /// Keeps what is known to be normalised and to have at most 38 digits.
  init(trusted coefficient: Int128, scale: Int32) {
    low = UInt64(truncatingIfNeeded: coefficient)
    high = Int64(truncatingIfNeeded: coefficient >> 64)
    self.scale = scale
  }

  /// A number that is known to be normalised: without a zero at its end, and `0/0` for zero. Nothing checks it; ``make`` does.
  package init(normalized coefficient: Int64, scale: Int32) {
    low = UInt64(bitPattern: coefficient)
    high = coefficient < 0 ? -1 : 0
    self.scale = scale
  }

  /// `coefficient / 10^scale`, normalised; a negative scale multiplies. A fault when more than 38 digits are left.
  package static func make(coefficient: Int128, scale: Int) -> Result<Decimal, DecimalFault> {
    make(magnitude: coefficient.magnitude, isNegative: coefficient < 0, scale: scale)
  }

  /// `±magnitude / 10^scale`, normalised.
  static func make(magnitude: UInt128, isNegative: Bool, scale: Int) -> Result<Decimal, DecimalFault> {
    guard magnitude != 0 else { return .success(zero) }
    var magnitude = magnitude
    var scale = scale
    if scale < 0 {
      guard let power = PowersOfTen.power(-scale) else { return .failure(.overflow) }
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: power)
      guard !overflow else { return .failure(.overflow) }
      magnitude = product
      scale = 0
    }
    while scale > 0, magnitude & 1 == 0 {
      let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { break }
      magnitude = quotient
      scale -= 1
    }
    guard magnitude < PowersOfTen.limit, let exactScale = Int32(exactly: scale) else { return .failure(.overflow) }
    let coefficient = Int128(magnitude)
    return .success(Decimal(trusted: isNegative ? -coefficient : coefficient, scale: exactScale))
  }
}

/// Why an operation on decimals has no value (language.md §2, "Decimals").
package enum DecimalFault: Error, Hashable, Sendable {
  /// The exact result has more than 38 digits.
  case overflow
  /// Divided by zero, with `/` or `%`.
  case divisionByZero
}

extension Decimal {
  /// Whether there is nothing behind the point.
  package var isInteger: Bool { scale == 0 }

  /// The value as an `Int`, when it is whole and fits.
  package var intValue: Int? { scale == 0 ? Int(exactly: coefficient) : nil }

  /// Whether the number is below zero.
  package var isNegative: Bool { coefficient < 0 }

  /// Whether the number is within the limits for literals and for what leaves an expression: at most 15 significant digits, at
  /// most 12 places, size below 10^15.
  package var fitsOutside: Bool { coefficient.magnitude < PowersOfTen.outsideLimit && scale <= 12 }

  /// The number with the other sign.
  package var negated: Decimal { Decimal(trusted: -coefficient, scale: scale) }

  /// The number without its sign.
  package var abs: Decimal { coefficient < 0 ? negated : self }
}
