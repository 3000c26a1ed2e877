import TruthsJSON
import TruthsRuntime
import TruthsText

/// The approvals that runs asked for, by what their `approval.requested` facts say.
struct ApprovalRequests: Hashable, Sendable {
  private var requests: [Request] = []

  struct Request: Hashable, Sendable {
    var id: String
    var proposalID: String
    var proposalHash: String
    var truthID: String
    var role: String
    /// The correlation of the run that asks; an answer to it is related.
    var correlationID: String
    var isGranted = false
  }

  /// Takes in an event of the session.
  mutating func note(_ event: Event) {
    guard event.type == .fact, !event.isProvisional, let fact = event.payload.object("payload"), let id = fact.text("request")
    else {
      return
    }
    switch fact.text("type") {
    case BuiltInFact.approvalRequested.rawValue:
      requests.append(
        Request(
          id: id, proposalID: fact.text("proposal_id") ?? "", proposalHash: fact.text("proposal_hash") ?? "",
          truthID: fact.text("truth_id") ?? "", role: fact.text("role") ?? "", correlationID: event.correlationID))
    case BuiltInFact.approvalGranted.rawValue:
      for place in requests.indices where requests[place].id == id { requests[place].isGranted = true }
    default: break
    }
  }

  /// The requests that an actor means who approves or rejects a proposal.
  ///
  /// Of the proposal as it was asked about last: those of the truth that is named, if one is; that are not granted yet; whose
  /// role the actor has. Where no role fits, the first one: that it may not be granted by this actor is for the truths to say,
  /// and to record.
  func meant(proposalID: String, truthID: String?, actor: JSONObject) -> [Request] {
    let ofProposal = requests.filter { Text($0.proposalID) == Text(proposalID) }
    guard let hash = ofProposal.last?.proposalHash else { return [] }
    let candidates = ofProposal.filter { $0.proposalHash == hash && (truthID == nil || truthID == $0.truthID) }
    let open = candidates.filter { !$0.isGranted }
    let pool = open.isEmpty ? candidates : open
    let roles = actor.texts("roles").map { Text($0) }
    let fitting = pool.filter { roles.contains(Text($0.role)) }
    return fitting.isEmpty ? Array(pool.prefix(1)) : fitting
  }
}
