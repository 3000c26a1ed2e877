package import TruthsText

/// One id stands for two things.
package enum ConflictingID: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T1013", "conflicting-id", .error,
    title: "one id stands for two things",
    why: "An id is what traces, approvals and overrides name; it must lead to one rule.",
    mend: "Write an explicit `id` that nothing else has.",
    wrong: [
      .order(
        fields: ["amount: decimal"], requires: ["amount exists"],
        invariants: ["{id: demo.order.amount, rule: amount > 1}", "{id: demo.order.amount, rule: amount < 9}"])
    ],
    right: [
      .order(
        fields: ["amount: decimal"], requires: ["amount exists"],
        invariants: ["{id: demo.order.least, rule: amount > 1}", "{id: demo.order.most, rule: amount < 9}"])
    ])

  /// The second truth or invariant of one id.
  package static func declarations(_ id: String, at span: Span, first: Span) -> Diagnostic {
    make(
      "the id `\(id)` is taken", at: span, help: "write another `id:`", notes: [Diagnostic.Note("it is taken here", at: first)])
  }

  /// An id that begins as those of the built-in pack do.
  package static func builtIn(_ id: some PlacedName, pack: String) -> Diagnostic {
    make(
      "the id `\(id.text)` belongs to the built-in pack `\(pack)`", at: id.span,
      help: "write an `id:` that begins with the name of your pack")
  }

  /// A clause with the id of a truth that it is no part of.
  package static func truth(_ id: String, at span: Span, first: Span) -> Diagnostic {
    make(
      "the id `\(id)` stands for a truth already", at: span, help: "write this clause with an `id` of its own",
      notes: [Diagnostic.Note("it stands for this truth", at: first)])
  }

  /// The second clause of one id, with another rule.
  package static func rules(_ id: String, at span: Span, first: Span) -> Diagnostic {
    make(
      "the id `\(id)` stands for another rule already", at: span, help: "write this clause with an `id` of its own",
      notes: [Diagnostic.Note("it stands for this rule", at: first)])
  }
}
