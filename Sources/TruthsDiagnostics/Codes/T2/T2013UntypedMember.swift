package import TruthsText

/// A member of a document whose type nothing tells.
package enum UntypedMember: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T2013", "untyped-member", .error,
    title: "a member of a document has no type",
    why:
      "Nobody declares what a document holds: the type of a member is that of the fact that it reaches, or follows from what it "
      + "is compared with. Where neither is there, nobody could say which documents fit.",
    mend: "Take the member into a field of a fact, or compare it with something whose type is known.",
    wrong: [.source(output: ["- fact.task.recorded where length(owner) > 2"])],
    right: [.source(output: ["- fact.task.recorded where owner != \"nobody\""])])

  package static func found(_ name: String, at span: Span) -> Diagnostic {
    make(
      "cannot tell the type of member `\(name)`", at: span,
      help: "take it into a field of a fact, or compare it with something whose type is known")
  }
}
