package import TruthsText

/// A part of the language that this version does not read yet.
package enum NotYetSupported: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T0021", "not-yet-supported", .error,
    title: "a part of the language that this version does not read yet",
    why: "The language defines it and a later version will read it; ignoring it would change what the truths mean.",
    mend: "Wait for the next version, or say it in another way.",
    wrong: [
      .declarations("source task_tracker:\n  document: task_tracker\n  produces:\n    - fact.task.recorded\n")
    ],
    right: [.declarations("enum size: [small, large]\n")])

  /// A kind or key of the language that comes later.
  package static func found(_ what: String, at span: Span) -> Diagnostic {
    make("`\(short(what))` is not supported by this version yet", at: span)
  }
}
