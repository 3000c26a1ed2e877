package import TruthsText

/// An expression nested too deeply.
package enum ExpressionTooDeep: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0064", "expression-too-deep", .error,
    title: "an expression nested too deeply",
    why: "Nobody can read it, and a reader that followed any depth could be brought down by a file.",
    mend: "Give its parts names with `let`.",
    wrong: [.requirement(String(repeating: "(", count: 129) + "weight" + String(repeating: ")", count: 129) + " > 0")],
    right: [.requirement("weight > 0")])

  /// The place at which the limit is passed.
  package static func found(limit: Int, at span: Span) -> Diagnostic {
    make("the expression is more than \(limit) deep", at: span, help: "give its parts names with `let`")
  }
}
