import TruthsJSON
import TruthsLedger
import TruthsRuntime

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

  /// The subject for an entry of a ledger: that of its run's proposer or, outside runs, of its actor.
  init(of entry: Entry, in context: Context) {
    let factType = entry.type == .fact ? entry.payload.text("type") : nil
    self.init(of: context.proposal(ofRun: entry.runID)?.actor ?? entry.actor, factType: factType)
  }
}

extension Event {
  /// Type of the event's fact; `nil` for other events.
  var factType: String? { type == .fact ? payload.object("payload")?.text("type") : nil }
}

extension Masking.Reader {
  /// Creates the view that an actor has of something that belongs to a run.
  ///
  /// - Parameters:
  ///   - proposer: the proposer of the run; `nil` outside runs.
  ///   - seesSensitive: whether a truth lets the actor see sensitive values of it.
  init(_ actor: JSONObject, of proposer: JSONObject?, seesSensitive: Bool) {
    self =
      seesSensitive ? .ofEverything : proposer.map { actor.isSamePerson(as: $0) } ?? false ? .proposer : .unprivileged
  }
}
