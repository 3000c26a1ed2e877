extension ByteBuffer {
  /// Appends a whole number in decimal digits, with a `-` before it where it is negative.
  package mutating func append(decimal number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(decimal: UInt64(number.magnitude))
  }

  /// Appends a number in decimal digits.
  package mutating func append(decimal number: UInt64) {
    if number < 10 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)) }
    var digits = 2
    var power: UInt64 = 100
    while digits < 20, number >= power {
      digits += 1
      power = power.multipliedReportingOverflow(by: 10).partialValue
    }
    reserve(digits)
    count += digits
    var rest = number
    for place in 1...digits {
      storage[count - place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Appends the last decimal digits of a number that is not negative, with zeros before it where it has fewer.
  @inline(__always)
  mutating func append(decimal number: Int, digits: Int) {
    reserve(digits)
    count += digits
    var rest = number
    for place in 1...digits {
      storage[count - place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Appends the 16 lower-case hexadecimal digits of 64 bits, the highest first.
  package mutating func append(hexadecimal number: UInt64) {
    reserve(16)
    let place = UnsafeMutableRawPointer(storage + count)
    place.storeBytes(of: Self.digits(UInt32(truncatingIfNeeded: number >> 32)), as: UInt64.self)
    place.storeBytes(of: Self.digits(UInt32(truncatingIfNeeded: number)), toByteOffset: 8, as: UInt64.self)
    count += 16
  }

  /// Eight lower-case hexadecimal digits at once, as they stand in memory: each nibble in a byte of its own, then what makes a
  /// digit or a letter of it.
  @inline(__always)
  private static func digits(_ number: UInt32) -> UInt64 {
    var spread = UInt64(number.byteSwapped)
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    spread = (spread >> 4 | spread << 8) & 0x0F0F_0F0F_0F0F_0F0F
    let letters = (spread &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return (spread &+ 0x3030_3030_3030_3030 &+ letters &* 0x27).littleEndian
  }

  /// Appends a number as RFC 8785 §3.2.2.3 prints it; see ``Decimal/canonicalText``.
  package mutating func append(_ number: Decimal) {
    guard let whole = UInt64(exactly: number.coefficient.magnitude) else { return append(number.canonicalText) }
    if number.scale == 0 {
      if number.isNegative { append(UInt8(ascii: "-")) }
      return append(decimal: whole)
    }
    let first = count
    append(decimal: whole)
    let (digits, places) = (count - first, Int(number.scale))
    truncate(to: first)
    // Only what has a digit before its point is common enough to be written here.
    guard digits > places else { return append(number.canonicalText) }
    if number.isNegative { append(UInt8(ascii: "-")) }
    append(decimal: whole)
    let point = count - places
    append(0)
    (storage + point + 1).update(from: storage + point, count: places)
    storage[point] = UInt8(ascii: ".")
  }
}
