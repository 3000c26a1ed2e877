/// A decimal number `coefficient / 10^scale` with the range of IEEE 754's decimal128, without -0 (types §3.2).
///
/// Equal numbers have equal fields. Below 10^34 the scale is the smallest non-negative one that holds the value; from there on
/// the coefficient has 34 digits. Operations round half-even to 34 digits and never trap. A result that cannot be held is a
/// `DecimalFault`.
package struct Decimal: Hashable, Sendable {
  /// The low word and the high word of the coefficient. A type that contains an `Int128` is aligned to 16 bytes and needs a
  /// slower allocator.
  private let low: UInt64
  private let high: Int64
  /// The number of digits after the decimal point; negative for numbers of 10^34 and more.
  package let scale: Int32

  package var coefficient: Int128 { Int128(high) << 64 | Int128(low) }

  package static let zero = Decimal(trusted: 0, scale: 0)
  package static let one = Decimal(trusted: 1, scale: 0)

  /// Creates a whole number. Every `Int` fits.
  package init(_ integer: Int) { self.init(normalized: Int64(integer), scale: 0) }

  /// Creates a number from a normalised coefficient and scale. The coefficient has at most 34 digits; nothing checks this.
  init(trusted coefficient: Int128, scale: Int32) {
    low = UInt64(truncatingIfNeeded: coefficient)
    high = Int64(truncatingIfNeeded: coefficient >> 64)
    self.scale = scale
  }

  /// Creates a number that the caller has normalised: without trailing zeros, and with coefficient and scale 0 for zero.
  /// Nothing checks this; `make` normalises.
  package init(normalized coefficient: Int64, scale: Int32) {
    low = UInt64(bitPattern: coefficient)
    high = coefficient < 0 ? -1 : 0
    self.scale = scale
  }

  /// Returns `coefficient / 10^scale`, rounded half-even to 34 digits. The scale may be negative. A result of 10^6145 or more
  /// in size is a fault.
  package static func make(coefficient: Int128, scale: Int) -> Result<Decimal, DecimalFault> {
    rounded(magnitude: coefficient.magnitude, isNegative: coefficient < 0, scale: scale)
  }
}

/// The reason why an operation on decimals has no value (types §3.2).
package enum DecimalFault: Error, Hashable, Sendable {
  /// The result is 10^6145 or more in size.
  case overflow
  /// A division by zero, with `/` or `%`.
  case divisionByZero
}

extension Decimal {
  /// Whether the number has no digits after the decimal point.
  package var isInteger: Bool { scale <= 0 }

  /// The value as an `Int`; `nil` if it has a fraction or does not fit.
  package var intValue: Int? { scale == 0 ? Int(exactly: coefficient) : nil }

  /// Whether the number is below zero.
  package var isNegative: Bool { coefficient < 0 }

  /// Whether the number is within the limits for literals and for results of expressions. These are at most 15 significant
  /// digits, at most 12 decimal places, and a size below 10^15.
  package var fitsOutside: Bool { coefficient.magnitude < PowersOfTen.outsideLimit && (0...12).contains(scale) }

  /// The number with the opposite sign.
  package var negated: Decimal { Decimal(trusted: -coefficient, scale: scale) }

  /// The number without its sign.
  package var abs: Decimal { coefficient < 0 ? negated : self }
}

extension Decimal: Comparable {
  /// The exact order of the numbers, whatever their scales.
  package static func < (left: Decimal, right: Decimal) -> Bool {
    if left.scale == right.scale { return left.coefficient < right.coefficient }
    guard left.isNegative == right.isNegative else { return left.isNegative }
    return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
  }

  /// Whether the size of the number is less than the size of another number.
  private func isSmaller(than other: Decimal) -> Bool {
    let mine = coefficient.magnitude
    let others = other.coefficient.magnitude
    if scale < other.scale {
      return Self.aligned(mine, from: scale, to: other.scale).map { $0 < others } ?? (mine == 0 && others != 0)
    }
    return Self.aligned(others, from: other.scale, to: scale).map { mine < $0 } ?? (others != 0)
  }

  /// Returns the magnitude at a finer scale; `nil` if the result has more than 128 bits, which no coefficient has.
  ///
  /// Scales that are more than 38 apart also give `nil`, even for zero.
  private static func aligned(_ magnitude: UInt128, from scale: Int32, to finer: Int32) -> UInt128? {
    guard let power = PowersOfTen.power(Int(finer) - Int(scale)) else { return nil }
    let (product, overflow) = magnitude.multipliedReportingOverflow(by: power)
    return overflow ? nil : product
  }
}

/// The reason why a text is not a number within the limits for literals and data. These are at most 15 significant digits, at
/// most 12 decimal places, and a size below 10^15. The limits apply to the value, so zeros at either end do not count.
package enum DecimalLiteralFault: Error, Hashable, Sendable {
  /// The text is not `digits [ "." digits ]`, optionally with a `-` before it.
  case malformed
  /// The value has more than 15 significant digits.
  case tooManyDigits
  /// The value has more than 12 digits after the decimal point.
  case tooManyPlaces
  /// The magnitude of the value is 10^15 or more.
  case tooLarge
}

