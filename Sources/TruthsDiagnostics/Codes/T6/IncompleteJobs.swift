package import TruthsText

/// A job lacks a key.
///
/// Detected in `Sources/TruthsCheck/Lints/JobLints.swift`.
package enum IncompleteJob: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T6003", "incomplete-job", .warning,
    title: "a job lacks a key",
    why: "A job says who does what, to what end, what calls for it, what it leaves behind and what it must never do. What is not "
      + "said can be traced to nothing.",
    mend:
      "Write all of `verb`, `object`, `outcome`, `triggers`, `artifacts` and `guardrails`. A list needs an entry: an empty one "
      + "says as little as none.",
    wrong: [sample(guardrails: [])],
    right: [
      sample(guardrails: ["  guardrails:", "    - must_not: order without a number", "      enforced_by: demo.order_placing"])
    ])

  private static func sample(guardrails: [String]) -> DiagnosticSample {
    let job = """
      jtbd place_order:
        verb: Place
        object: Order
        outcome: "The goods arrive"
        triggers:
          - place_order
        artifacts:
          - order_placed

      """
    return DiagnosticSample(files: [
      ("truths/demo/demo.truths", DiagnosticSample.orderText()),
      ("jtbd/demo/demo.jtbd", job + guardrails.map { $0 + "\n" }.joined()),
    ])
  }

  /// - Parameter example: the key with a value, made from the job.
  package static func found(lacks key: String, example: String, at span: Span) -> Diagnostic {
    make("this job has no `\(key)`", at: span, help: "add `\(example)`")
  }
}
