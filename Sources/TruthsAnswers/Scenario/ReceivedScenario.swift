package import TruthsJSON
import TruthsRuntime
package import TruthsText

/// A scenario as a command, a fixture or a ledger gives it: JSON, which may be malformed, and of which a truth set may not know
/// every part. A ``Scenario`` is typed by one set and holds neither, so searches that begin from what somebody wrote hold this.
package struct ReceivedScenario: Hashable, Sendable {
  package var proposal: JSONObject
  /// Facts that are known besides those that a search begins with, in the order of a ledger; a set does not look up those that it
  /// does not know.
  package var known: [JSONObject]
  /// The moment, where something outside gives it.
  package var now: Timestamp?
  /// Who proposes, where something outside vouches for that.
  package var actor: JSONObject?

  package init(proposal: JSONObject, known: [JSONObject] = [], now: Timestamp?, actor: JSONObject? = nil) {
    self.proposal = proposal
    self.known = known
    self.now = now
    self.actor = actor
  }

  /// The name of the intent.
  var action: String { proposal["action"]?.stringValue ?? "" }

  /// Who proposes.
  var proposer: JSONObject { actor ?? proposal["actor"]?.objectValue ?? ReceivedProposal.defaultActor }

  /// The moment of the run.
  var moment: Timestamp {
    now ?? proposal["timestamp"]?.stringValue.flatMap { Timestamp(text: $0) } ?? ReceivedProposal.defaultTimestamp
  }

  // MARK: Changes

  /// The value at a place of the proposal; of the actor, of the one that counts.
  func value(at place: ProposalPlace) -> JSONValue? {
    guard place.isEnvelope, place.root == "actor" else { return place.value(in: proposal) }
    return place.value(in: ["actor": .object(proposer)])
  }

  /// The scenario with some changes made; agreements are no part of it.
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

  /// Whether somebody answered a request for an approval.
  var hasAnswers: Bool { known.contains(where: Self.isAnswer) }

  /// The same before anybody answered.
  var unanswered: ReceivedScenario {
    var scenario = self
    scenario.known.removeAll(where: Self.isAnswer)
    return scenario
  }

  private static func isAnswer(_ payload: JSONObject) -> Bool {
    [.approvalGranted, .approvalDenied].contains(payload.factWithin.builtInType)
  }
}
