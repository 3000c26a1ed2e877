package import TruthsText

/// An output where it has no meaning.
package enum MisplacedOutput: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5018", "misplaced-output", .error,
    title: "an output where it has no meaning",
    why:
      "What a document says is taken in as facts, before any truth fires: nothing was decided that could leave a trace, and what "
      + "a document says anew is a new version by itself. Truths decide on proposals, and make none.",
    mend: "In a source, write what the document's elements become, as `fact.…` or `proposal.…`; in a truth, `fact.…` or a trace.",
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

  /// A proposal of a truth.
  package static func proposal(at span: Span) -> Diagnostic {
    make(
      "a truth decides on proposals and makes none", at: span,
      help: "only a source makes proposals of a document; leave it out, or produce a fact")
  }

  /// No output at all.
  package static func nothing(at span: Span) -> Diagnostic {
    make("the source produces nothing", at: span, help: "say which facts its elements become: `produces: - fact.…`")
  }
}
