extension ByteBuffer {
  /// Appends a whole number in decimal digits, with a `-` before it where it is negative.
  package mutating func append(decimal number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(decimal: UInt64(number.magnitude))
  }

  /// Appends a number in decimal digits.
  package mutating func append(decimal number: UInt64) {
    var rest = number
    var digits = 1
    while rest >= 10 {
      rest /= 10
      digits += 1
    }
    reserve(digits)
    count += digits
    rest = number
    for place in 1...digits {
      storage[count - place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Appends the 16 lower-case hexadecimal digits of 64 bits, the highest first.
  package mutating func append(hexadecimal number: UInt64) {
    reserve(16)
    for place in 0..<16 {
      let nibble = UInt8(truncatingIfNeeded: number >> UInt64(60 - 4 * place)) & 0xF
      storage[count + place] = nibble < 10 ? 0x30 + nibble : 0x57 + nibble
    }
    count += 16
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
