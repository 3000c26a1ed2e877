package import TruthsText

/// A value that its key does not know.
package enum WrongValue: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0029", "wrong-value", .error,
    title: "a value that its key does not know",
    why: "The key has a few values, and this is none of them.",
    mend: "Write one of the values that the message names.",
    wrong: [.declarations("intent send_parcel:\n  consent: always\n  fields:\n    parcel_id: text\n")],
    right: [DiagnosticSample("pack demo:\n  summary: Shows one thing\n")])

  /// A value that is none of the known ones.
  ///
  /// - Parameter help: what to write, where the known values are not the answer.
  package static func found(
    _ value: String, of key: String, known: [String], nearest: String?, at span: Span, help: String? = nil
  ) -> Diagnostic {
    let list = known.map { "`\($0)`" }.joined(separator: ", ")
    return make(
      "`\(short(value))` is no value of `\(short(key))`", at: span,
      help: help ?? nearest.map { "did you mean `\($0)`?" } ?? "it is one of \(list)",
      fixes: nearest.map { [.init("write `\($0)`", [.init(span, $0)], isSafe: false)] } ?? [])
  }
}
