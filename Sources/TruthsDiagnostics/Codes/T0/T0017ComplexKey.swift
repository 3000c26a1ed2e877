package import TruthsText

/// A key that is no plain word.
package enum ComplexKey: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0017", "complex-key", .error,
    title: "a key that is no plain word",
    why: "Every key of a declaration is a word or a name.",
    mend: "Write the key as a word, a colon, and the value.",
    wrong: [.declarations("record line:\n  fields:\n    ? sku\n    : text\n")],
    right: [.declarations("record line:\n  fields:\n    sku: text\n")])

  /// A key written with `?`, or one that is a list or mapping.
  package static func found(at span: Span) -> Diagnostic {
    make("a key must be a single word", at: span, help: "write `name: value`")
  }
}
