import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// What decides who may read something: the organisation that it belongs to, and the type where it is a fact.
struct ReadSubject: Hashable, Sendable {
  /// That of its run's proposer, outside of runs that of its actor; `nil`: it is everybody's.
  var organisation: String?
  /// `nil` for what is no fact.
  var factType: String?

  init(organisation: String? = nil, factType: String? = nil) {
    self.organisation = organisation
    self.factType = factType
  }

  /// What belongs to an actor's organisation. Short forms, and what follows from a context by itself, are everybody's.
  init(of actor: JSONObject?, factType: String?) {
    self.factType = factType
    guard let actor, !KnownActor.areEqual(actor, Entry.fixtureActor), !KnownActor.areEqual(actor, SessionActor.system) else {
      return
    }
    organisation = actor.text("org_id") ?? ""
  }
}

extension Event {
  /// The type of the fact that it tells of; `nil` where it tells of none.
  var factType: String? { type == .fact ? payload.object("payload")?.text("type") : nil }
}

extension JSONObject {
  /// Whether another actor is the same person: one `user_id` is one person (approvals §1).
  func isSamePerson(as other: JSONObject) -> Bool {
    guard let userID = text("user_id"), !userID.isEmpty, let known = other.text("user_id") else { return false }
    return Text(userID) == Text(known)
  }
}
