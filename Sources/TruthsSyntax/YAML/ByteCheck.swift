import TruthsDiagnostics
import TruthsText

/// Finds bytes that may stand in no declaration: what is not UTF-8, control characters, line separators, tabs that indent.
enum ByteCheck {
  /// The first fault for which the chunk cannot be read at all.
  static func fault(_ chunk: Chunk) -> Diagnostic? {
    var index = chunk.range.lowerBound
    let end = chunk.range.upperBound
    while index < end {
      let byte = chunk.bytes[index]
      if byte >= 0x20 && byte < 0x7F || byte == 0x0A || byte == 0x09 || byte == 0x0D {
        index += 1
        continue
      }
      guard let (scalar, length) = decode(chunk.bytes[index..<end]) else {
        return InvalidUTF8.found(byte, at: chunk.span(index, index + 1))
      }
      let span = chunk.span(index, index + length)
      if scalar.value == 0x85 || scalar.value == 0x2028 || scalar.value == 0x2029 { return LineSeparator.found(scalar, at: span) }
      if scalar.value < 0xA0 || scalar.value == 0xFFFE || scalar.value == 0xFFFF {
        return ControlCharacter.found(scalar, at: span)
      }
      index += length
    }
    return nil
  }

  /// Reports tabs in the indentation and writes a space over each, so that what they indent can be read.
  static func mendTabs(_ chunk: inout Chunk) -> Diagnostic? {
    var tabs: [Int] = []
    var isIndentation = true
    for index in chunk.range {
      let byte = chunk.bytes[index]
      if byte == 0x0A {
        isIndentation = true
      } else if isIndentation, byte == 0x09 {
        tabs.append(index)
      } else if byte != 0x20 {
        isIndentation = false
      }
    }
    guard let first = tabs.first else { return nil }
    for tab in tabs { chunk.bytes[tab] = 0x20 }
    return Tab.inIndentation(chunk.span(first, first + 1), all: tabs.map { chunk.span($0, $0 + 1) })
  }

  /// The scalar at the beginning of some bytes with its length, or `nil` where no well-formed sequence begins.
  private static func decode(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
    guard let first = bytes.first else { return nil }
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, bytes.count >= length else { return nil }
    var value = UInt32(first) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
    for byte in bytes.dropFirst().prefix(length - 1) {
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard value >= least, let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }
}
