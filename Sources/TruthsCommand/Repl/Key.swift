/// A key of a terminal, as the line editor understands it.
enum Key: Equatable {
  case text(String)
  case enter, tab, backspace, delete
  case left, right, home, end, up, down
  /// Ctrl-C and Ctrl-D.
  case interrupt, endOfInput
  /// Ctrl-K, Ctrl-U and Ctrl-W: deletes up to the end, up to the start, and the word before the cursor.
  case deleteToEnd, deleteToStart, deleteWord
  /// Ctrl-L.
  case clearScreen
  /// A key without a meaning.
  case other
}

/// Reads keys from the bytes that a terminal sends; bytes may come in pieces of any size.
struct KeyReader {
  private var bytes: [UInt8] = []

  /// Maximum length of an escape sequence.
  private static let longestSequence = 32

  mutating func add(_ more: some Sequence<UInt8>) { bytes += more }

  /// Returns the next key; `nil` until more bytes arrive.
  mutating func next() -> Key? {
    guard let first = bytes.first else { return nil }
    guard let (key, length) = first == 0x1B ? escape() : first < 0x20 || first == 0x7F ? (control(first), 1) : text(first) else {
      return nil
    }
    bytes.removeFirst(length)
    return key
  }

  private func control(_ byte: UInt8) -> Key {
    switch byte {
    case 0x01: .home
    case 0x02: .left
    case 0x03: .interrupt
    case 0x04: .endOfInput
    case 0x05: .end
    case 0x06: .right
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x0B: .deleteToEnd
    case 0x0C: .clearScreen
    case 0x0E: .down
    case 0x10: .up
    case 0x15: .deleteToStart
    case 0x17: .deleteWord
    default: .other
    }
  }

  /// Parses a sequence that begins with ESC: `ESC [ … letter`, `ESC O letter`, or another key with Alt.
  private func escape() -> (Key, Int)? {
    guard bytes.count > 1 else { return nil }
    switch bytes[1] {
    case UInt8(ascii: "O"):
      return bytes.count > 2 ? (named(bytes[2], ""), 3) : nil
    case UInt8(ascii: "["):
      guard let last = bytes.indices.dropFirst(2).first(where: { (0x40...0x7E).contains(bytes[$0]) }) else {
        return bytes.count > Self.longestSequence ? (.other, bytes.count) : nil
      }
      return (named(bytes[last], String(decoding: bytes[2..<last], as: UTF8.self)), last + 1)
    default: return (.other, 2)
    }
  }

  private func named(_ letter: UInt8, _ number: String) -> Key {
    switch (letter, number) {
    case (UInt8(ascii: "A"), _): .up
    case (UInt8(ascii: "B"), _): .down
    case (UInt8(ascii: "C"), _): .right
    case (UInt8(ascii: "D"), _): .left
    case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): .home
    case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): .end
    case (UInt8(ascii: "~"), "3"): .delete
    default: .other
    }
  }

  /// Parses a UTF-8 character. Invalid bytes give a key without a meaning.
  private func text(_ first: UInt8) -> (Key, Int)? {
    let length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 0
    guard length > 0 else { return (.other, 1) }
    guard bytes.count >= length else {
      let isBroken = bytes.dropFirst().contains { $0 & 0xC0 != 0x80 }
      return isBroken ? (.other, 1) : nil
    }
    guard let character = String(validating: bytes[..<length], as: UTF8.self) else { return (.other, 1) }
    return (.text(character), length)
  }
}
