/// The members of a proposal that belong to its envelope (runs §1); all others belong to the intent.
package enum ProposalEnvelope {
  package static let names = [
    "proposal_id", "action", "pack", "actor", "correlation_id", "run_id", "timestamp", "confidence", "reason", "truth_id",
    "trace_id", "requires_consent", "consent", "override", "idempotency_key", "truths_hash", "policies_hash", "queued_at",
    "on_behalf_of", "payload",
  ]

  private static let all = Set(names)

  /// Whether a member of a proposal belongs to its envelope.
  package static func has(_ name: String) -> Bool { all.contains(name) }
}
