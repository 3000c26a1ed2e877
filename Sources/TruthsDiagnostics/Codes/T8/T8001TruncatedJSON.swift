package import TruthsText

/// T8001: data that ends too early.
package enum TruncatedJSON: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8001", "truncated-json", .error,
    title: "data ends in the middle of a value",
    why: "A file that was cut off may lack more than can be seen, so nothing runs on what is left of it.",
    mend:
      "Restore the file from where it was copied, or, where a ledger was cut while its last line was written, remove that line.",
    wrong: [DataSamples.context(#"{"type": "person.greeted", "name": "#)],
    right: [DataSamples.context(#"{"type": "person.greeted", "name": "Ada"}"#)])

  /// A document that ends while something is open.
  ///
  /// - Parameters:
  ///   - opened: What is open, `object`, `list`, `text`, and where it begins.
  ///   - end: The place where more is wanted.
  package static func document(opened: (what: String, at: Span)?, end: Span) -> Diagnostic {
    guard let opened else { return make("there is no value", at: end, help: "a document holds one JSON value") }
    return make(
      "the \(opened.what) is not closed", at: end, label: "ends here",
      notes: [.init("the \(opened.what) begins here", at: opened.at)])
  }

  /// A line of a ledger that ends while something is open.
  ///
  /// - Parameter isLast: Whether it is the last line and has no line break, as a write that was cut off leaves it.
  package static func line(opened: (what: String, at: Span)?, isLast: Bool, end: Span) -> Diagnostic {
    let notes = opened.map { [Diagnostic.Note("the \($0.what) begins here", at: $0.at)] } ?? []
    return make(
      "truncated line" + (opened.map { ": the \($0.what) is not closed" } ?? ""), at: end, label: "ends here",
      help: isLast ? "the last line was not written to its end; remove it, or restore the file" : "each entry stands on one line",
      notes: notes)
  }
}
