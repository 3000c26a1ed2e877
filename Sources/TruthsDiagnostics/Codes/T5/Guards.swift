import TruthsText

/// A guard hangs on the pack that a proposal names, beside a truth that does not.
///
/// Detected in `Sources/TruthsCheck/Lints/PackGuards.swift`.
package enum EvadableGuard: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T5020", "evadable-guard", .warning,
    title: "a guard hangs on `pack:` beside a truth that accepts without it",
    why:
      "Whoever sends a proposal chooses its `pack` among those that the intent knows. Where one truth accepts whatever the pack "
      + "is, the guard beside it is a guard for those alone who ask for it.",
    mend: "Leave the line `- pack: …` of the guard out, or write it under `when` of the other truth too, in the same pack.",
    wrong: [
      DiagnosticSample(files: [
        placing(when: ["- intent: place_order"]), guarding(when: ["- intent: place_order", "- pack: limits"]),
      ])
    ],
    right: [DiagnosticSample(files: [placing(when: ["- intent: place_order"]), guarding(when: ["- intent: place_order"])])])

  private static func placing(when: [String]) -> (path: String, text: String) {
    (
      "truths/demo/demo.truths",
      """
      pack demo:
        version: 1.0.0

      fact order.placed:
        key: [order_id]
        fields:
          order_id: text

      intent place_order:
        fields:
          order_id: text
          amount: decimal

      truth order_placing:
        when:
          \(when.joined(separator: "\n    "))
        requires:
          - order_id exists
        produces:
          - fact.order.placed
          - trace.order.placing

      """
    )
  }

  private static func guarding(when: [String]) -> (path: String, text: String) {
    (
      "truths/limits/limits.truths",
      """
      pack limits:
        version: 1.0.0
        uses: [demo]

      truth order_limit:
        when:
          \(when.joined(separator: "\n    "))
        requires:
          - amount <= 1000
        produces:
          - trace.order.limit

      """
    )
  }

  /// - Parameters:
  ///   - pack: the pack that the guard names, at the place where it does.
  ///   - intent: the intent.
  ///   - other: the truth that fires without it.
  ///   - evading: another pack that a proposal of the intent may name; `nil` where there is none yet.
  package static func found(
    _ pack: some PlacedName, guarding truth: String, intent: String, other: String, evading: String?
  ) -> Diagnostic {
    let way =
      evading.map { "a proposal of `\(intent)` that says `pack: \($0)` passes by `\(truth)`" }
      ?? "`\(truth)` guards `\(intent)` for pack `\(pack.text)` alone"
    return make(
      "\(way), and `\(other)` accepts without it", at: pack.span,
      help: "leave `- pack: \(pack.text)` out here, so that the clauses hold for every proposal of `\(intent)`")
  }
}
