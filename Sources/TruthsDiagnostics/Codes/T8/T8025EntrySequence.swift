package import TruthsText

/// T8025: entries out of sequence.
package enum EntrySequence: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8025", "entry-sequence", .error,
    title: "an entry is out of sequence",
    why:
      "A ledger only grows: its entries are numbered 1, 2, 3 … without a gap. A gap is an entry that was removed, a repeat is "
      + "one that was added.",
    mend: "Restore the entries that are missing, in their order. Facts in short form take the next number.",
    wrong: [DataSamples.context(DataSamples.entry(sequence: "2"))],
    right: [DataSamples.context(DataSamples.entry(sequence: "1"))])

  /// An entry with another number than the one that follows the entry before it.
  package static func found(_ sequence: Int, wanted: Int, at span: Span) -> Diagnostic {
    make("entry \(sequence) stands where entry \(wanted) is wanted", at: span)
  }
}
