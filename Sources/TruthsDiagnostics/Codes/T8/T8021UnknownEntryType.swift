package import TruthsText

/// T8021: an entry of a type that there is not.
package enum UnknownEntryType: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8021", "unknown-entry-type", .error,
    title: "an entry has an unknown type",
    why:
      "Entries are facts, proposals, traces or decisions. An entry of another type is from something that this version cannot "
      + "judge.",
    mend: "Use one of `fact`, `proposal`, `trace`, `decision`.",
    wrong: [DataSamples.context(DataSamples.entry(type: #""entry_type": "fakt""#))],
    right: [DataSamples.context(DataSamples.entry())])

  /// An `entry_type` that is none of the known ones.
  package static func found(_ type: String, known: [String], at span: Span) -> Diagnostic {
    let names = known.map { "`\($0)`" }.joined(separator: ", ")
    let help = nearestName(to: type, among: known).map { "did you mean `\($0)`?" } ?? "the types are \(names)"
    return make("unknown entry type `\(type)`", at: span, help: help)
  }
}
