package import TruthsText

/// A source produces something other than facts.
package enum MisplacedOutput: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5018", "misplaced-output", .error,
    title: "a source produces something other than facts",
    why:
      "What a document says is taken in as facts, before any truth fires: nothing was decided that could leave a trace, and what "
      + "a document says anew is a new version by itself.",
    mend: "Write the fact types that the document's elements become, each as `fact.…`.",
    wrong: [.source(output: ["- fact.task.recorded", "- trace.task.reading"])], right: [.source()])

  /// A trace.
  package static func trace(at span: Span) -> Diagnostic {
    make("a source leaves no trace: nothing is decided when a document is read", at: span, help: "leave it out")
  }

  /// A correction.
  package static func correction(_ type: some PlacedName) -> Diagnostic {
    make(
      "a source corrects nothing by itself: what a document says anew is a new version", at: type.span,
      help: "write `fact.\(type.text)`")
  }

  /// No output at all.
  package static func nothing(at span: Span) -> Diagnostic {
    make("the source produces nothing", at: span, help: "say which facts its elements become: `produces: - fact.…`")
  }
}
