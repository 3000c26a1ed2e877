package import TruthsText

/// A `let` is made of itself.
package enum LetCycle: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1012", "let-cycle", .error,
    title: "a `let` is made of itself",
    why: "Its value could never be worked out.",
    mend: "Write one of them without the other.",
    wrong: [
      .order(fields: ["amount: decimal"], lets: ["net: gross - amount", "gross: net + amount"], requires: ["net < gross"])
    ],
    right: [
      .order(fields: ["amount: decimal"], lets: ["net: amount * 2", "gross: net + amount"], requires: ["net < gross"])
    ])

  /// The place where reading a `let` leads back to it.
  package static func found(_ name: some PlacedName, at span: Span) -> Diagnostic {
    make(
      "`\(name.text)` is worked out from itself", at: span, notes: [Diagnostic.Note("the `let` stands here", at: name.span)])
  }
}
