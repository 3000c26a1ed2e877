package import TruthsText

/// The inside of a `json` value is read.
package enum JSONRead: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T2010", "json-read", .error,
    title: "the inside of a `json` value is read",
    why:
      "A `json` value is carried and hashed as it came; nothing is known of it, so nothing can be proved about what "
      + "reads it.",
    mend: "Test it with `exists`, or declare a record with the fields that are read.",
    wrong: [
      .order(fields: ["extra: json"], requires: ["extra.size exists"])
    ],
    right: [
      .order(fields: ["extra: json"], requires: ["extra exists"])
    ])

  /// A member, comparison or print of a `json` value.
  package static func found(at span: Span) -> Diagnostic {
    make("a `json` value is carried, never read", at: span, help: "test it with `exists`, or declare a record for it")
  }
}
