/// Writes texts in double quotes with the least escapes.
enum TextWriter {
  /// A text in quotes; where `braces` is true, they are doubled, as a text with interpolation wants them.
  static func quoted(_ content: String, braces: Bool) -> String {
    var text = "\""
    append(content, braces: braces, to: &text)
    return text + "\""
  }

  /// Appends a stretch of a text's content.
  static func append(_ content: String, braces: Bool, to text: inout String) {
    let scalars = content.unicodeScalars
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      let next = scalars.index(after: index)
      switch scalar {
      case "\"": text += "\\\""
      case "\\" where next < scalars.endIndex && scalars[next] == "*": text += "\\"
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "{" where braces: text += "{{"
      case "}" where braces: text += "}}"
      default:
        if mustBeEscaped(scalar) {
          text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
      index = next
    }
  }

  /// What may not stand in a file as it is, or cannot be seen there.
  private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
  }
}
