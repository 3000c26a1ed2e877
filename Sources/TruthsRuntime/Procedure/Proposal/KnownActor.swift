package import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsText

/// An actor that something outside vouches for: the handshake of a session's client, `--actor` of a run.
package enum KnownActor {
  /// The members of an actor, contract §4.2, in the order in which differences are told.
  static let members = EntryForm.actorMembers.names

  /// What is wrong with the form of an actor; empty where it may be recorded.
  package static func faults(in actor: LocatedJSON) -> DataFaults {
    let faults = ProposalReader.actorFaults(actor)
    guard faults.isEmpty else { return faults }
    if actor.member("type")?.value.stringValue == nil {
      return [DataFault("the actor has no `type`: user, agent or system", at: actor.span)]
    }
    if actor.member("user_id")?.value.stringValue == nil {
      return [DataFault("the actor has no `user_id`: who is it?", at: actor.span)]
    }
    return DataFaults()
  }

  /// The ids of an actor, its roles among them, that could be taken for another one.
  static func malformedIDs(in actor: LocatedJSON) -> [DataFault] {
    (actor.members ?? []).flatMap { member -> [DataFault] in
      let name = "actor.\(member.name)"
      if let roles = member.value.elements, member.name == "roles" {
        return roles.enumerated().compactMap { malformedID($1, "\(name)[\($0)]") }
      }
      return ["user_id", "device_id", "org_id"].contains(member.name) ? [malformedID(member.value, name)].compactMap(\.self) : []
    }
  }

  /// What is wrong with an id; `nil` where it has the form, or is no text.
  static func malformedID(_ value: LocatedJSON, _ name: String) -> DataFault? {
    value.stringValue.flatMap(Identifier.fault).map { DataFault("`\(name)` \($0)", at: value.span) }
  }

  /// Whether two actors are one: their canonical JSON is the same.
  package static func areEqual(_ one: JSONObject, _ other: JSONObject) -> Bool {
    one == other || JSONValue.object(one).canonical() == JSONValue.object(other).canonical()
  }

  /// In which members a claimed actor is not the known one, for people; `nil` where it is that one.
  ///
  /// The order is that of ``members``: in which order they were received is not hashed.
  package static func difference(of claimed: JSONObject, from known: JSONObject, claimedBy speaker: String) -> String? {
    if areEqual(claimed, known) { return nil }
    let others = Set((claimed.members + known.members).map(\.name.string)).subtracting(members).sorted()
    let parts = (members + others).compactMap { name -> String? in
      let (said, real) = (claimed[name], known[name])
      if said?.canonical() == real?.canonical() { return nil }
      return "\(said.map { "\(name) \(words($0))" } ?? "no \(name)"), and the session knows \(real.map(words) ?? "none")"
    }
    return parts.enumerated().map { ($0.offset == 0 ? "\(speaker) says " : "it says ") + $0.element }.joined(separator: "; ")
  }

  /// A text as it is, anything else as JSON, as reasons quote it.
  package static func words(_ value: JSONValue) -> String {
    Quotation.of(value.stringValue ?? String(decoding: value.canonical(), as: UTF8.self))
  }
}

extension LocatedJSON {
  /// A proposal as received, with an actor written beside its other members where it names none. A record of a queue gets it
  /// outside, where it wins over what stands within.
  ///
  /// It is written before anything is read or hashed, so that nothing decides that is not hashed.
  package func vouched(by actor: JSONObject) -> LocatedJSON {
    guard let members, !namesActor else { return self }
    let value = LocatedJSON(value: .object(actor), at: span.atStart)
    let others = members.filter { $0.name != "actor" }
    return LocatedJSON(.object(others + [Member(name: "actor", nameSpan: span.atStart, value: value)]), at: span)
  }

  /// Whether a proposal has a member `actor`, beside or within what wraps it. `null` is absence, and hides one within.
  package var namesActor: Bool {
    if let own = member("actor")?.value { return !own.isNull }
    return wrappedProposal?.member("actor").map { !$0.value.isNull } ?? false
  }

  /// What a record of a queue, or an entry, wraps; `nil` for a proposal that stands by itself.
  package var wrappedProposal: LocatedJSON? {
    if isQueueRecord { return member("proposal")?.value }
    guard member("entry_type")?.value.stringValue == "proposal", let inner = member("payload")?.value, inner.members != nil else {
      return nil
    }
    return inner
  }

  private var isNull: Bool {
    if case .null = kind { return true }
    return false
  }
}