extension Decimal {
  /// Reads `digits [ "." digits ]` (types §3.1, `number`). A `-` may precede the digits, which data allows.
  package init(literal: some StringProtocol) throws(DecimalLiteralFault) {
    var assembly = DecimalAssembly()
    var digitsBefore = 0
    var digitsBehind = 0
    var sawPoint = false
    for (index, byte) in literal.utf8.enumerated() {
      switch byte {
      case 0x2D where index == 0: assembly.isNegative = true
      case 0x2E where digitsBefore > 0 && !sawPoint: sawPoint = true
      case 0x30...0x39:
        assembly.append(digit: byte - 0x30, isFraction: sawPoint)
        if sawPoint { digitsBehind += 1 } else { digitsBefore += 1 }
      default: throw .malformed
      }
    }
    guard digitsBefore > 0, !sawPoint || digitsBehind > 0 else { throw .malformed }
    self = try assembly.decimal()
  }
}

/// A number that is built digit by digit, with a check of its value against the limits. Readers that parse the grammar
/// themselves use it.
package struct DecimalAssembly: Sendable {
  /// Whether the number is negative.
  package var isNegative = false
  /// The power of ten after an `e`.
  package var exponent = 0
  private var significand: UInt64 = 0
  private var significantDigits = 0
  /// The number of zeros since the last non-zero digit. They count only if another non-zero digit follows.
  private var heldZeros = 0
  private var places = 0

  package init() {}

  /// Appends the next digit, a number from 0 to 9.
  ///
  /// - Parameter isFraction: whether the digit is after the decimal point.
  package mutating func append(digit: UInt8, isFraction: Bool) {
    if isFraction { places += 1 }
    guard digit != 0 else {
      if significantDigits > 0 { heldZeros += 1 }
      return
    }
    let (count, overflow) = significantDigits.addingReportingOverflow(heldZeros + 1)
    significantDigits = overflow ? Int.max : count
    if significantDigits <= 15 {
      for _ in 0..<heldZeros { significand *= 10 }
      significand = significand * 10 + UInt64(digit)
    }
    heldZeros = 0
  }

  /// Returns the number. Throws the limit that its value exceeds.
  package func decimal() throws(DecimalLiteralFault) -> Decimal {
    guard significantDigits > 0 else { return .zero }
    guard significantDigits <= 15 else { throw .tooManyDigits }
    // The value is significand * 10^power; sums of counts of characters and a clamped exponent do not overflow.
    let power = heldZeros - places + exponent
    guard power >= -12 else { throw .tooManyPlaces }
    guard significantDigits + power <= 15 else { throw .tooLarge }
    let coefficient = isNegative ? -Int128(significand) : Int128(significand)
    // The last digit is not zero, so a number with places is already normalised.
    if power <= 0 { return Decimal(trusted: coefficient, scale: Int32(-power)) }
    return Decimal(trusted: coefficient * Int128(PowersOfTen.power(power) ?? 1), scale: 0)
  }

  /// The number without its fraction. A magnitude of 10^15 or more becomes the greatest one of 15 digits.
  package var clampedWholePart: Decimal {
    let count = significantDigits + heldZeros - places + exponent
    guard significantDigits > 0, count > 0 else { return .zero }
    // Digits beyond the first 15 are not kept. Of a smaller number they belong to the fraction.
    let digits = Array(String(significand).utf8)
    let whole =
      count > 15
      ? 999_999_999_999_999 : (0..<count).reduce(0) { $0 * 10 + ($1 < digits.count ? Int(digits[$1] - UInt8(ascii: "0")) : 0) }
    return Decimal(isNegative ? -whole : whole)
  }
}

extension Decimal {
  /// The number as RFC 8785 §3.2.2.3 prints it, which is ECMAScript's `Number::toString`: `5000`, `0.5`, `1e-7`.
  ///
  /// A number outside the limits for data has no ECMAScript form. It is written without an exponent.
  package var canonicalText: String {
    var text = String()
    appendCanonical(to: &text)
    return text
  }

  package func appendCanonical(to text: inout String) {
    if coefficient < 0 { text.append("-") }
    let digits = String(coefficient.magnitude)
    guard scale > 0 else {
      text.append(digits)
      for _ in 0..<(-scale) { text.append("0") }
      return
    }
    let before = digits.utf8.count - Int(scale)
    if before > 0 {
      text.append(contentsOf: digits.prefix(before))
      text.append(".")
      text.append(contentsOf: digits.suffix(Int(scale)))
    } else if before > -6 || !fitsOutside {
      text.append("0.")
      for _ in 0..<(-before) { text.append("0") }
      text.append(digits)
    } else {
      text.append(contentsOf: digits.prefix(1))
      if digits.utf8.count > 1 {
        text.append(".")
        text.append(contentsOf: digits.dropFirst())
      }
      text.append("e-")
      text.append(String(1 - before))
    }
  }
}

extension Decimal: CustomStringConvertible {
  package var description: String { canonicalText }
}

extension Int {
  /// The digits in groups of three, for display: `100,000`.
  package var grouped: String {
    let digits = Array(String(magnitude))
    let groups = digits.indices.map { ($0 > 0 && (digits.count - $0) % 3 == 0 ? "," : "") + String(digits[$0]) }
    return (self < 0 ? "-" : "") + groups.joined()
  }
}
