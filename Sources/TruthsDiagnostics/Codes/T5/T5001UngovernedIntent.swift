package import TruthsText

/// No truth governs an intent.
package enum UngovernedIntent: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5001", "ungoverned-intent", .warning,
    title: "no truth governs an intent",
    why: "Every business action maps to a truth; a proposal that none governs is rejected.",
    mend: "Write a truth with `- intent: …` under `when`, or remove the intent.",
    wrong: [
      .order(
        declarations: """
          intent cancel_order:
            fields:
              order_id: text
          """)
    ],
    right: [
      .order()
    ])

  /// An intent that no truth names.
  package static func found(_ intent: String, at key: Span) -> Diagnostic {
    make("no truth governs intent `\(intent)`", at: key, help: "every proposal of it is rejected until one does")
  }
}
