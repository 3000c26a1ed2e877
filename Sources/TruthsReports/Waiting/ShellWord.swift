/// A quoter of texts as words of a shell command, whatever characters they contain.
enum ShellWord {
  /// Whether a shell reads a text as one word without quotes, and a command does not read it as an option.
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

  /// Returns a text as one word of a shell command, quoted if necessary.
  static func quoted(_ text: String) -> String {
    if isPlain(text) { return text }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  /// Returns the value of an option as it follows the option's name: ` value`, or `=value` if the value begins with `-`.
  static func value(_ text: String) -> String { (text.hasPrefix("-") ? "=" : " ") + quoted(text) }

  /// Returns the arguments of a command with a subject. A subject that begins with `-` comes after all options.
  static func line(_ subject: String, options: String) -> String {
    subject.hasPrefix("-") ? "\(options) -- \(quoted(subject))" : "\(quoted(subject)) \(options)"
  }
}
