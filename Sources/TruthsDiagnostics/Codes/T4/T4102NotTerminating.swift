package import TruthsText

/// Truths on facts could make new facts for ever.
package enum NotTerminating: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T4102", "not-terminating", .error,
    title: "truths on facts could go on for ever",
    why:
      "Where truths feed each other, only values that are there already can keep them from making new facts without end; every "
      + "run would then stop at its budget.",
    mend: "Copy every key field from a matched fact, and let moves and corrections happen outside the cycle.",
    wrong: [
      .order(
        declarations: """
          fact order.counted:
            key: [order_id, number]
            fields:
              order_id: text
              number: integer

          truth order_starting:
            when:
              - fact: order.placed
            produces:
              - fact.order.counted:
                  number: 1
              - trace.order.starting

          truth order_counting:
            when:
              - fact: order.counted
            produces:
              - fact.order.counted:
                  number: trigger.number + 1
              - trace.order.counting
          """)
    ],
    right: [
      .order(
        declarations: """
          fact order.counted:
            key: [order_id, number]
            fields:
              order_id: text
              number: integer

          truth order_starting:
            when:
              - fact: order.placed
            produces:
              - fact.order.counted:
                  number: 1
              - trace.order.starting
          """)
    ])

  /// What a field that is worked out has to do with how many facts there may be.
  package enum Role: Sendable {
    /// It is one of the key.
    case key
    /// The fact has no key.
    case whole
    /// In the cycle it is copied into what identifies a fact.
    case source
  }

  /// A field of a fact of the cycle that is worked out, where it or what is copied from it identifies a fact.
  package static func field(_ field: String, fact: String, role: Role, truth: String, at span: Span) -> Diagnostic {
    let label: String? =
      switch role {
      case .key: nil
      case .whole: "`\(fact)` has no key, so all of its fields identify it"
      case .source: "what identifies a fact of the cycle is copied from it"
      }
    return make(
      "`\(truth)` works out \(role == .key ? "the key field" : "the field") `\(field)` of `\(fact)`, which leads back to it",
      at: span, label: label, help: "copy `\(field)` from a fact that fires the truth, or break the cycle")
  }

  /// A correction of a fact of the cycle: every new version fires its truths again.
  package static func correction(_ type: some PlacedName, truth: String) -> Diagnostic {
    make(
      "`\(truth)` corrects `\(type.text)`, and the new version leads back to it", at: type.span,
      help: "correct it in a truth that fires on an intent, or break the cycle")
  }

  /// A move in a cycle.
  package static func move(truth: String, at span: Span) -> Diagnostic {
    make(
      "`\(truth)` moves a lifecycle, and what it makes leads back to it", at: span,
      help: "move it in a truth that fires on an intent, or break the cycle")
  }

  /// Transitions of truths on facts that lead back to the state where they began.
  package static func transitions(lifecycle: String, states: [String], at span: Span, notes: [Diagnostic.Note]) -> Diagnostic {
    make(
      "truths on facts take `\(lifecycle)` round in a circle: \(states.joined(separator: " → "))", at: span,
      help: "let one of these transitions be made by a truth that fires on an intent", notes: notes)
  }
}
