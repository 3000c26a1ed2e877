package import TruthsText

/// A truth produces a fact that comes from outside.
package enum ProducedExternal: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5012", "produced-external", .error,
    title: "a truth produces a fact that comes from outside",
    why: "An external fact is one that no truth produces: its word is somebody else's.",
    mend: "Remove `external: true`, or the output.",
    wrong: [
      .order(
        declarations: """
          fact stock.taken:
            key: [order_id]
            external: true
            fields:
              order_id: text
          """,
        output: ["- fact.stock.taken"])
    ],
    right: [
      .order(
        declarations: """
          fact stock.taken:
            key: [order_id]
            fields:
              order_id: text
          """,
        output: ["- fact.stock.taken"])
    ])

  /// An output of an external fact type.
  package static func found(_ name: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "`\(name.text)` is external, so no truth produces it", at: name.span,
      notes: [Diagnostic.Note("it is declared `external` here", at: declared)])
  }

  /// A move of an external lifecycle.
  package static func moved(_ name: some PlacedName, declared: Span) -> Diagnostic {
    make(
      "lifecycle `\(name.text)` is external: its states arrive from outside, and no truth moves it", at: name.span,
      notes: [Diagnostic.Note("it is declared `external` here", at: declared)])
  }
}
