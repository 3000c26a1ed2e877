package import TruthsText

/// T8026: two entries with one identity.
package enum DuplicateEntryID: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8026", "duplicate-entry-id", .error,
    title: "two entries have the same `entry_id`",
    why:
      "A correction names the entry that it corrects by its `entry_id`, which is made from the entry's content and its place, "
      + "and is never the same twice.",
    mend: "Remove one of the entries, or leave `entry_id` out: it is then made.",
    wrong: [DataSamples.context(DataSamples.entry() + "\n" + DataSamples.entry(sequence: "2", name: "Alan"))],
    right: [
      DataSamples.context(
        DataSamples.entry() + "\n" + DataSamples.entry(id: #""ctx_0000000000000002""#, sequence: "2", name: "Alan"))
    ])

  /// An `entry_id` that an earlier entry has.
  package static func found(_ id: String, at span: Span, first: Span) -> Diagnostic {
    make("`\(id)` is the `entry_id` of an earlier entry", at: span, notes: [.init("first here", at: first)])
  }
}
