package import TruthsText

/// A declaration is not used.
package enum UnusedDeclaration: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5008", "unused-declaration", .warning,
    title: "a declaration is not used",
    why: "What nothing reads decides nothing; it is left over, or its name is misspelt where it should be read.",
    mend: "Remove it, or use it.",
    wrong: [
      .order(
        declarations: """
          policy limit:
            type: decimal
            default: 10
          """)
    ],
    right: [
      .order(
        declarations: """
          policy limit:
            type: decimal
            default: 10
          """, fields: ["amount: decimal"], requires: ["amount < limit"])
    ])

  /// A policy, fact type or `let` that nothing reads or makes.
  package static func found(kind: String, _ name: String, at span: Span) -> Diagnostic {
    make("nothing uses \(kind) `\(name)`", at: span)
  }
}
