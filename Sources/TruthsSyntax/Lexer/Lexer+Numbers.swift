import TruthsDiagnostics

extension Lexer {
  /// `digits [ "." digits ]`; what clings to it makes it no number.
  mutating func readNumber() {
    if let length = dateLength() { return readDate(length) }
    var stop = position
    while stop < end, isDigit(text.bytes[stop]) { stop += 1 }
    if stop + 1 < end, text.bytes[stop] == 0x2E, isDigit(text.bytes[stop + 1]) {
      stop += 1
      while stop < end, isDigit(text.bytes[stop]) { stop += 1 }
    }
    guard stop < end, isWordByte(text.bytes[stop]) || text.bytes[stop] == 0x2E else {
      return emit(.number, length: stop - position)
    }
    readMalformedNumber()
  }

  /// What looks like a number but is none: `1e3`, `1_000`, `1.`, `.5`.
  mutating func readMalformedNumber() {
    var stop = position
    while stop < end, isWordByte(text.bytes[stop]) || text.bytes[stop] == 0x2E { stop += 1 }
    let written = text.string(position..<stop)
    fail(MalformedNumber.found(written, mend: mended(written), at: text.span(position, stop)))
  }

  /// The number that was surely meant: without underscores, with a digit on both sides of the point.
  private func mended(_ written: String) -> String? {
    var digits = written.utf8.filter { $0 != 0x5F }
    if digits.first == 0x2E { digits.insert(0x30, at: 0) }
    if digits.last == 0x2E { digits.removeLast() }
    let points = digits.count { $0 == 0x2E }
    guard digits.allSatisfy({ isDigit($0) || $0 == 0x2E }), points <= 1, let first = digits.first, isDigit(first) else {
      return nil
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The length of a date or timestamp that begins here: `2027-01-31`, `2027-01-31T10:00:00Z`.
  private func dateLength() -> Int? {
    let shape = DateShape.length(in: text.bytes[position..<end])
    guard let shape, position + shape == end || !isWordByte(text.bytes[position + shape]) else { return nil }
    return shape
  }

  /// Without quotes a date would be a subtraction, which nobody means.
  private mutating func readDate(_ length: Int) {
    let written = text.string(position..<position + length)
    let quoted = text.style.written("\"\(written)\"")
    fail(UnquotedDate.found(written, quoted: quoted, at: text.span(position, position + length)))
  }
}

/// How dates and timestamps look, as far as telling them from arithmetic needs.
enum DateShape {
  /// The length of the `YYYY-MM-DD`, with a time behind a `T` if there is one, at the beginning of some bytes.
  static func length(in bytes: ArraySlice<UInt8>) -> Int? {
    guard matches(bytes, "0000-00-00") else { return nil }
    guard matches(bytes.dropFirst(10), "T00:00") else { return 10 }
    var index = bytes.startIndex + 16
    while index < bytes.endIndex, isDigit(bytes[index]) || bytes[index] == 0x3A || bytes[index] == 0x2E || bytes[index] == 0x5A {
      index += 1
    }
    return index - bytes.startIndex
  }

  /// Whether bytes begin like a pattern in which `0` stands for any digit.
  private static func matches(_ bytes: ArraySlice<UInt8>, _ pattern: StaticString) -> Bool {
    guard bytes.count >= pattern.utf8CodeUnitCount else { return false }
    return pattern.withUTF8Buffer { pattern in
      zip(bytes, pattern).allSatisfy { byte, wanted in wanted == 0x30 ? isDigit(byte) : byte == wanted }
    }
  }
}
