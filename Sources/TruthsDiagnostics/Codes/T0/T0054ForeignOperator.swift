package import TruthsText

/// An operator of another language.
package enum ForeignOperator: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0054", "foreign-operator", .error,
    title: "an operator of another language",
    why: "There is one way to write each operator.",
    mend: "Write `==`, `!=`, `<=`, `>=`, `and`, `or`, `not`.",
    wrong: [.requirement("weight > 0 && weight < 10")],
    right: [.requirement("weight > 0 and weight < 10")])

  /// An operator and what is meant by it; `replacement` is how it must be written in its place.
  package static func found(_ written: String, meant: String, replacement: String, at span: Span) -> Diagnostic {
    make(
      "there is no operator `\(short(written))`", at: span, help: "write `\(short(meant))`",
      fixes: [.init("write `\(short(meant))`", [.init(span, replacement)], isSafe: true)])
  }

  /// `=` where two values are compared.
  package static func assign(at span: Span, replacement: String) -> Diagnostic {
    make(
      "`=` does not compare", at: span, help: "write `==`",
      fixes: [.init("write `==`", [.init(span, replacement)], isSafe: true)])
  }

  /// `=>`, of which it is not plain what it means.
  package static func arrow(at span: Span) -> Diagnostic {
    make("there is no operator `=>`", at: span, help: "write `→` before a consequence, `>=` to compare")
  }
}
