extension DiagnosticSample {
  /// The little pack about placing orders with a lifecycle `order` whose instances its truth moves.
  ///
  /// - Parameters:
  ///   - states: the transitions, each `a → b`; the first state of the first is the initial one.
  ///   - moves: what the truth does, each `a → b`.
  ///   - output: further lines under `produces`.
  static func lifecycle(
    key: String = "order_id", states: [String], terminal: [String], moves: [String], requires: [String] = [],
    output: [String] = []
  ) -> DiagnosticSample {
    let initial = states.first?.split(separator: " ").first.map(String.init) ?? ""
    let lines =
      ["lifecycle order:", "  key: [\(key)]", "  initial: \(initial)", "  transitions:"] + states.map { "    - \($0)" }
      + ["  terminal: [\(terminal.joined(separator: ", "))]"]
    let truthKeys = moves.isEmpty ? [] : ["moves:"] + moves.map { "  - order: \($0)" }
    return .order(declarations: lines.joined(separator: "\n"), requires: requires, output: output, truthKeys: truthKeys)
  }
}
