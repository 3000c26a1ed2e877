package import TruthsText

/// T8111: what is appended to a ledger does not say when, or by whom.
package enum T8111RunOrigin: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8111", "run-origin", .error,
    title: "a run that is appended does not say when it is, or who proposes",
    why: """
      A ledger is believed later. A decision that is dated 1970, or made by nobody, could be anybody's, and approvals and \
      deadlines that count from it count wrongly.
      """,
    mend: """
      Give a moment and an actor that you vouch for (`--now clock --actor actor.json`), or write `timestamp` and `actor` into \
      the proposal and believe it (`--now proposal --actor proposal`).
      """,
    wrong: [sample("")],
    right: [
      sample(#", "timestamp": "2025-01-31T12:00:00Z", "actor": {"type": "user", "user_id": "ann", "roles": ["accountant"]}"#)
    ])

  /// Nobody said when a run is that is to be appended.
  package static func noMoment(at span: Span) -> Diagnostic {
    make(
      "what is appended wants a moment, and none is given", at: span,
      help: "give `now`, such as `2025-01-31T12:00:00Z`, or `proposal` to believe the proposal's own `timestamp`")
  }

  /// Nobody said who proposes what is to be appended.
  package static func noActor(at span: Span) -> Diagnostic {
    make(
      "what is appended wants an actor, and none is given", at: span,
      help: #"give `actor`, such as {"type": "user", "user_id": "ann", "roles": ["accountant"]}, or `proposal` to believe the "#
        + "proposal's own")
  }

  /// A proposal that is believed, and does not say when it was made.
  ///
  /// - Parameter isGiven: whether it says something that is no moment.
  package static func untimed(isGiven: Bool, at span: Span) -> Diagnostic {
    make(
      isGiven ? "the proposal's `timestamp` is no moment, and was to be believed" : "the proposal has no `timestamp` to believe",
      at: span, help: #"write `"timestamp": "2025-01-31T12:00:00Z"` into it, or give a moment: `--now clock`"#)
  }

  /// A proposal that is believed, and does not say who makes it.
  ///
  /// - Parameter fault: what is wrong with the actor that it names; `nil` where it names none.
  package static func unsigned(fault: String?, at span: Span) -> Diagnostic {
    make(
      fault.map { "the proposal's `actor` was to be believed, and is at fault: \($0)" }
        ?? "the proposal has no `actor` to believe",
      at: span,
      help: #"write `"actor": {"type": "user", "user_id": "ann", "roles": ["accountant"]}` into it, or give one: `--actor FILE`"#)
  }

  /// Policies or documents are given beside a proposal of somebody who brings nothing in.
  package static func bringsNothing(_ who: String, at span: Span) -> Diagnostic {
    make(
      "\(who), and only a user or a system sets policies and brings documents in", at: span,
      help: "leave `--set` and `--document` out of this run, and append them in one by somebody who may: "
        + #"`--actor '{"type": "user", "user_id": "ann", "roles": ["accountant"]}'`"#)
  }

  private static func sample(_ more: String) -> DiagnosticSample {
    DiagnosticSample(
      .append,
      files: [
        ("truths/demo/demo.truths", demoPack),
        ("proposal.json", "{\"action\": \"close_books\", \"period_id\": \"2024-Q2\"\(more)}\n"),
      ])
  }
}
