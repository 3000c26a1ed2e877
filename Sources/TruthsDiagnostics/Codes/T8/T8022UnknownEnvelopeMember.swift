package import TruthsText

/// T8022: a member that no entry has.
package enum UnknownEnvelopeMember: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8022", "unknown-envelope-member", .error,
    title: "an entry has a member that entries do not have",
    why: "Every member of an entry is hashed; one that nothing reads would be believed and ignored at once.",
    mend: "Correct the name, or move the member into `payload`.",
    wrong: [
      DataSamples.context(DataSamples.entry(type: #""entry_type": "fact", "note": "x""#))
    ],
    right: [DataSamples.context(DataSamples.entry())])

  /// A name that stands in no entry.
  package static func found(_ name: String, known: [String], at span: Span) -> Diagnostic {
    let help = nearestName(to: name, among: known).map { "did you mean `\($0)`?" } ?? "what the entry says stands in `payload`"
    return make("entries have no member `\(name)`", at: span, help: help)
  }

  /// A name that stands in entries of another type only.
  package static func misplaced(_ name: String, owner: String, type: String, at span: Span) -> Diagnostic {
    make("`\(name)` belongs to entries of type `\(owner)`, not `\(type)`", at: span)
  }
}
