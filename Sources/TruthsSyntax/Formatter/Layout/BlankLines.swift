import TruthsText

/// Empty lines, which people set to keep things apart.
enum BlankLines {
  /// Whether the line above the one that an offset is the first of is empty.
  static func isAbove(_ offset: Int, in bytes: ArraySlice<UInt8>) -> Bool {
    var index = offset
    while index > bytes.startIndex, bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09 { index -= 1 }
    var breaks = 0
    while index > bytes.startIndex, isBlank(bytes[index - 1]) {
      index -= 1
      let isPair = bytes[index] == 0x0D && index + 1 < bytes.endIndex && bytes[index + 1] == 0x0A
      if bytes[index] == 0x0A || bytes[index] == 0x0D && !isPair { breaks += 1 }
      if breaks == 2 { return true }
    }
    return breaks > 0 && index == bytes.startIndex
  }
}
