import TruthsText

/// The nearest name for an unknown one, as help text and as a fix.
struct NearestHelp {
  let nearest: String?

  init(to name: String, among candidates: some Sequence<String>) { nearest = nearestName(to: name, among: candidates) }

  init(nearest: String?) { self.nearest = nearest }

  /// "did you mean `amount`?"
  var help: String? { nearest.map { "did you mean `\($0)`?" } }

  /// Returns the question "did you mean", followed by `help` in case the name is right; without a near name, `help` alone.
  func help(orElse help: String) -> String { self.help.map { "\($0) If not, \(help)" } ?? help }

  /// Returns the replacement of the wrong name; it is an unsafe fix, because only the author knows which name is right.
  func fixes(at span: Span) -> [Diagnostic.Fix] {
    guard let nearest else { return [] }
    return [Diagnostic.Fix("write `\(nearest)`", [Diagnostic.Edit(span, nearest)], isSafe: false)]
  }

  /// Returns the replacement of a wrong name in JSON.
  ///
  /// - Parameter span: the location of the text, with its quotes.
  func fixes(ofText span: Span) -> [Diagnostic.Fix] {
    // A name that JSON writes with escapes is left to the author.
    guard let nearest, !nearest.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else { return [] }
    return [Diagnostic.Fix("write `\(nearest)`", [Diagnostic.Edit(span, "\"\(nearest)\"")], isSafe: false)]
  }
}

extension DiagnosticKind {
  /// Returns a finding about a wrong name in JSON, with the near name as help and as a fix.
  ///
  /// - Parameters:
  ///   - span: the location of the text, with its quotes.
  ///   - otherwise: the help where no name is near.
  static func misnamed(
    _ message: String, _ near: NearestHelp, at span: Span, label: String? = nil, otherwise: String? = nil
  ) -> Diagnostic {
    make(message, at: span, label: label, help: near.help ?? otherwise, fixes: near.fixes(ofText: span))
  }
}

extension [String] {
  /// "a", "a and b", "a, b and c"
  package var joinedInWords: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}

/// Returns the user's words as messages quote them: on one line, without control characters, and cut at 80 scalars.
func short(_ words: String) -> String {
  var result = String.UnicodeScalarView()
  for (index, scalar) in words.unicodeScalars.enumerated() {
    if index == 80 {
      result.append("…")
      break
    }
    let isControl = scalar.value < 0x20 || scalar.value >= 0x7F && scalar.value < 0xA0
    result.append(isControl ? (scalar == "\n" || scalar == "\t" ? " " : "\u{FFFD}") : scalar)
  }
  return String(result)
}
