import TruthsEngine
package import TruthsJSON
package import TruthsRuntime
package import TruthsText

/// What a run was given.
package struct Situation: Sendable {
  package var procedure: RunProcedure
  package var context: Context
  /// The proposal as received.
  package var proposal: JSONObject
  /// The moment, where something outside gives it.
  package var now: Timestamp?
  /// Who proposes, where something outside vouches for that.
  package var actor: JSONObject?
  package var budget: Budget

  package init(
    procedure: RunProcedure, context: Context, proposal: JSONObject, now: Timestamp?, actor: JSONObject?, budget: Budget
  ) {
    self.procedure = procedure
    self.context = context
    self.proposal = proposal
    self.now = now
    self.actor = actor
    self.budget = budget
  }

  /// Who proposes.
  var proposer: JSONObject { actor ?? proposal["actor"]?.objectValue ?? ReceivedProposal.defaultActor }

  /// The moment of the run.
  var moment: Timestamp {
    now ?? proposal["timestamp"]?.stringValue.flatMap { Timestamp(text: $0) } ?? ReceivedProposal.defaultTimestamp
  }

  /// What stands at a place of the proposal; of the actor, of the one that counts.
  func value(at place: ProposalPlace) -> JSONValue? {
    guard place.isEnvelope, place.root == "actor" else { return place.value(in: proposal) }
    return place.value(in: ["actor": .object(proposer)])
  }

  /// With a change made, where it is one of the proposal.
  func with(_ place: ProposalPlace, _ value: JSONValue?) -> Situation {
    var changed = self
    guard place.isEnvelope, place.root == "actor" else {
      changed.proposal = place.setting(value, in: proposal)
      return changed
    }
    let person = place.setting(value, in: ["actor": .object(proposer)])["actor"]
    if actor == nil { changed.proposal["actor"] = person } else { changed.actor = person?.objectValue }
    return changed
  }
}

/// What a run with some changes comes to.
struct TrialVerdict {
  var outcome: RunOutcome
  /// The agreements that were given for it to be decided.
  var agreements: [Change] = []

  var isAccepted: Bool { outcome.isAccepted }
  /// What stands in the way.
  var blocking: [Violation] { outcome.blocking }
}

extension RunOutcome {
  /// Whether the proposal is accepted, and waits for nothing.
  package var isAccepted: Bool { ending == .accepted }

  /// What stands in the way, in the order of the outcome.
  var blocking: [Violation] {
    violations.filter { $0.kind != .advisory && $0.approvers.isEmpty && !$0.isOverridden }
  }
}

extension Violation {
  /// What tells it from others of a run.
  var blockingKey: String { "\(truthID)|\(declaredBy)|\(clause)" }
}
