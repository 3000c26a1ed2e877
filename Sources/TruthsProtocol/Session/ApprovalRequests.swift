import TruthsEngine
import TruthsJSON
import TruthsRuntime
import TruthsText

/// The approvals that runs have requested, collected from their `approval.requested` facts.
struct ApprovalRequests: Hashable, Sendable {
  private var requests: [Request] = []
  /// Number of requests whose runs have ended; the oldest are dropped beyond ``mostEnded``.
  private var endedCount = 0
  /// Waiting runs that have requests.
  private var waitingRuns: Set<String> = []

  /// Number of ended requests that are kept.
  private static let mostEnded = 1_000

  struct Request: Hashable, Sendable {
    let id: String
    let runID: String
    /// Whether the request's run no longer waits.
    fileprivate(set) var isEnded = false
    let proposalID: String
    let proposalHash: String
    let truthID: String
    /// The people who must approve.
    let demand: ApprovalDemand
    /// Correlation of the requesting run; an answer to the request belongs to it.
    let correlationID: String
    /// `user_id`s of the people who granted it.
    fileprivate var grants: Set<Text> = []
    /// The fact `approval.requested`.
    private let fact: JSONObject

    /// - Returns: `nil` if the fact is not a valid request.
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

    /// Whether the request asks an actor who has not granted it yet.
    fileprivate func isFor(_ actor: JSONObject) -> Bool {
      demand.isFor(actor) && !(actor.text("user_id").map { grants.contains(Text($0)) } ?? false)
    }
  }

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

  /// Marks the requests of an ended run.
  ///
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

  /// Finds the requests that an actor answers by approving or rejecting a proposal.
  ///
  /// These belong to the proposal in its last requested form and, if a truth is named, to that truth; they are not granted yet
  /// and ask the actor. If no request asks the actor, the first one is returned, so that the truths reject the answer and the
  /// rejection is recorded.
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

/// The journal's form of the requests.
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
