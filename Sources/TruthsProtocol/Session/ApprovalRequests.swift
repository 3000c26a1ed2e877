import TruthsEngine
import TruthsJSON
import TruthsRuntime
import TruthsText

/// The approvals that runs asked for, by what their `approval.requested` facts say.
struct ApprovalRequests: Hashable, Sendable {
  private var requests: [Request] = []
  /// Requests of runs that wait no more; the oldest are dropped beyond ``mostEnded``.
  private var endedCount = 0
  /// The runs that have requests and wait.
  private var waitingRuns: Set<String> = []

  /// How many requests of ended runs are remembered.
  private static let mostEnded = 1_000

  struct Request: Hashable, Sendable {
    var id: String
    var runID: String
    /// Whether its run waits no more.
    fileprivate(set) var isEnded = false
    var proposalID: String
    var proposalHash: String
    var truthID: String
    /// Who is asked.
    var demand: ApprovalDemand
    /// The correlation of the run that asks; an answer to it is related.
    var correlationID: String
    /// Who granted it.
    fileprivate var grants: Set<Text> = []

    var isGranted: Bool { grants.count >= demand.count }

    /// Whether somebody is asked who did not grant it yet.
    fileprivate func isFor(_ actor: JSONObject) -> Bool {
      demand.isFor(actor) && !(actor.text("user_id").map { grants.contains(Text($0)) } ?? false)
    }
  }

  /// Takes in an event of the session.
  mutating func note(_ event: Event) {
    if event.type == .status, let runID = event.runID {
      let isDone = [RunState.Status.converged, .halted].map(\.rawValue).contains(event.payload.text("status"))
      if isDone { end(runID) }
      return
    }
    guard event.type == .fact, !event.isProvisional, let fact = event.payload.object("payload"), let id = fact.text("request")
    else {
      return
    }
    switch fact.text("type") {
    case BuiltInFact.approvalRequested.rawValue:
      guard let demand = ApprovalDemand(requested: fact) else { return }
      if let runID = event.runID { waitingRuns.insert(runID) }
      requests.append(
        Request(
          id: id, runID: event.runID ?? "", proposalID: fact.text("proposal_id") ?? "",
          proposalHash: fact.text("proposal_hash") ?? "",
          truthID: fact.text("truth_id") ?? "", demand: demand, correlationID: event.correlationID))
    case BuiltInFact.approvalGranted.rawValue:
      let person = Text(fact.text("granted_by") ?? "")
      for place in requests.indices where requests[place].id == id { requests[place].grants.insert(person) }
    default: break
    }
  }

  /// - Complexity: O(requests) for a run that has some, else O(1).
  private mutating func end(_ runID: String) {
    guard waitingRuns.remove(runID) != nil else { return }
    for place in requests.indices where requests[place].runID == runID && !requests[place].isEnded {
      requests[place].isEnded = true
      endedCount += 1
    }
    if endedCount > 2 * Self.mostEnded {
      var surplus = endedCount - Self.mostEnded
      requests.removeAll { request in
        guard request.isEnded, surplus > 0 else { return false }
        surplus -= 1
        return true
      }
      endedCount = Self.mostEnded
    }
  }

  /// The requests that an actor means who approves or rejects a proposal.
  ///
  /// Of the proposal as it was asked about last: those of the truth that is named, if one is; that are not granted yet; that
  /// ask the actor. Where none does, the first one: that it may not be granted by this actor is for the truths to say,
  /// and to record.
  func meant(proposalID: String, truthID: String?, actor: JSONObject) -> [Request] {
    let ofProposal = requests.filter { Text($0.proposalID) == Text(proposalID) }
    guard let hash = ofProposal.last?.proposalHash else { return [] }
    let candidates = ofProposal.filter { $0.proposalHash == hash && (truthID == nil || truthID == $0.truthID) }
    let open = candidates.filter { !$0.isGranted }
    let pool = open.isEmpty ? candidates : open
    let fitting = pool.filter { $0.isFor(actor) }
    return fitting.isEmpty ? Array(pool.prefix(1)) : fitting
  }
}
