package import TruthsText

/// T8023: an entry without a member that every entry has.
package enum MissingEnvelopeMember: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8023", "missing-envelope-member", .error,
    title: "an entry lacks a member that every entry has",
    why:
      "Every entry says when it was made, by whom, in which run, and which truth it satisfies; that is what makes it evidence.",
    mend: "Add the member, or give the fact in short form: its payload alone.",
    wrong: [DataSamples.context(DataSamples.entry(truth: ""))],
    right: [DataSamples.context(DataSamples.entry()), DataSamples.context(#"{"type": "person.greeted", "name": "Ada"}"#)])

  /// A member that is not there.
  package static func found(_ name: String, help: String?, at span: Span) -> Diagnostic {
    make("the entry has no `\(name)`", at: span, help: help)
  }
}
