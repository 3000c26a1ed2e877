package import TruthsText

/// T8110: something that a run is given beside its proposal has not its form.
package enum T8110RunSetting: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8110", "run-setting", .error,
    title: "the moment, the actor or a limit of a run has not its form",
    why: "A setting that was passed over in silence would leave its place to what the proposal claims, or to nothing.",
    mend: """
      Write a moment as `2025-01-31T12:00:00Z`, an actor as {"type": "user", "user_id": "ann", "roles": ["accountant"]}, a limit \
      as a whole number from 0.
      """,
    wrong: [sample(type: "robot")], right: [sample(type: "agent")])

  /// A moment that is none.
  package static func moment(_ text: String, at span: Span, takesProposal: Bool) -> Diagnostic {
    make(
      "the moment of a run is a timestamp, and \"\(text)\" is none", at: span,
      help: "write it as `2025-01-31T12:00:00Z`: RFC 3339 in UTC, with Z"
        + (takesProposal ? "; or `proposal` for that of the proposal" : ""))
  }

  /// A limit below nothing.
  package static func limit(_ name: String, _ value: Int, at span: Span) -> Diagnostic {
    make(
      "`\(name)` is \(value), and a limit is not negative", at: span,
      help: "write a whole number from 0, such as `\(name) = 1000`")
  }

  /// An actor at fault.
  package static func actor(_ message: String, nearest: String?, at span: Span) -> Diagnostic {
    make(
      message, at: span,
      help: nearest.map { "did you mean `\($0)`?" }
        ?? #"an actor is such as {"type": "user", "user_id": "ann", "roles": ["accountant"]}"#)
  }

  private static func sample(type: String) -> DiagnosticSample {
    DiagnosticSample(
      .run,
      files: [
        ("truths/demo/demo.truths", demoPack), ("proposal.json", "{\"action\": \"close_books\", \"period_id\": \"2024-Q2\"}\n"),
        ("actor.json", "{\"type\": \"\(type)\", \"user_id\": \"r2\", \"roles\": []}\n"),
      ])
  }
}
