package import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsText

/// Checks of actors. A known actor comes from the handshake of a session's client, or from `--actor`.
package enum KnownActor {
  /// The members of an actor (contract §4.2), in the order in which differences are reported.
  static let members = EntryForm.actorMembers.names

  /// Returns the faults in the form of an actor; empty if the actor may be recorded.
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

  /// Returns the faults in an actor's ids and roles that could be mistaken for different ids or roles.
  static func malformedIDs(in actor: LocatedJSON) -> [DataFault] {
    var faults: [DataFault] = []
    for member in actor.members ?? [] {
      if let roles = member.value.elements, member.name == "roles" {
        for (place, role) in roles.enumerated() {
          if let fault = malformedID(role, "actor.\(member.name)[\(place)]") { faults.append(fault) }
        }
      } else if ids.contains(member.name), let fault = malformedID(member.value, "actor.\(member.name)") {
        faults.append(fault)
      }
    }
    return faults
  }

  private static let ids: [Text] = ["user_id", "device_id", "org_id"]

  /// Returns the fault in an id; `nil` if the id is well-formed, or is not a text.
  ///
  /// - Parameter name: the member's name in the message; it is evaluated only for a fault.
  static func malformedID(_ value: LocatedJSON, _ name: @autoclosure () -> String) -> DataFault? {
    value.stringValue.flatMap(Identifier.fault).map { DataFault("`\(name())` \($0)", at: value.span) }
  }

  /// Returns whether two actors are the same, compared by their canonical JSON.
  package static func areEqual(_ one: JSONObject, _ other: JSONObject) -> Bool {
    one == other || JSONValue.object(one).canonical() == JSONValue.object(other).canonical()
  }

  /// Returns the members in which a claimed actor differs from the known actor, in words; `nil` if the two are the same.
  ///
  /// The members are in the order of ``members``, because the order in which they were received is not hashed.
  package static func difference(of claimed: JSONObject, from known: JSONObject, claimedBy speaker: String) -> String? {
    if areEqual(claimed, known) { return nil }
    let others = Set((claimed.members + known.members).map(\.name.string)).subtracting(members).sorted()
    let claims = (members + others).compactMap { name -> String? in
      let (said, real) = (claimed[name], known[name])
      if said?.canonical() == real?.canonical() { return nil }
      return "\(said.map { "\(name) \(words($0))" } ?? "no \(name)"), and the session knows \(real.map(words) ?? "none")"
    }
    return claims.enumerated().map { ($0.offset == 0 ? "\(speaker) says " : "it says ") + $0.element }.joined(separator: "; ")
  }

  /// Returns a value as reasons quote it: a text without quotation marks, any other value as JSON.
  package static func words(_ value: JSONValue) -> String {
    Quotation.of(value.stringValue ?? String(decoding: value.canonical(), as: UTF8.self))
  }
}

extension LocatedJSON {
  /// Returns the proposal, with the actor added if it names none. In a queue record, the actor is added to the outer object,
  /// whose members have precedence.
  ///
  /// The actor is added before the proposal is read or hashed. Everything that affects the decision is therefore hashed.
  package func vouched(by actor: JSONObject) -> LocatedJSON {
    guard let members, !namesActor else { return self }
    let value = LocatedJSON(value: .object(actor), at: span.atStart)
    let others = members.filter { $0.name != "actor" }
    return LocatedJSON(.object(others + [Member(name: "actor", nameSpan: span.atStart, value: value)]), at: span)
  }

  /// Whether the proposal names an actor, in the outer object or in the wrapped proposal. An outer `null` hides an inner actor.
  package var namesActor: Bool {
    if let own = member("actor")?.value { return !own.isNull }
    return wrappedProposal?.member("actor").map { !$0.value.isNull } ?? false
  }

  /// The proposal inside a queue record or an entry; `nil` if the object itself is the proposal.
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
