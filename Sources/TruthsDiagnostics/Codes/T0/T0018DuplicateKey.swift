package import TruthsText

/// A key stands twice.
package enum DuplicateKey: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0018", "duplicate-key", .error,
    title: "a key stands twice",
    why: "Other readers of YAML keep the last one silently, so that half of what was written would not count.",
    mend: "Remove one, or join the two.",
    wrong: [.declarations("record line:\n  fields:\n    sku: text\n    sku: integer\n")],
    right: [.declarations("record line:\n  fields:\n    sku: text\n    size: integer\n")])

  /// The second of two equal keys.
  package static func found(_ key: String, at span: Span, first: Span) -> Diagnostic {
    make(
      "`\(short(key))` stands here twice", at: span, help: "remove one, or join the two",
      notes: [.init("it stands here first", at: first)])
  }
}
