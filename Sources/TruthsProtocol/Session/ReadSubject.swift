import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// The owner and the fact type of an entry or event, by which read permissions are decided.
struct ReadSubject: Hashable, Sendable {
  /// `org_id` of the run's proposer or, outside runs, of the actor. `nil` if everybody may read it.
  var organisation: String?
  /// Type of the fact; `nil` for anything but a fact.
  var factType: String?

  init(organisation: String? = nil, factType: String? = nil) {
    self.organisation = organisation
    self.factType = factType
  }

  /// The subject for something that an actor proposed or sent. Short forms, and facts derived from the context alone, have no
  /// owner.
  init(of actor: JSONObject?, factType: String?) {
    self.factType = factType
    guard let actor, !KnownActor.areEqual(actor, Entry.fixtureActor), !KnownActor.areEqual(actor, SessionActor.system) else {
      return
    }
    organisation = actor.text("org_id") ?? ""
  }
}

extension Event {
  /// Type of the event's fact; `nil` for other events.
  var factType: String? { type == .fact ? payload.object("payload")?.text("type") : nil }
}

extension JSONObject {
  /// Whether both actors are the same person: one `user_id` is one person (approvals §1).
  func isSamePerson(as other: JSONObject) -> Bool {
    guard let userID = text("user_id"), !userID.isEmpty, let known = other.text("user_id") else { return false }
    return Text(userID) == Text(known)
  }
}
