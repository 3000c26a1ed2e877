package import TruthsText

/// A merge key of YAML.
package enum MergeKey: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0014", "merge-key", .error,
    title: "a merge key of YAML",
    why: "A declaration must say what it means where it stands.",
    mend: "Write the entries out.",
    wrong: [.declarations("record line:\n  fields:\n    sku: text\n    <<: {size: integer}\n")],
    right: [.declarations("record line:\n  fields:\n    sku: text\n    size: integer\n")])

  /// `<<`
  package static func found(at span: Span) -> Diagnostic {
    make("merge keys are not read: `<<`", at: span, help: "write the entries out")
  }
}
