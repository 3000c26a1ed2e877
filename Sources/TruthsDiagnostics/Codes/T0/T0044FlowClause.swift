package import TruthsText

/// A clause in `{…}` without quotes.
package enum FlowClause: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0044", "flow-clause", .error,
    title: "a clause in `{…}` without quotes",
    why: "YAML cuts what stands in braces at `,`, `[`, `]`, `{` and `}`, also at those of a clause.",
    mend: "Quote the clause in '…', or write `id` and `rule` in lines of their own.",
    wrong: [.requirement(#"{id: demo.tagged, rule: length(tags) in [1, 2]}"#)],
    right: [.requirement(#"{id: demo.tagged, rule: 'length(tags) in [1, 2]'}"#)])

  /// A clause that YAML cut inside `{…}`. `content` is the whole clause, `quoted` the same in '…'.
  package static func found(at span: Span, content: Span, quoted: String, isSafe: Bool) -> Diagnostic {
    make(
      "YAML cuts this clause: in `{…}` the signs `, [ ] { }` are its own", at: span, help: "quote the whole clause in '…'",
      fixes: [.init("quote the whole clause", [.init(content, quoted)], isSafe: isSafe)])
  }
}
