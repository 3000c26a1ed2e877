// What a proposal proposes, apart from what was said about it (runs §2.1).

/** Members of the envelope, which are no fields of the intent. */
const ENVELOPE = new Set([
  "action", "payload", "proposal_id", "pack", "actor", "on_behalf_of", "timestamp", "correlation_id", "run_id", "trace_id",
  "truth_id", "confidence", "reason", "requires_consent", "consent", "override", "idempotency_key", "truths_hash",
  "policies_hash", "queued_at", "replay_safe", "forced",
]);

/** The proposal within a record of a queue, or the proposal itself. */
export const inner = (received) =>
  received.action === undefined && typeof received.proposal === "object" ? { ...received.proposal } : received;

/** The fields of a proposal as it was received. */
export function fieldsIn(received) {
  const proposal = inner(received);
  if (typeof proposal.payload === "object" && proposal.payload !== null) return proposal.payload;
  return Object.fromEntries(Object.entries(proposal).filter(([name]) => !ENVELOPE.has(name)));
}

/**
 * The same proposal once more, with something said about it. It begins a run of its own; since a proposal is accepted once, the
 * one that waits ends where this one is accepted.
 */
export function again(received, run, said) {
  const { action, pack, on_behalf_of, truth_id, reason, confidence, requires_consent, consent } = inner(received);
  return {
    action, pack, on_behalf_of, truth_id, reason, confidence, requires_consent, consent, proposal_id: run.proposal_id,
    payload: fieldsIn(received), ...said,
  };
}
