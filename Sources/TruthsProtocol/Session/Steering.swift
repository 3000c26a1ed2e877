import TruthsJSON
import TruthsRuntime
import TruthsText

/// The state that control messages set: paused runs, held and cancelled proposals, budgets. It changes by ``SteeringChange``
/// alone, so that a journal of these gives it again.
package struct Steering: Hashable, Sendable {
  /// Whether the whole session is paused.
  package private(set) var isPaused = false
  /// Runs that are paused by themselves.
  private(set) var pausedRuns: Set<String> = []
  /// Proposals that came while the session was paused and are not decided yet, in order.
  package private(set) var held: [Held] = []
  /// Proposals that were cancelled before they were decided. Their runs are in no ledger, so only this list prevents a repetition
  /// from being decided. The oldest are dropped beyond ``mostCancelled``.
  private(set) var cancelled: [Held] = []
  /// When the budget of time began.
  private(set) var timeBegins: Timestamp
  /// The budgets in effect.
  package private(set) var budget = SessionBudget()

  init(timeBegins: Timestamp) { self.timeBegins = timeBegins }

  /// How many cancelled proposals are remembered.
  static let mostCancelled = 10_000

  /// A proposal without a decision, and the run under which it will be decided.
  package struct Held: Hashable, Sendable {
    var key: String
    /// Whose it is, as the session knows them.
    var actor: JSONObject
    /// As received, with the `run_id` of its events.
    var proposal: JSONObject
    package var runID: String
    var proposalID: String
    /// Why it was cancelled; `nil` as long as it is held.
    var cancelledBecause: String?

    var userID: String { actor.text("user_id") ?? "" }
  }

  /// The proposal among some that has a key. Keys belong to users.
  static func proposal(_ key: String, by actor: JSONObject, in proposals: [Held]) -> Held? {
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
    case .held(let proposal): held.append(proposal)
    case .released(let runID): held.removeAll { $0.runID == runID }
    case .cancelled(let proposal):
      held.removeAll { $0.runID == proposal.runID }
      cancelled.append(proposal)
      if cancelled.count > Self.mostCancelled { cancelled.removeFirst(cancelled.count - Self.mostCancelled) }
    case .budget(let members): _ = budget.update(members)
    }
  }
}

/// One change of a session's ``Steering``, as its journal holds it.
enum SteeringChange: Hashable, Sendable {
  /// The whole session pauses; `resumed` ends that, and the budget of time begins anew.
  case paused
  case resumed(Timestamp)
  case pausedRun(String)
  case resumedRun(String)
  case held(Steering.Held)
  /// A held proposal was decided.
  case released(runID: String)
  case cancelled(Steering.Held)
  /// The members of an `update_budget` that was carried out.
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
    let (runID, held) = (object.text("run_id"), object.object("proposal").flatMap { Steering.Held(json: $0) })
    switch (change, runID, held) {
    case ("paused", _, _): self = .paused
    case ("resumed", _, _):
      guard let moment = object.text("moment").flatMap({ Timestamp(text: $0) }) else { return nil }
      self = .resumed(moment)
    case ("paused_run", let runID?, _): self = .pausedRun(runID)
    case ("resumed_run", let runID?, _): self = .resumedRun(runID)
    case ("held", _, let held?): self = .held(held)
    case ("released", let runID?, _): self = .released(runID: runID)
    case ("cancelled", _, let held?): self = .cancelled(held)
    case ("budget", _, _):
      guard let members = object.object("budget") else { return nil }
      self = .budget(members)
    default: return nil
    }
  }
}

extension Steering.Held {
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
