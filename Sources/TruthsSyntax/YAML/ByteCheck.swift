import TruthsDiagnostics
import TruthsText

/// Finds bytes that no declaration may contain: invalid UTF-8, control characters, line separators, tabs in indentation, and
/// comments without white space before them. It also warns of characters that change the writing direction.
struct ByteCheck {
  /// The first error that prevents reading the chunk.
  private(set) var fault: Diagnostic?
  private(set) var hasTab = false
  private(set) var isASCII = true
  /// Warning about characters that change the writing direction; the chunk can still be read.
  private(set) var remark: Diagnostic?

  init(_ chunk: Chunk) {
    let base = chunk.range.lowerBound
    var turnsWriting = false
    chunk.bytes.withUnsafeBufferPointer { bytes in
      if ByteScan.arePlain(bytes) { return }
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte >= 0x20 && byte < 0x7F || byte == 0x0A {
          index += 1
        } else if byte == 0x09 || byte == 0x0D {
          hasTab = hasTab || byte == 0x09
          index += 1
        } else {
          isASCII = false
          guard let (scalar, length) = rare(chunk, base + index) else { return }
          turnsWriting = turnsWriting || scalar.turnsWriting
          index += length
        }
      }
    }
    if turnsWriting, fault == nil { remark = TurnedWriting.finding(in: chunk) }
  }

  /// Checks a scalar that is not plain ASCII.
  ///
  /// - Returns: the scalar with its length; `nil` if it is an error.
  private mutating func rare(_ chunk: Chunk, _ offset: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    guard let (scalar, length) = Self.decode(chunk.bytes[offset...]) else {
      fault = InvalidUTF8.finding(chunk.bytes[offset], at: chunk.span(offset, offset + 1))
      return nil
    }
    let span = chunk.span(offset, offset + length)
    switch scalar.value {
    case 0x85, 0x2028, 0x2029: fault = LineSeparator.finding(scalar, at: span)
    case 0..<0xA0, 0xFFFE, 0xFFFF: fault = ControlCharacter.finding(scalar, at: span)
    default: return (scalar, length)
    }
    return nil
  }

  /// Reports tabs in the indentation and overwrites them with spaces, so that the indented lines can be read.
  static func mendTabs(_ chunk: inout Chunk) -> Diagnostic? {
    var tabs: [Int] = []
    var isIndentation = true
    for index in chunk.range {
      let byte = chunk.bytes[index]
      if chunk.endsLine(index) {
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

  /// Reports the first comment directly after a value or a sign of YAML.
  ///
  /// - Parameter root: the tree of the chunk, which was read to its end.
  /// - Complexity: O(size of the chunk) if a `#` directly follows other text, otherwise a search for one.
  static func tightComment(_ chunk: Chunk, _ root: YAMLNode) -> Diagnostic? {
    let isSuspect = chunk.bytes.indices.dropFirst().contains { index in
      chunk.bytes[index] == 0x23 && !isBlank(chunk.bytes[index - 1])
    }
    guard isSuspect, let comment = CommentReader(chunk, root).comments.first(where: { $0.gap == 0 && !$0.isOwnLine }) else {
      return nil
    }
    let start = comment.range.lowerBound
    return YAMLSyntax.tightComment(at: chunk.span(start, start + 1))
  }

  /// Returns the scalar at the beginning of the bytes with its length; `nil` if no well-formed sequence begins there.
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

extension TurnedWriting {
  fileprivate static func finding(in chunk: Chunk) -> Diagnostic? {
    chunk.file.bytes.withUnsafeBufferPointer { finding(in: $0, chunk.range, of: chunk.file.id, isJSON: false) }
  }
}
