package import TruthsText

/// T8103: a proposal that is not an object.
package enum T8103ProposalShape: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8103", "proposal-shape", .error,
    title: "a proposal is not an object",
    why: "A proposal says which intent it proposes and with which fields; nothing else can be decided, or even recorded.",
    mend: "Give one JSON object with an `action`, such as {\"action\": \"close_books\", \"period_id\": \"2024-Q2\"}.",
    wrong: [sample("[\"close_books\"]\n")], right: [sample("{\"action\": \"close_books\", \"period_id\": \"2024-Q2\"}\n")])

  package static func at(_ span: Span) -> Diagnostic {
    make("a proposal is an object with an `action`", at: span, label: "this is none")
  }

  private static func sample(_ proposal: String) -> DiagnosticSample {
    DiagnosticSample(.run, files: [("truths/demo/demo.truths", demoPack), ("proposal.json", proposal)])
  }
}
