package import TruthsText

/// A backslash before something that it does not change.
package enum UnknownEscape: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0058", "unknown-escape", .error,
    title: "a backslash before something that it does not change",
    why: "In another version of the language it might mean something.",
    mend: """
      Escapes are `\\"`, `\\\\`, `\\n`, `\\t`, `\\u{…}`, and `\\*` for a star in a pattern of `like`; a backslash is `\\\\`.
      """,
    wrong: [.requirement(#"weight > 0 else "Too \light""#)],
    right: [.requirement(#"weight > 0 else "Too\\light""#)])

  /// A backslash and what follows it.
  package static func found(_ escape: String, at span: Span) -> Diagnostic {
    make(
      "there is no escape `\(short(escape))`", at: span,
      help: "escapes are `\\\"`, `\\\\`, `\\n`, `\\t`, `\\u{…}` and, for `like`, `\\*`")
  }

  /// A `\u` that names no Unicode scalar.
  package static func scalar(_ escape: String, at span: Span) -> Diagnostic {
    make("`\(short(escape))` names no character", at: span, help: "write one to six hexadecimal digits: `\\u{2192}`")
  }
}
