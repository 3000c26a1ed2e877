package import TruthsText

/// A name that no name may have.
package enum BadName: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0023", "bad-name", .error,
    title: "a name that no name may have",
    why: "Names are the same in every tool and language that reads them: a small letter, then letters, digits and `_`.",
    mend: "Write a name that matches `[a-z][A-Za-z0-9_]*`; a fact type has two such segments or more, with dots between.",
    wrong: [.declarations("enum Size: [small, large]\n")],
    right: [.declarations("enum size: [small, large]\n")])

  /// A name that is given; `help` says how it could be written.
  package static func found(_ name: String, at span: Span, help: String? = nil) -> Diagnostic {
    make("`\(short(name))` cannot be a name", at: span, help: help ?? rule)
  }

  /// A word of an expression that nothing can be called.
  package static func inExpression(_ word: String, at span: Span) -> Diagnostic {
    make("`\(short(word))` cannot be a name", at: span, help: "\(rule); a text stands in double quotes")
  }

  /// A fact type of one segment.
  package static func factType(_ name: String, at span: Span) -> Diagnostic {
    make(
      "the fact type `\(short(name))` has one segment", at: span, help: "a fact type has two or more, such as `\(name).recorded`")
  }

  private static let rule = "a name begins with a small letter and holds letters, digits and `_`"
}
