package import TruthsJSON
import TruthsRuntime

/// Distributed traces that requests belong to.
extension Session {
  /// A proposal of a client as it is recorded where its request belongs to a distributed trace: with `trace_id`, unless it names
  /// one.
  ///
  /// A request that is sent again belongs to another trace, and is about the same proposal. Its key says so (runs §5.1); one with
  /// neither a key nor a `proposal_id` gets the id that it has without the trace (hashes §3.2).
  package func traced(_ proposal: JSONObject, of client: String, in traceID: String) -> JSONObject {
    let received = LocatedJSON(unlocated: .object(proposal))
    guard let actor = channels[client]?.client.actor, !received.envelopeNames("trace_id") else { return proposal }
    var traced = proposal
    if !received.envelopeNames("proposal_id"), !received.envelopeNames("idempotency_key") {
      traced["proposal_id"] = .text(ProposalReader.read(received.vouched(by: actor), actor: actor).identity)
    }
    traced["trace_id"] = .text(traceID)
    return traced
  }
}

extension LocatedJSON {
  /// Whether a proposal has a member of its envelope, beside the proposal or within what wraps it.
  fileprivate func envelopeNames(_ name: String) -> Bool {
    [self, wrappedProposal].contains { json in json?.member(name).map { $0.value.value != .null } == true }
  }
}
