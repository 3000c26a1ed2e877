package import TruthsText

/// T8020: a value in a context that is neither an entry nor a fact.
package enum EntryShape: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8020", "entry-shape", .error,
    title: "a value in a context is neither an entry nor a fact",
    why:
      "A context holds whole entries, which say their `entry_type`, and facts in short form, which say their `type`. What "
      + "says neither could mean anything.",
    mend: "Give a fact its `type`, such as `period.closed`, or an entry its `entry_type`.",
    wrong: [DataSamples.context(#"{"name": "Ada"}"#)],
    right: [DataSamples.context(#"{"type": "person.greeted", "name": "Ada"}"#)])

  /// A value that is no object.
  package static func notAnObject(found: String, at span: Span) -> Diagnostic {
    make("an entry is an object, not \(found)", at: span, help: #"a fact in short form is `{"type": "…", …}`"#)
  }

  /// An object without `entry_type` and without `type`.
  ///
  /// - Parameters:
  ///   - misspelt: A member that was probably meant as one of them, and where its name stands.
  ///   - isProposal: Whether it looks like a proposal.
  package static func neither(misspelt: (name: String, span: Span)?, isProposal: Bool, at span: Span) -> Diagnostic {
    if let misspelt, let nearest = nearestName(to: misspelt.name, among: ["entry_type", "type"]) {
      return make("unknown member `\(misspelt.name)`", at: misspelt.span, help: "did you mean `\(nearest)`?")
    }
    let help =
      isProposal
      ? "a proposal is given by itself; in a context it is a whole entry"
      : "a fact says its `type`, an entry its `entry_type`"
    return make("neither an entry nor a fact: there is no `entry_type` and no `type`", at: span, help: help)
  }
}
