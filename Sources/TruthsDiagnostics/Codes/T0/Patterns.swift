package import TruthsText

/// A pattern that is not a regular expression of RFC 9485 (I-Regexp).
///
/// Detected in `Sources/TruthsSyntax/Grammar/ClauseParser+Texts.swift`.
package enum BadPattern: DiagnosticKind {
  package static let id = DiagnosticID("T0092", .error)

  /// - Parameters:
  ///   - pattern: the pattern as it is written.
  ///   - end: where it ends.
  package static func finding(_ fault: PatternFault, in pattern: String, at span: Span, end: Span) -> Diagnostic {
    let (message, help): (String, String)
    var fixes: [Diagnostic.Fix] = []
    switch fault.kind {
    case .escape(let escape): (message, help) = ("`\(escape)` is not allowed in a pattern", instead(of: escape))
    case .anchor(let sign):
      let inner = pattern.hasPrefix("^") ? String(pattern.dropFirst()) : pattern
      let bare = inner.hasSuffix("$") ? String(inner.dropLast()) : inner
      message = "`\(sign)` does not mean an end of the text here: `matches` always compares the whole text"
      help = "write `\"\(bare)\"`; for the character itself `\(sign == "$" ? "[$]" : "\\^")`"
    case .misplaced(let sign):
      let escaped = sign == "-" ? "\\-" : "\\\(sign)"
      (message, help) = ("`\(sign)` is not allowed here", "write `\(escaped)` for the character itself")
    case .unclosed(let sign):
      let closing = ["(": ")", "[": "]", "{": "}"][sign] ?? ""
      (message, help) = (
        "this `\(sign)` is not closed", "write `\(closing)` where it ends, or `\\\(sign)` for the character itself"
      )
      if sign != "{" { fixes = [.init("write `\(closing)` at the end", [.init(end, closing)], isSafe: false)] }
    case .falling(let range): (message, help) = ("`\(range)` begins with the greater end", "write the lesser end first")
    case .tooManyRepetitions:
      (message, help) = (
        "this repeats more than \(Pattern.repetitions.grouped) times",
        "repeat at most \(Pattern.repetitions.grouped) times, or `*`"
      )
    case .tooManyStates:
      (message, help) = (
        "this pattern is too large: it needs more than \(Pattern.limit.grouped) states",
        "use smaller repetitions: `{n,m}` counts its part m times"
      )
    case .tooDeep: (message, help) = ("more than 100 brackets are nested", "remove brackets that group nothing")
    }
    return make(message, at: span, help: help, fixes: fixes)
  }

  private static func instead(of escape: String) -> String {
    switch escape {
    case "\\d": "write `[0-9]`"
    case "\\D": "write `[^0-9]`"
    case "\\w": "write `[A-Za-z0-9_]`"
    case "\\W": "write `[^A-Za-z0-9_]`"
    case "\\s": "write `[ \\t\\n\\r]`"
    case "\\S": "write `[^ \\t\\n\\r]`"
    case "\\$": "write `[$]`"
    case "\\b", "\\B", "\\A", "\\Z", "\\z": "remove it: `matches` compares the whole text, `contains matching` a part of it"
    case "\\p", "\\P": "write the ranges of characters that are meant, such as `[A-Za-zÀ-ÿ]`"
    default: "write `\(escape.dropFirst())` without the backslash, if that is meant; `\\\\` is a backslash"
    }
  }
}

/// A pattern with `.*` at an end where the whole text is matched.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Functions.swift`.
package enum OpenPattern: DiagnosticKind {
  package static let id = DiagnosticID("T4503", .warning)

  /// - Parameters:
  ///   - pattern: the pattern as it is written.
  ///   - subject: the matched expression.
  package static func finding(
    _ pattern: String, atStart: Bool, atEnd: Bool, of subject: String, at span: Span
  ) -> Diagnostic {
    let inner = pattern.dropFirst(atStart ? 2 : 0).dropLast(atEnd && pattern.count > 2 ? 2 : 0)
    let help =
      atStart && atEnd
      ? "write `\(subject) contains matching \"\(inner)\"`"
      : "write `\(subject) contains matching \"…\"` with the part that you look for, "
        + "or name the allowed characters, such as `[a-z0-9]*`"
    return make("`.*` stops at the end of a line, so a text of several lines never matches", at: span, help: help)
  }
}
