package import TruthsJSON
import TruthsRuntime
package import TruthsText

/// A scenario as received from a command, a fixture or a ledger.
///
/// It is JSON that may be malformed, or partly unknown to a truth set. A ``Scenario`` is typed by one set and can be neither, so
/// searches that start from users' input use this type.
package struct ReceivedScenario: Hashable, Sendable {
  package var proposal: JSONObject
  /// Facts known besides those of the search's context, in ledger order. A set ignores those that it does not know.
  package var known: [JSONObject]
  /// Moment of the run, if given from outside.
  package var now: Timestamp?
  /// Proposer, if verified outside.
  package var actor: JSONObject?

  package init(proposal: JSONObject, known: [JSONObject] = [], now: Timestamp?, actor: JSONObject? = nil) {
    self.proposal = proposal
    self.known = known
    self.now = now
    self.actor = actor
  }

  var action: String { proposal["action"]?.stringValue ?? "" }

  /// The verified actor, else the one that the proposal names, else the default.
  var proposer: JSONObject { actor ?? proposal["actor"]?.objectValue ?? ReceivedProposal.defaultActor }

  var moment: Timestamp {
    now ?? proposal["timestamp"]?.stringValue.flatMap { Timestamp(text: $0) } ?? ReceivedProposal.defaultTimestamp
  }

  // MARK: Changes

  /// Returns the value at a place of the proposal; for the actor, that of the effective proposer.
  func value(at place: ProposalPlace) -> JSONValue? {
    guard place.isEnvelope, place.root == "actor" else { return place.value(in: proposal) }
    return place.value(in: ["actor": .object(proposer)])
  }

  /// Returns the scenario with changes made. Agreements are not part of it and are ignored.
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

  private mutating func set(_ place: ProposalPlace, to value: JSONValue?) {
    guard place.isEnvelope, place.root == "actor" else {
      proposal = place.setting(value, in: proposal)
      return
    }
    let person = place.setting(value, in: ["actor": .object(proposer)])["actor"]
    if actor == nil { proposal["actor"] = person } else { actor = person?.objectValue }
  }

  // MARK: Answers

  /// Whether the facts include an answer to a request for approval.
  var hasAnswers: Bool { known.contains(where: Self.isAnswer) }

  /// The scenario without answers to requests for approval.
  var unanswered: ReceivedScenario {
    var scenario = self
    scenario.known.removeAll(where: Self.isAnswer)
    return scenario
  }

  private static func isAnswer(_ payload: JSONObject) -> Bool {
    [.approvalGranted, .approvalDenied].contains(payload.factWithin.builtInType)
  }
}
