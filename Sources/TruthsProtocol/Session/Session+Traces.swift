package import TruthsJSON
import TruthsRuntime

/// Distributed traces of requests.
extension Session {
  /// Returns a client's proposal with the `trace_id` of its request, unless it names one.
  ///
  /// A request that is sent again belongs to another trace, but has the same proposal. The key shows that (runs §5.1). Without a
  /// key and a `proposal_id`, the proposal gets the id that it has without the trace (hashes §3.2).
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
  /// Whether a proposal or its wrapper has an envelope member with a value.
  fileprivate func envelopeNames(_ name: String) -> Bool {
    [self, wrappedProposal].contains { json in json?.member(name).map { $0.value.value != .null } == true }
  }
}
