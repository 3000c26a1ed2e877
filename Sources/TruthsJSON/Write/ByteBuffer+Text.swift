package import TruthsText

extension ByteBuffer {
  /// Appends a text in double quotes, with the escapes of RFC 8785 §3.2.2.2.
  package mutating func write(_ text: Text) { write(text.string) }

  /// Appends a text in double quotes, with the escapes of RFC 8785 §3.2.2.2.
  package mutating func write(_ text: String) {
    if text.utf8.withContiguousStorageIfAvailable({ write($0) }) == nil {
      Array(text.utf8).withUnsafeBufferPointer { write($0) }
    }
  }

  /// Appends a text, given by its UTF-8, in double quotes, with the escapes of RFC 8785 §3.2.2.2.
  package mutating func write(_ content: UnsafeBufferPointer<UInt8>) {
    if isPlain(content) { return append(quoted: content) }
    append(UInt8(ascii: "\""))
    writeEscaped(content)
    append(UInt8(ascii: "\""))
  }

  private mutating func writeEscaped(_ content: UnsafeBufferPointer<UInt8>) {
    var written = 0
    for place in content.indices {
      let byte = content[place]
      guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
      append(UnsafeBufferPointer(rebasing: content[written..<place]))
      writeEscape(byte)
      written = place + 1
    }
    append(UnsafeBufferPointer(rebasing: content[written...]))
  }

  /// The short escape where there is one, else four lower-case digits.
  private mutating func writeEscape(_ byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      append("u00" as StaticString)
      append(byte < 16 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      append(byte & 0xF < 10 ? 0x30 + byte & 0xF : 0x57 + byte & 0xF)
    }
  }
}

/// Whether a text is written as it stands: no control character, quote or backslash in it. Eight bytes are looked at in one step.
@inline(__always)
private func isPlain(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let start = UnsafeRawPointer(content.baseAddress) else { return true }
  let count = content.count
  guard count >= 8 else { return !isMarked(short(start, count)) }
  var place = 0
  while place + 8 < count {
    if isMarked(start.loadUnaligned(fromByteOffset: place, as: UInt64.self)) { return false }
    place += 8
  }
  return !isMarked(start.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
}

/// Whether one of eight bytes is a control character, a quote or a backslash.
@inline(__always)
private func isMarked(_ word: UInt64) -> Bool {
  let (ones, highs): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
  let (quote, backslash) = (word ^ ones &* 0x22, word ^ ones &* 0x5C)
  return ((word &- ones &* 0x20) & ~word | (quote &- ones) & ~quote | (backslash &- ones) & ~backslash) & highs != 0
}

/// Less than eight bytes in a word, some of them twice; the rest of it is letters.
@inline(__always)
private func short(_ start: UnsafeRawPointer, _ count: Int) -> UInt64 {
  if count >= 4 {
    let last = start.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
    return UInt64(start.loadUnaligned(as: UInt32.self)) | UInt64(last) << 32
  }
  var word: UInt64 = 0x6161_6161_6161_6161
  for place in 0..<count { word = word << 8 | UInt64(start.load(fromByteOffset: place, as: UInt8.self)) }
  return word
}
