/// Actions of traces that no proposal made: events of a decision, and control messages (contract §13.5).
package enum EngineAction {
  package static let names = [
    "guardrail.hit", "converge.close", "inject_fact", "approve", "reject", "consent", "pause", "resume", "update_budget",
    "cancel",
  ]

  /// The action of the trace that seals a ledger; no fixture has one.
  private static let sealing = "ledger.sealed"
  private static let reserved = Set(names + [sealing])

  /// Whether no intent can have a name in JSON, because readers of a ledger would take its traces for the engine's.
  package static func isReserved(_ name: String) -> Bool { reserved.contains(name) || name.hasPrefix("\(ConvergePack.name).") }
}
