package import TruthsJSON
import TruthsRuntime
package import TruthsText

/// A scenario as it is received from a command, a fixture or a ledger.
///
/// The JSON may be malformed, and a truth set may not know parts of it. A ``Scenario``, in contrast, is typed by one set and
/// has no faults. Searches that start from users' input use this type.
package struct ReceivedScenario: Hashable, Sendable {
  package var proposal: JSONObject
  /// The facts that the scenario adds to the search's context, in ledger order. A truth set ignores a fact whose type it does
  /// not declare.
  package var known: [JSONObject]
  /// The time of the run; `nil` for the time that the proposal states.
  package var now: Timestamp?
  /// The proposer, if someone outside has verified the actor; otherwise `nil`.
  package var actor: JSONObject?

  package init(proposal: JSONObject, known: [JSONObject] = [], now: Timestamp?, actor: JSONObject? = nil) {
    self.proposal = proposal
    self.known = known
    self.now = now
    self.actor = actor
  }

  var action: String { proposal["action"]?.stringValue ?? "" }

  /// The verified actor, or the actor that the proposal names, or the default actor if it names none.
  var proposer: JSONObject { actor ?? proposal["actor"]?.objectValue ?? ReceivedProposal.defaultActor }

  var moment: Timestamp {
    now ?? proposal["timestamp"]?.stringValue.flatMap { Timestamp(text: $0) } ?? ReceivedProposal.defaultTimestamp
  }

  /// Returns the request of a run that decides the scenario.
  func request(within budget: Budget) -> RunRequest {
    RunRequest(proposal: LocatedJSON(unlocated: .object(proposal)), now: now, actor: actor, budget: budget)
  }

  // MARK: Changes

  /// Returns the value at a position in the proposal. For the actor, the value is that of the effective proposer.
  func value(at place: ProposalPlace) -> JSONValue? {
    guard place.isEnvelope, place.root == "actor" else { return place.value(in: proposal) }
    return place.value(in: ["actor": .object(proposer)])
  }

  /// Returns the scenario after some changes. Agreements are not a part of a scenario and are ignored.
  func with(_ changes: [Change]) -> ReceivedScenario { changes.reduce(self) { $0.with($1) } }

  func with(_ change: Change) -> ReceivedScenario {
    var changed = self
    switch change {
    case .field(let place, _, let value): changed.set(place, to: value)
    case .fact(let payload): changed.known.append(payload)
    case .approval, .consent: break
    }
    return changed
  }

  private mutating func set(_ position: ProposalPlace, to value: JSONValue?) {
    guard position.isEnvelope, position.root == "actor" else {
      proposal = position.setting(value, in: proposal)
      return
    }
    let person = position.setting(value, in: ["actor": .object(proposer)])["actor"]
    if actor == nil { proposal["actor"] = person } else { actor = person?.objectValue }
  }

  // MARK: Answers

  /// Whether the facts include a grant or denial of a request for approval.
  var hasAnswers: Bool { known.contains(where: Self.isAnswer) }

  /// The scenario without grants and denials of requests for approval.
  var unanswered: ReceivedScenario {
    var scenario = self
    scenario.known.removeAll(where: Self.isAnswer)
    return scenario
  }

  private static func isAnswer(_ payload: JSONObject) -> Bool {
    [.approvalGranted, .approvalDenied].contains(payload.factWithin.builtInType)
  }
}
