package import TruthsText

/// A `truths:ignore` comment hides nothing.
package enum IdleIgnore: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T7003", "idle-ignore", .warning,
    title: "a `truths:ignore` comment hides nothing",
    why: "What it hid is mended, or its code is misspelt; left in place, it would hide the next finding of that code.",
    mend: "Remove the comment.",
    wrong: [
      .order(
        declarations: """
          # truths:ignore T5001 comes with the next release
          policy limit:
            type: decimal
            default: 1
          """, fields: ["amount: decimal"], requires: ["amount > limit"])
    ],
    right: [
      .order(
        declarations: """
          # truths:ignore T5008 comes with the next release
          policy limit:
            type: decimal
            default: 1
          """)
    ])

  /// A comment below which there is no warning of its code; an error of it is never hidden.
  package static func found(_ code: String, isError: Bool, at span: Span) -> Diagnostic {
    make(
      isError ? "`\(code)` is an error here, and errors are not hidden" : "this hides no `\(code)`", at: span, help: "remove it")
  }
}
