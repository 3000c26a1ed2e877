extension DiagnosticSample {
  /// The little pack about placing orders with a lifecycle `order` whose instances its truth moves.
  ///
  /// - Parameters:
  ///   - states: the transitions, each `a → b`; the first state of the first is the initial one.
  ///   - moves: what the truth does, each `a → b`.
  ///   - truths: further truths, each with a name and what it moves.
  ///   - output: further lines under `produces`.
  static func lifecycle(
    key: String = "order_id", states: [String], terminal: [String], moves: [String], truths: [(name: String, move: String)] = [],
    requires: [String] = [], output: [String] = []
  ) -> DiagnosticSample {
    let initial = states.first?.split(separator: " ").first.map(String.init) ?? ""
    let lines =
      ["lifecycle order:", "  key: [\(key)]", "  initial: \(initial)", "  transitions:"] + states.map { "    - \($0)" }
      + ["  terminal: [\(terminal.joined(separator: ", "))]"]
    let others = truths.flatMap { truth in
      [
        "", "truth \(truth.name):", "  when:", "    - intent: place_order", "    - if: order.state != start", "  requires:",
        "    - order_id exists", "  moves:", "    - order: \(truth.move)", "  produces:", "    - trace.order.\(truth.name)",
      ]
    }
    let truthKeys = moves.isEmpty ? [] : ["moves:"] + moves.map { "  - order: \($0)" }
    return .order(
      declarations: (lines + others).joined(separator: "\n"), requires: requires, output: output, truthKeys: truthKeys)
  }
}
