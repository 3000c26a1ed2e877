import TruthsDiagnostics
import TruthsText

extension JSONScanner {
  /// A number; stands at its `-` or first digit.
  mutating func number() throws(Diagnostic) -> Decimal {
    let first = index
    if let number = shortWholeNumber() { return number }
    var assembly = DecimalAssembly()
    if bytes[index] == UInt8(ascii: "-") {
      assembly.isNegative = true
      index += 1
    }
    if index + 1 < end, bytes[index] == UInt8(ascii: "0"), isDigit(at: index + 1) {
      throw malformed(from: first, help: "a number does not begin with a `0` that another digit follows")
    }
    try digits(from: first) { assembly.append(digit: $0, isFraction: false) }
    if index < end, bytes[index] == UInt8(ascii: ".") {
      index += 1
      try digits(from: first) { assembly.append(digit: $0, isFraction: true) }
    }
    if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      assembly.exponent = try exponent(from: first)
    }
    do throws(DecimalLiteralFault) {
      return try assembly.decimal()
    } catch {
      throw DataNumberLimits.found(excerpt(first, index), error, at: span(first, index))
    }
  }

  /// A whole number of at most 15 digits, which most are; stands behind it then, else where it stood.
  private mutating func shortWholeNumber() -> Decimal? {
    let isNegative = bytes[index] == UInt8(ascii: "-")
    let first = isNegative ? index + 1 : index
    var place = first
    var value = 0
    while place < end, place - first < 15, isDigit(at: place) {
      value = value * 10 + Int(bytes[place] - UInt8(ascii: "0"))
      place += 1
    }
    guard place > first, place == first + 1 || bytes[first] != UInt8(ascii: "0") else { return nil }
    if place < end, isDigit(at: place) || bytes[place] == UInt8(ascii: ".") || bytes[place] | 0x20 == UInt8(ascii: "e") {
      return nil
    }
    index = place
    return Decimal(isNegative ? -value : value)
  }

  private mutating func exponent(from first: Int) throws(Diagnostic) -> Int {
    var isNegative = false
    if index < end, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      isNegative = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    var value = 0
    // Clamped far beyond what any number of digits that fits into memory can make up for.
    try digits(from: first) { value = min(value * 10 + Int($0), Self.largestExponent) }
    return isNegative ? -value : value
  }

  private static let largestExponent = 1 << 40

  /// One digit or more, each given to a function.
  private mutating func digits(from first: Int, _ take: (UInt8) -> Void) throws(Diagnostic) {
    guard index < end else { throw truncated() }
    guard isDigit(at: index) else { throw malformed(from: first, help: "a digit is wanted here") }
    while index < end, isDigit(at: index) {
      take(bytes[index] - UInt8(ascii: "0"))
      index += 1
    }
  }

  private func isDigit(at place: Int) -> Bool { bytes[place] >= UInt8(ascii: "0") && bytes[place] <= UInt8(ascii: "9") }

  /// Points at the whole of what was meant as a number.
  private func malformed(from first: Int, help: String) -> Diagnostic {
    var last = index
    while last < end, isDigit(at: last) || isWordByte(bytes[last]) || bytes[last] == UInt8(ascii: ".") { last += 1 }
    return MalformedJSON.number(excerpt(first, last), at: span(first, max(last, first + 1)), help: help)
  }
}
