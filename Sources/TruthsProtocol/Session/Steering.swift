import TruthsJSON
import TruthsRuntime
import TruthsText

/// The state set by control messages: paused runs, held and cancelled proposals, budgets.
///
/// It changes only by ``SteeringChange``, so that a journal of these restores it.
package struct Steering: Hashable, Sendable {
  package private(set) var isPaused = false
  /// Runs that were paused individually.
  private(set) var pausedRuns: Set<String> = []
  /// Undecided proposals that came while the session was paused, in order.
  package private(set) var heldProposals: [HeldProposal] = []
  /// Proposals that were cancelled before their decision. Their runs are in no ledger, so only this list prevents the decision of
  /// a proposal that is sent again. The oldest are dropped beyond ``mostCancelled``.
  private(set) var cancelled: [HeldProposal] = []
  /// Moment when the time budget began.
  private(set) var timeBegins: Timestamp
  /// The budgets set by messages, before the server's ceilings.
  package private(set) var budget = SessionBudget()

  init(timeBegins: Timestamp) { self.timeBegins = timeBegins }

  /// Maximum number of remembered cancelled proposals.
  static let mostCancelled = 10_000

  /// A proposal without a decision, and the run under which it will be decided.
  package struct HeldProposal: Hashable, Sendable {
    var key: String
    /// The proposer, as the session knows them.
    var actor: JSONObject
    /// The proposal as received, with the `run_id` of its events.
    var proposal: JSONObject
    package var runID: String
    var proposalID: String
    /// Reason why the proposal was cancelled; `nil` while it is held.
    var cancelledBecause: String?

    var userID: String { actor.text("user_id") ?? "" }
  }

  /// Returns the proposal with a key among some. Keys belong to users.
  static func proposal(_ key: String, by actor: JSONObject, in proposals: [HeldProposal]) -> HeldProposal? {
    proposals.first { Text($0.key) == Text(key) && Text($0.userID) == Text(actor.text("user_id") ?? "") }
  }

  /// Whether a run must not be evaluated now.
  func isStopped(_ runID: String) -> Bool { isPaused || pausedRuns.contains(runID) }

  mutating func apply(_ change: SteeringChange) {
    switch change {
    case .paused: isPaused = true
    case .resumed(let moment): (isPaused, timeBegins) = (false, moment)
    case .pausedRun(let runID): pausedRuns.insert(runID)
    case .resumedRun(let runID): pausedRuns.remove(runID)
    case .held(let proposal): heldProposals.append(proposal)
    case .released(let runID): heldProposals.removeAll { $0.runID == runID }
    case .cancelled(let proposal):
      heldProposals.removeAll { $0.runID == proposal.runID }
      cancelled.append(proposal)
      if cancelled.count > Self.mostCancelled { cancelled.removeFirst(cancelled.count - Self.mostCancelled) }
    case .budget(let members): _ = budget.update(members)
    }
  }
}

/// One change of a session's ``Steering``, as its journal stores it.
enum SteeringChange: Hashable, Sendable {
  /// The whole session pauses, until `resumed`.
  case paused
  /// The session continues; the time budget begins again at this moment.
  case resumed(Timestamp)
  case pausedRun(String)
  case resumedRun(String)
  case held(Steering.HeldProposal)
  /// A held proposal was decided.
  case released(runID: String)
  case cancelled(Steering.HeldProposal)
  /// Members of an `update_budget` that was executed.
  case budget(JSONObject)
}

extension SteeringChange {
  var json: JSONObject {
    switch self {
    case .paused: ["change": .text("paused")]
    case .resumed(let moment): ["change": .text("resumed"), "moment": .text(moment.text)]
    case .pausedRun(let runID): ["change": .text("paused_run"), "run_id": .text(runID)]
    case .resumedRun(let runID): ["change": .text("resumed_run"), "run_id": .text(runID)]
    case .held(let held): ["change": .text("held"), "proposal": .object(held.json)]
    case .released(let runID): ["change": .text("released"), "run_id": .text(runID)]
    case .cancelled(let held): ["change": .text("cancelled"), "proposal": .object(held.json)]
    case .budget(let members): ["change": .text("budget"), "budget": .object(members)]
    }
  }

  init?(json value: JSONValue) {
    guard let object = value.objectValue, let change = object.text("change") else { return nil }
    let (runID, proposal) = (object.text("run_id"), object.object("proposal").flatMap { Steering.HeldProposal(json: $0) })
    switch (change, runID, proposal) {
    case ("paused", _, _): self = .paused
    case ("resumed", _, _):
      guard let moment = object.text("moment").flatMap({ Timestamp(text: $0) }) else { return nil }
      self = .resumed(moment)
    case ("paused_run", let runID?, _): self = .pausedRun(runID)
    case ("resumed_run", let runID?, _): self = .resumedRun(runID)
    case ("held", _, let proposal?): self = .held(proposal)
    case ("released", let runID?, _): self = .released(runID: runID)
    case ("cancelled", _, let proposal?): self = .cancelled(proposal)
    case ("budget", _, _):
      guard let members = object.object("budget") else { return nil }
      self = .budget(members)
    default: return nil
    }
  }
}

extension Steering.HeldProposal {
  var json: JSONObject {
    var object: JSONObject = [
      "key": .text(key), "actor": .object(actor), "proposal": .object(proposal), "run_id": .text(runID),
      "proposal_id": .text(proposalID),
    ]
    object["cancelled_because"] = cancelledBecause.map { .text($0) }
    return object
  }

  init?(json object: JSONObject) {
    guard let key = object.text("key"), let actor = object.object("actor"), let proposal = object.object("proposal"),
      let runID = object.text("run_id"), let proposalID = object.text("proposal_id")
    else { return nil }
    self.init(
      key: key, actor: actor, proposal: proposal, runID: runID, proposalID: proposalID,
      cancelledBecause: object.text("cancelled_because"))
  }
}
