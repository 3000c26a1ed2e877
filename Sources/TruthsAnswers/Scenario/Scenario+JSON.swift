import TruthsEngine
package import TruthsJSON
package import TruthsProgram
import TruthsRuntime
import TruthsText

/// The JSON forms of a scenario.
extension Scenario {
  /// Returns the proposal as JSON; empty if the scenario has no intent.
  package func proposal(in program: Program) -> JSONObject {
    guard let intent else { return [:] }
    let type = program.intents[intent]
    let members = zip(type.fields, fields).filter { !$1.isMissing && $0.initial != $1 }.map { field, value in
      JSONObject.Member(name: Text(field.jsonName), value: program.json(of: value))
    }
    var proposal: JSONObject = ["action": .text(type.jsonName)]
    if let actor { proposal["actor"] = .object(actor) }
    for (builtin, name) in Self.members {
      if let value = envelope[builtin], !value.isMissing { proposal[name] = program.json(of: value) }
    }
    if let reason = envelope[.proposalOverrideReason], !reason.isMissing {
      proposal["override"] = .object(["reason": program.json(of: reason)])
    }
    if type.isOpen || members.contains(where: { ProposalEnvelope.has($0.name.string) }) {
      proposal["payload"] = .object(JSONObject(members))
      return proposal
    }
    return JSONObject(proposal.members + members)
  }

  /// The members of the envelope that clauses read.
  private static let members: [(Builtin, String)] = [
    (.proposalPack, "pack"), (.proposalTruthID, "truth_id"), (.proposalConfidence, "confidence"), (.proposalConsent, "consent"),
    (.proposalRequiresConsent, "requires_consent"), (.proposalOnBehalfOf, "on_behalf_of"), (.proposalID, "proposal_id"),
  ]

  /// The proposer; `nil` if the scenario sets no value of the actor.
  private var actor: JSONObject? {
    guard envelope.keys.contains(where: \.isOfActor) else { return nil }
    func text(_ builtin: Builtin, else other: String) -> JSONValue {
      if case .text(let text)? = envelope[builtin] { return .string(text) }
      return .text(other)
    }
    var roles: [JSONValue] = []
    if case .list(let texts)? = envelope[.actorRoles] {
      roles = texts.compactMap { if case .text(let text) = $0 { JSONValue.string(text) } else { nil } }
    }
    return ["type": text(.actorType, else: "user"), "user_id": text(.actorUserID, else: "ann"), "roles": .array(roles)]
  }

  /// Returns the known entries in ledger order: facts, then the states through which each instance passes, then approvals.
  func knownEntries(in program: Program) -> [JSONValue] {
    var entries = facts.map { JSONValue.object(program.payload(type: $0.type, fields: $0.fields)) }
    for state in states {
      let lifecycle = program.lifecycles[state.lifecycle]
      for entered in lifecycle.path(to: state.state) ?? [state.state] {
        var payload: JSONObject = ["type": .text(program.facts[lifecycle.history].name)]
        for (field, value) in zip(lifecycle.key, state.key) { payload[field.jsonName] = program.json(of: value) }
        payload["state"] = .string(program.enums[lifecycle.states].jsonNames[entered])
        entries.append(.object(payload))
      }
    }
    return entries + approvals.enumerated().map { place, approval in Self.entry(of: approval, entries.count + place + 1) }
  }

  private static func entry(of approval: Approval, _ number: Int) -> JSONValue {
    .object([
      "entry_type": .text("fact"), "timestamp": .text("1970-01-01T00:00:00Z"), "correlation_id": .text("cor_approval_\(number)"),
      "run_id": .text("run_approval_\(number)"),
      "actor": .object([
        "type": .text("user"), "user_id": .text(approval.userID), "device_id": .text("fixture"), "org_id": .text("fixture"),
        "roles": .array(approval.role.map { [.text($0)] } ?? []),
      ]),
      "truth_id": .text("converge.approval.granting"),
      "payload": .object(["type": .text("approval.granted"), "request": .text(approval.request)]),
      "sequence": .number(Decimal(number)),
    ])
  }

  /// Returns the scenario in received form, in which policies are facts.
  func received(in program: Program) -> ReceivedScenario {
    let set = policies.sorted { $0.key < $1.key }.map { index, value -> JSONObject in
      [
        "type": .text(BuiltInFact.policySet.rawValue), "policy": .text(program.policies[index].qualifiedName),
        "step": .number(.one), "value": program.json(of: value),
      ]
    }
    return ReceivedScenario(
      proposal: proposal(in: program), known: set + knownEntries(in: program).compactMap(\.objectValue), now: now)
  }

  /// Returns a fixture without expectations.
  package func fixture(id: String, description: String?, in program: Program) -> JSONObject {
    var fixture: JSONObject = ["id": .text(id)]
    if let description { fixture["description"] = .text(description) }
    if let now { fixture["now"] = .text(now.text) }
    let known = knownEntries(in: program)
    if !known.isEmpty { fixture["context"] = .object(["facts": .array(known)]) }
    let set = policies.sorted { $0.key < $1.key }.map { index, value in
      JSONObject.Member(name: Text(program.policies[index].qualifiedName), value: program.json(of: value))
    }
    if !set.isEmpty { fixture["policies"] = .object(JSONObject(set)) }
    fixture["proposal"] = .object(proposal(in: program))
    return fixture
  }
}
