/// Widths and visible forms of scalars, so that input cannot control a terminal.
extension Unicode.Scalar {
  /// The number of columns that a terminal gives to this scalar: 0 for a combining scalar, 2 for a wide one, otherwise 1.
  ///
  /// The standard library has no East Asian width; the ranges are those of Unicode's `EastAsianWidth` that are assigned as
  /// blocks. Emoji that are shown as pictures by default are wide too.
  var displayWidth: Int {
    if value < 0x300 { return 1 }
    if value == 0x200D { return 0 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    if properties.isEmojiPresentation || Self.wideRanges.contains(where: { $0.contains(value) }) { return 2 }
    return 1
  }

  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1_7000...0x1_B2FF,
    0x2_0000...0x3_FFFD,
  ]

  /// Whether this scalar changes the writing direction, so that readers see its surroundings in another order than programs
  /// do.
  package var turnsWriting: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The printed form of this scalar. Control characters become their pictures, so that input cannot control the terminal.
  /// Scalars that change the writing direction become an escape, `\u{202E}`; other invisible characters become `�`.
  package var visible: String {
    switch value {
    case 0x20..<0x7F, 0x200D: String(Character(self))
    case 0..<0x20: String(Character(Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"))
    case 0x7F: "\u{2421}"
    case 0x80..<0xA0, 0x2028, 0x2029, 0xFEFF: "\u{FFFD}"
    case _ where turnsWriting: "\\u{\(String(value, radix: 16, uppercase: true))}"
    default: properties.generalCategory == .format ? "\u{FFFD}" : String(Character(self))
    }
  }
}

/// Returns the number of columns that a terminal gives to a text without control characters.
package func displayWidth(of text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + $1.displayWidth } }

/// Returns a text with every character visible: control characters, including line breaks and tabs, become pictures;
/// characters that change the writing direction become escapes.
package func visible(_ text: String) -> String {
  if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  // Appending to a string works in place; appending to its view of scalars would copy the string each time.
  var result = ""
  for scalar in text.unicodeScalars { result += scalar.visible }
  return result
}
