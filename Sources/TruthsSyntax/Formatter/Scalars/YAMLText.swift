import TruthsText

/// Writes texts so that YAML reads them unchanged.
enum YAMLText {
  /// Whether a text may be written without quotes. Strict: a text that YAML reads only by an exception is quoted.
  static func isPlain(_ text: String, _ context: WrittenScalar.Context) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last, !isBlank(first), !isBlank(last), last != 0x3A, text != "<<",
      isPrintable(text)
    else { return false }
    let isIndicator = indicators.contains(first)
    if isIndicator, !(first == 0x2D && bytes.count > 1 && !isBlank(bytes[1])) { return false }
    for (index, byte) in bytes.enumerated() {
      if byte == 0x3A, isBlank(bytes[index + 1]) { return false }
      if byte == 0x23, index > 0, isBlank(bytes[index - 1]) { return false }
      if context == .flow, flowSigns.contains(byte) { return false }
    }
    return true
  }

  /// Characters that give a plain scalar another meaning at its beginning.
  private static let indicators = Array("-?:,[]{}#&*!|>'\"%@`".utf8)

  /// Characters that a plain scalar must not contain inside brackets.
  private static let flowSigns = Array(",[]{}?:".utf8)

  static func singleQuoted(_ text: String) -> String { "'" + ScalarStyle.singleQuoted.written(text) + "'" }

  /// Returns a text in double quotes, or in single quotes if that avoids an escape.
  static func quoted(_ text: String) -> String {
    let needsEscape = text.utf8.contains { $0 == 0x22 || $0 == 0x5C }
    return needsEscape && isPrintable(text) ? singleQuoted(text) : doubleQuoted(text)
  }

  static func doubleQuoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default:
        if isPrintable(scalar) {
          result.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          let length = digits.utf8.count <= 2 ? 2 : digits.utf8.count <= 4 ? 4 : 8
          let zeros = String(repeating: "0", count: length - digits.utf8.count)
          result += (length == 2 ? "\\x" : length == 4 ? "\\u" : "\\U") + zeros + digits
        }
      }
    }
    return result + "\""
  }

  /// Whether every scalar of a text is allowed in a file and visible there.
  static func isPrintable(_ text: String, besides others: [Unicode.Scalar] = []) -> Bool {
    text.unicodeScalars.allSatisfy { isPrintable($0) || others.contains($0) }
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
