package import TruthsText

/// T8024: a member of an entry with a value of the wrong form.
package enum EnvelopeValue: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8024", "envelope-value", .error,
    title: "a member of an entry has the wrong form",
    why: "An entry that could be read in two ways is no evidence of either.",
    mend: "Give the member the form that the message names.",
    wrong: [DataSamples.context(DataSamples.entry(timestamp: #""2026-01-31 09:00""#))],
    right: [DataSamples.context(DataSamples.entry(timestamp: #""2026-01-31T09:00:00Z""#))])

  /// A value of another kind than its place wants.
  package static func wrongForm(_ path: String, wanted: String, found: String, at span: Span) -> Diagnostic {
    make("`\(path)` wants \(wanted), not \(found)", at: span)
  }

  /// A text that is no moment in time.
  package static func notATimestamp(_ text: String, at span: Span) -> Diagnostic {
    make("`\(text)` is not a timestamp", at: span, help: "a timestamp is in UTC and written `2026-01-31T09:00:00Z`")
  }

  /// A text that is none of the ones that its place knows.
  package static func notOneOf(_ path: String, _ text: String, known: [String], at span: Span) -> Diagnostic {
    let names = known.map { "`\($0)`" }.joined(separator: ", ")
    let help = nearestName(to: text, among: known).map { "did you mean `\($0)`?" }
    return make("`\(path)` is one of \(names), not `\(text)`", at: span, help: help)
  }
}
