package import TruthsText

/// A fact is produced outside its pack.
package enum ProducedOutsidePack: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5006", "produced-outside-pack", .error,
    title: "a fact is produced outside its pack",
    why: "A pack answers for its facts; if others could make them, its truths would prove nothing.",
    mend: "Produce a fact of this pack, and let a truth of the other pack answer to it.",
    wrong: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText(output: ["- fact.stock.taken"], packKeys: ["uses: [base]"])),
        (
          "truths/base/base.truths",
          """
          pack base:
            version: 1.0.0

          fact stock.taken:
            key: [order_id]
            fields:
              order_id: text

          """
        ),
      ])
    ],
    right: [
      .order(
        declarations: """
          fact stock.taken:
            key: [order_id]
            fields:
              order_id: text
          """, output: ["- fact.stock.taken"])
    ])

  /// An output of a fact type that another pack declares.
  package static func found(_ name: some PlacedName, fact: String, owner: String, pack: String, declared: Span) -> Diagnostic {
    make(
      "`\(fact)` belongs to pack `\(owner)`, so truths of pack `\(pack)` cannot produce it", at: name.span,
      notes: [Diagnostic.Note("the fact type is declared here", at: declared)])
  }

  /// A move of a lifecycle that another pack declares.
  package static func moved(_ name: some PlacedName, owner: String, pack: String, declared: Span) -> Diagnostic {
    make(
      "lifecycle `\(name.text)` belongs to pack `\(owner)`, so truths of pack `\(pack)` cannot move it", at: name.span,
      notes: [Diagnostic.Note("the lifecycle is declared here", at: declared)])
  }
}
