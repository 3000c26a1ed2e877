/// Texts as words of a shell's line, whatever characters they hold.
enum ShellWord {
  /// Whether a shell takes a text as one word, and a command as no option.
  static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "-") else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "_-./:@".utf8.contains(byte)
      }
    }
  }

  /// A text as one word.
  static func quoted(_ text: String) -> String {
    if isPlain(text) { return text }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  /// The value of an option, behind its name: ` value`, or `=value` where the value would be taken for an option itself.
  static func value(_ text: String) -> String { (text.hasPrefix("-") ? "=" : " ") + quoted(text) }

  /// The arguments of a command that is about a subject. One that would be taken for an option stands behind all options.
  static func line(_ subject: String, options: String) -> String {
    subject.hasPrefix("-") ? "\(options) -- \(quoted(subject))" : "\(quoted(subject)) \(options)"
  }
}
