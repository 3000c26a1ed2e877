/// A scanner for the characters and words of a FEEL expression.
struct FeelScanner {
  let scalars: [Unicode.Scalar]
  let names: FeelNames
  /// The names that the expression itself introduces, which are variables of loops and entries of contexts.
  var locals = FeelNames()
  var at = 0

  init(_ text: String, names: FeelNames) {
    scalars = Array(text.unicodeScalars)
    self.names = names
    skip()
  }

  var isAtEnd: Bool { at >= scalars.count }

  func scalar(_ ahead: Int = 0) -> Unicode.Scalar? { at + ahead < scalars.count ? scalars[at + ahead] : nil }

  func fault(_ message: String, at offset: Int? = nil) -> FeelFault { FeelFault(message: message, offset: offset ?? at) }

  /// Returns the next characters in backticks for a message, or `the end`.
  func rest() -> String {
    if isAtEnd { return "the end" }
    let text = String(String.UnicodeScalarView(scalars[at..<min(at + 20, scalars.count)]))
    return "`\(TableDraft.trimmed(text))`"
  }

  /// Skips white space and comments.
  mutating func skip() {
    while let next = scalar() {
      if FeelNames.isBlank(next) {
        at += 1
      } else if next == "/", scalar(1) == "/" {
        while !isAtEnd, scalar() != "\n" { at += 1 }
      } else if next == "/", scalar(1) == "*" {
        at += 2
        while !isAtEnd, !(scalar() == "*" && scalar(1) == "/") { at += 1 }
        at = min(at + 2, scalars.count)
      } else {
        return
      }
    }
  }

  /// Whether a sign or word comes next. A word must not continue with further letters.
  func isNext(_ text: String) -> Bool {
    var index = at
    for scalar in text.unicodeScalars {
      guard index < scalars.count, scalars[index] == scalar else { return false }
      index += 1
    }
    guard let last = text.unicodeScalars.last, FeelNames.isWord(last), index < scalars.count else { return true }
    return !FeelNames.isWord(scalars[index])
  }

  mutating func take(_ text: String) -> Bool {
    guard isNext(text) else { return false }
    at += text.unicodeScalars.count
    skip()
    return true
  }

  mutating func want(_ text: String) throws(FeelFault) {
    guard take(text) else { throw fault("`\(text)` is expected before \(rest())") }
  }

  /// Returns the index after the longest known name that comes next; `nil` if no known name comes next.
  func knownName() -> Int? {
    let (outer, inner) = (names.longest(in: scalars, at: at), locals.longest(in: scalars, at: at))
    return max(outer ?? 0, inner ?? 0) > at ? max(outer ?? 0, inner ?? 0) : nil
  }

  /// Reads a keyword if it comes next, and returns whether it did. If a longer known name begins with the keyword, nothing is
  /// read.
  mutating func takeKeyword(_ word: String) -> Bool {
    if isNext(word), let end = knownName(), end > at + word.unicodeScalars.count { return false }
    return take(word)
  }

  /// Reads the longest known name. If none comes next, reads one word.
  mutating func name() throws(FeelFault) -> String {
    let start = at
    if let end = knownName() {
      at = end
    } else {
      while let next = scalar(), FeelNames.isWord(next) { at += 1 }
      guard at > start, !FeelNames.isDigit(scalars[start]) else { throw fault("a value is expected before \(rest())") }
    }
    let text = FeelNames.normalized(String(String.UnicodeScalarView(scalars[start..<at])))
    skip()
    return text
  }

  /// Reads the words of a new name, up to one of some signs.
  ///
  /// - Parameter word: a word before which the name ends, too; `nil` for none.
  mutating func newName(before signs: Set<Unicode.Scalar>, orWord word: String? = nil) throws(FeelFault) -> String {
    let start = at
    while let next = scalar(), !signs.contains(next) {
      if let word, at > start, FeelNames.isBlank(scalars[at - 1]), isNext(word) { break }
      at += 1
    }
    let text = FeelNames.normalized(String(String.UnicodeScalarView(scalars[start..<at])))
    guard !text.isEmpty, !isAtEnd else { throw fault("a name is expected", at: start) }
    return text
  }

  mutating func number() -> String? {
    var index = at
    func digits() -> Int {
      var end = index
      while end < scalars.count, FeelNames.isDigit(scalars[end]) { end += 1 }
      return end
    }
    index = digits()
    let hasWholeDigits = index > at
    if index + 1 < scalars.count, scalars[index] == ".", FeelNames.isDigit(scalars[index + 1]) {
      index += 1
      index = digits()
    } else if !hasWholeDigits {
      return nil
    }
    let text = String(String.UnicodeScalarView(scalars[at..<index]))
    at = index
    skip()
    return hasWholeDigits ? text : "0\(text)"
  }

  mutating func string() throws(FeelFault) -> String {
    let start = at
    var text = String.UnicodeScalarView()
    at += 1
    while let next = scalar(), next != "\"" {
      at += 1
      guard next == "\\", let escaped = scalar() else {
        text.append(next)
        continue
      }
      at += 1
      switch escaped {
      case "n": text.append("\n")
      case "t": text.append("\t")
      case "r": text.append("\r")
      case "\"", "\\", "'": text.append(escaped)
      case "u", "U":
        let length = escaped == "u" ? 4 : 6
        let digits = String(String.UnicodeScalarView(scalars[at..<min(at + length, scalars.count)]))
        guard digits.count == length, let value = UInt32(digits, radix: 16), let meant = Unicode.Scalar(value) else {
          throw fault("`\\\(escaped)` is expected before \(length) hexadecimal digits of a character", at: at - 2)
        }
        text.append(meant)
        at += length
      default:
        text.append("\\")
        text.append(escaped)
      }
    }
    guard !isAtEnd else { throw fault("a text is not closed", at: start) }
    at += 1
    skip()
    return String(text)
  }
}
