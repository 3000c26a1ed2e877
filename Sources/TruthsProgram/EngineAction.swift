/// Actions of traces that no proposal made: events of a decision and a ledger, and control messages (contract §13.5).
package enum EngineAction {
  package static let names = [
    "guardrail.hit", "converge.close", "ledger.sealed", "inject_fact", "approve", "reject", "consent", "pause", "resume",
    "update_budget", "cancel",
  ]

  private static let all = Set(names)

  /// Whether no intent can have a name in JSON, because readers of a ledger would take its traces for the engine's.
  package static func isReserved(_ name: String) -> Bool { all.contains(name) || name.hasPrefix("\(ConvergePack.name).") }
}
