package import TruthsJSON
import TruthsRuntime

/// Distributed traces that requests belong to.
extension Session {
  /// A proposal of a client as it is recorded where its request belongs to a distributed trace: with `trace_id`, unless it names
  /// one.
  ///
  /// A proposal without a `proposal_id` gets the one that it has without the trace (hashes §3.2): a request that is sent again
  /// belongs to another trace, and under its idempotency key it is the same proposal all the same.
  package func traced(_ proposal: JSONObject, of client: String, in traceID: String) -> JSONObject {
    let received = LocatedJSON(unlocated: .object(proposal))
    guard let actor = channels[client]?.client.actor, !received.envelopeNames("trace_id") else { return proposal }
    var traced = proposal
    if !received.envelopeNames("proposal_id") {
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
