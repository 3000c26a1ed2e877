/// Why a text is no number within the limits for literals and data: at most 15 significant digits, at most 12 places, size below
/// 10^15. The limits are those of the value: zeros at either end do not count.
package enum DecimalLiteralFault: Error, Hashable, Sendable {
  /// The text is not `digits [ "." digits ]`, with a `-` before it at most.
  case malformed
  /// The value has more than 15 significant digits.
  case tooManyDigits
  /// The value has more than 12 digits behind the point.
  case tooManyPlaces
  /// The size of the value is 10^15 or more.
  case tooLarge
}

extension Decimal {
  /// Reads `digits [ "." digits ]` (language.md §3, `number`), with a `-` before it where data allows one.
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

/// Puts a number together digit by digit and judges it by its value; for readers that know the grammar themselves.
package struct DecimalAssembly: Sendable {
  /// Whether a `-` stands before the digits.
  package var isNegative = false
  /// The power of ten behind an `e`.
  package var exponent = 0
  private var significand: UInt64 = 0
  private var significantDigits = 0
  /// Zeros seen behind the last other digit; they count only when another digit follows.
  private var heldZeros = 0
  private var places = 0

  package init() {}

  /// Takes the next digit, 0 to 9.
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

  /// The number, or which limit its value passes.
  package func decimal() throws(DecimalLiteralFault) -> Decimal {
    guard significantDigits > 0 else { return .zero }
    guard significantDigits <= 15 else { throw .tooManyDigits }
    // The value is significand * 10^power; sums of counts of characters and a clamped exponent do not overflow.
    let power = heldZeros - places + exponent
    guard power >= -12 else { throw .tooManyPlaces }
    guard significantDigits + power <= 15 else { throw .tooLarge }
    let coefficient = isNegative ? -Int128(significand) : Int128(significand)
    // The last digit is not zero, so that a number with places is normalised as it stands.
    if power <= 0 { return Decimal(trusted: coefficient, scale: Int32(-power)) }
    return Decimal(trusted: coefficient * Int128(PowersOfTen.power(power) ?? 1), scale: 0)
  }
}
