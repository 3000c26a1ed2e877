package import TruthsText

/// A text cannot be read as the type of its place.
package enum BadLiteral: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T2006", "bad-literal", .error,
    title: "a text cannot be read as the type of its place",
    why:
      "Where a date, timestamp or duration is wanted, a text is read as one; one that cannot be read is a mistake, "
      + "not a text.",
    mend: "Write dates as `2026-03-31`, timestamps as `2026-03-31T12:00:00Z`, durations as `P1DT12H`.",
    wrong: [
      .order(fields: ["due: date"], requires: ["due < \"31.3.2026\""])
    ],
    right: [
      .order(fields: ["due: date"], requires: ["due < \"2026-03-31\""])
    ])

  /// A text in a place of a date, timestamp or duration.
  package static func found(_ text: String, type: String, form: String, at span: Span) -> Diagnostic {
    make("`\(text)` is not a \(type)", at: span, help: "a \(type) is written as `\(form)`")
  }
}
