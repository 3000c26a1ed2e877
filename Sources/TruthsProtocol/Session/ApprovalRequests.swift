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
    let id: String
    let runID: String
    /// Whether its run waits no more.
    fileprivate(set) var isEnded = false
    let proposalID: String
    let proposalHash: String
    let truthID: String
    /// Who is asked.
    let demand: ApprovalDemand
    /// The correlation of the run that asks; an answer to it is related.
    let correlationID: String
    /// Who granted it.
    fileprivate var grants: Set<Text> = []
    /// What `approval.requested` says.
    private let fact: JSONObject

    /// - Returns: `nil` where the fact is no request.
    init?(_ fact: JSONObject, runID: String, correlationID: String) {
      guard let id = fact.text("request"), let demand = ApprovalDemand(requested: fact) else { return nil }
      (self.id, self.runID, self.correlationID, self.demand, self.fact) = (id, runID, correlationID, demand, fact)
      proposalID = fact.text("proposal_id") ?? ""
      proposalHash = fact.text("proposal_hash") ?? ""
      truthID = fact.text("truth_id") ?? ""
    }

    fileprivate var json: JSONObject {
      let people = grants.map(\.string).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      return [
        "correlation_id": .text(correlationID), "ended": .boolean(isEnded), "fact": .object(fact), "granted_by": .texts(people),
        "run_id": .text(runID),
      ]
    }

    fileprivate init?(json value: JSONValue) {
      guard let object = value.objectValue, let fact = object.object("fact"), let runID = object.text("run_id"),
        let correlationID = object.text("correlation_id")
      else { return nil }
      self.init(fact, runID: runID, correlationID: correlationID)
      isEnded = object.isTrue("ended")
      grants = Set(object.texts("granted_by").map { Text($0) })
    }

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
      guard let request = Request(fact, runID: event.runID ?? "", correlationID: event.correlationID) else { return }
      if let runID = event.runID { waitingRuns.insert(runID) }
      requests.append(request)
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

/// Requests as a journal keeps them.
extension ApprovalRequests {
  var json: JSONValue { .array(requests.map { .object($0.json) }) }

  init?(json value: JSONValue) {
    guard let given = value.arrayValue else { return nil }
    requests = given.compactMap { Request(json: $0) }
    guard requests.count == given.count else { return nil }
    endedCount = requests.count { $0.isEnded }
    for request in requests where !request.isEnded { waitingRuns.insert(request.runID) }
  }
}
