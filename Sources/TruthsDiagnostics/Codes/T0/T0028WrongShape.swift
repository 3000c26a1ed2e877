package import TruthsText

/// A list, mapping or text where another is wanted.
package enum WrongShape: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0028", "wrong-shape", .error,
    title: "a list, mapping or text where another is wanted",
    why: "What is written cannot be read as what the place wants.",
    mend: "Write what the message names.",
    wrong: [.declarations("record line:\n  fields: [sku, size]\n")],
    right: [.declarations("record line:\n  fields:\n    sku: text\n")])

  /// What was wanted at a key, and what stands there.
  package static func found(_ key: String, wants wanted: String, found: String, at span: Span, help: String? = nil) -> Diagnostic
  {
    make("`\(short(key))` wants \(wanted), not \(found)", at: span, help: help)
  }
}
