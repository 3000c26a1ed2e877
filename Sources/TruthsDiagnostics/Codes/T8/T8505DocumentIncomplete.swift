package import TruthsText

/// T8505: an element of a document lacks what a fact needs.
package enum T8505DocumentIncomplete: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8505", "document-incomplete", .error,
    title: "an element of a document lacks what a fact needs",
    why: "A fact is whole: one that lacks something would be passed over by the very rules that ask for it.",
    mend: "Complete the document, or mark the field of the fact with `?`.",
    wrong: [.document(#"{"tasks": [{"task_id": "T1"}]}"#)],
    right: [.document(DiagnosticSample.fineDocument)])

  /// A field of a fact.
  ///
  /// - Parameters:
  ///   - path: the way to the member that the field is read from, where it is one alone.
  ///   - part: the element, `the document` or a path in backticks.
  package static func field(_ field: String, of fact: String, path: String?, part: String, at span: Span) -> Diagnostic {
    guard let path else { return make("\(part) gives no `\(field)`, which `\(fact)` needs", at: span) }
    return make("`\(path)` is missing, and `\(fact)` needs it as `\(field)`", at: span)
  }

  /// A list that an output goes through.
  package static func list(_ path: String?, fact: String, at span: Span) -> Diagnostic {
    make("\(path.map { "`\($0)`" } ?? "the list") is missing, and `\(fact)` goes through it", at: span)
  }

  /// A condition that cannot be told.
  package static func condition(_ text: String, fact: String, part: String, at span: Span) -> Diagnostic {
    make(
      "cannot tell whether `\(text)` holds of \(part), so whether it is a `\(fact)`", at: span,
      help: "something that the condition reads is missing")
  }
}
