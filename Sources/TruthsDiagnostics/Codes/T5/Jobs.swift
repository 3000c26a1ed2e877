package import TruthsText

/// A job is triggered by something that does not exist.
///
/// Detected in `Sources/TruthsCheck/Lints/JobLints.swift`.
package enum UnknownTrigger: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5009", "unknown-trigger", .warning,
    title: "a job is triggered by something that does not exist",
    why: "A job that nothing triggers is never done.",
    mend: "Write a fact type (`work_completed` means `work.completed`) or an intent.",
    wrong: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText()),
        (
          "jtbd/demo/demo.jtbd",
          """
          jtbd place_order:
            verb: Place
            object: Order
            outcome: "The goods arrive"
            triggers:
              - order_wanted
            artifacts:
              - order_placed
            guardrails:
              - must_not: order without a number
                enforced_by: demo.order_placing

          """
        ),
      ])
    ],
    right: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText()),
        (
          "jtbd/demo/demo.jtbd",
          """
          jtbd place_order:
            verb: Place
            object: Order
            outcome: "The goods arrive"
            triggers:
              - place_order
            artifacts:
              - order_placed
            guardrails:
              - must_not: order without a number
                enforced_by: demo.order_placing

          """
        ),
      ])
    ])

  /// A word under `triggers` that is neither a fact type nor an intent.
  package static func found(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: candidates)
    return make(
      "no fact type or intent is called `\(name.text)`", at: name.span, help: near.help, fixes: near.fixes(at: name.span))
  }

  /// A trigger whose fact type nothing produces and that is not external.
  package static func neverProduced(_ name: some PlacedName, fact: String, declared: Span) -> Diagnostic {
    make(
      "nothing produces `\(fact)`, so nothing triggers this job", at: name.span,
      notes: [Diagnostic.Note("the fact type is declared here", at: declared)])
  }
}

/// A job makes or needs something that does not exist.
///
/// Detected in `Sources/TruthsCheck/Lints/JobLints.swift`.
package enum UnknownArtifact: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5010", "unknown-artifact", .warning,
    title: "a job makes or needs something that does not exist",
    why: "What a job leaves behind can be seen in the context alone; a thing without a fact type or state is not seen.",
    mend:
      "Write a fact type: `order_placed` means `order.placed`; or a state of a lifecycle: `draft_invoice`. Neighbours of one "
      + "lifecycle must be a transition.",
    wrong: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText()),
        (
          "jtbd/demo/demo.jtbd",
          """
          jtbd place_order:
            verb: Place
            object: Order
            outcome: "The goods arrive"
            triggers:
              - place_order
            artifacts:
              - order_plaecd
            guardrails:
              - must_not: order without a number
                enforced_by: demo.order_placing

          """
        ),
      ])
    ],
    right: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText()),
        (
          "jtbd/demo/demo.jtbd",
          """
          jtbd place_order:
            verb: Place
            object: Order
            outcome: "The goods arrive"
            triggers:
              - place_order
            artifacts:
              - order_placed
            guardrails:
              - must_not: order without a number
                enforced_by: demo.order_placing

          """
        ),
      ])
    ])

  /// Neighbours of one lifecycle between which there is no transition.
  package static func noTransition(
    _ from: some PlacedName, _ to: some PlacedName, lifecycle: String, declared: Span
  ) -> Diagnostic {
    make(
      "lifecycle `\(lifecycle)` has no transition from `\(from.text)` to `\(to.text)`", at: from.span.union(to.span),
      help: "name the states between, or add the transition",
      notes: [Diagnostic.Note("the lifecycle is declared here", at: declared)])
  }

  /// A word under `artifacts` that names no fact type and no state.
  package static func found(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: candidates)
    return make(
      "no fact type or state is called `\(name.text)`", at: name.span, help: near.help, fixes: near.fixes(at: name.span))
  }
}

/// A truth enforces a guardrail that does not exist.
///
/// Detected in `Sources/TruthsCheck/Lints/Governance.swift`.
package enum UnknownGuardrail: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5011", "unknown-guardrail", .error,
    title: "a truth enforces a guardrail that does not exist",
    why: "The link is how a reader finds what keeps a promise; a broken one hides that nothing does.",
    mend: "Write `<job>.<number>`, counting the job's guardrails from 1.",
    wrong: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText(truthKeys: ["enforces: [place_order.2]"])),
        (
          "jtbd/demo/demo.jtbd",
          """
          jtbd place_order:
            verb: Place
            object: Order
            outcome: "The goods arrive"
            triggers:
              - place_order
            artifacts:
              - order_placed
            guardrails:
              - must_not: order without a number
                enforced_by: demo.order_placing

          """
        ),
      ])
    ],
    right: [
      DiagnosticSample(files: [
        ("truths/demo/demo.truths", DiagnosticSample.orderText(truthKeys: ["enforces: [place_order.1]"])),
        (
          "jtbd/demo/demo.jtbd",
          """
          jtbd place_order:
            verb: Place
            object: Order
            outcome: "The goods arrive"
            triggers:
              - place_order
            artifacts:
              - order_placed
            guardrails:
              - must_not: order without a number
                enforced_by: demo.order_placing

          """
        ),
      ])
    ])

  /// A word under `enforces` that names no guardrail.
  package static func found(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: candidates)
    return make(
      "no guardrail is called `\(name.text)`", at: name.span, help: near.help ?? "write `<job>.<number>`, counted from 1",
      fixes: near.fixes(at: name.span))
  }
}
