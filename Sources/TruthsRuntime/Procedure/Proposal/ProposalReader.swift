import TruthsEngine
package import TruthsJSON
package import TruthsLedger
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Reads a proposal in any of its forms: flat, with `payload`, a queue record, a prediction, or a whole entry (runs §1).
package struct ProposalReader {
  private var proposal: ReceivedProposal
  /// The known actor; `nil` if the proposal's own actor is trusted.
  private let knownActor: JSONObject?
  /// The language version whose rules for ids apply.
  private let language: LanguageVersion

  /// Reads a proposal.
  ///
  /// - Parameters:
  ///   - received: the record; if it is not an object, that is the only fault.
  ///   - actor: the known actor, from a session or the record's entry; `nil` for none. A record that claims a different actor
  ///     is a mismatch.
  ///   - language: the language version whose rules for ids apply.
  package static func read(
    _ received: LocatedJSON, actor: JSONObject? = nil, language: LanguageVersion = .current
  ) -> ReceivedProposal {
    var scratch = HashScratch()
    return read(received, actor: actor, language: language, &scratch)
  }

  /// Reads a proposal.
  ///
  /// - Parameter scratch: the hash memory to reuse.
  static func read(
    _ received: LocatedJSON, actor: JSONObject? = nil, language: LanguageVersion, _ scratch: inout HashScratch
  ) -> ReceivedProposal {
    var reader = ProposalReader(
      proposal: ReceivedProposal(received: received, &scratch), knownActor: actor, language: language)
    if let actor { reader.proposal.actor = actor }
    reader.read(received)
    reader.checkTexts(of: received)
    reader.proposal.identify(&scratch)
    return reader.proposal
  }

  /// Checks the sizes of texts and member names. A record that is shorter than the limit needs no check.
  private mutating func checkTexts(of received: LocatedJSON) {
    let size = received.span.end - received.span.start
    if size > 0, size <= EntrySize.ofText { return }
    for member in received.members ?? [] { checkTexts(of: member.value, "\(member.name)", named: member) }
  }

  private mutating func checkTexts(of value: LocatedJSON, _ path: String, named member: LocatedJSON.Member? = nil) {
    if let member, let long = EntrySize.fault(of: member.name.string, "a name", in: "proposal") {
      return fault(long, member.nameSpan)
    }
    switch value.kind {
    case .string(let text):
      if let long = EntrySize.fault(of: text.string, path, in: "proposal") { fault(long, value.span) }
    case .array(let elements): for element in elements { checkTexts(of: element, path) }
    case .object(let members): for member in members { checkTexts(of: member.value, "\(path).\(member.name)", named: member) }
    default: return
    }
  }

  /// Returns the faults in the form of an actor.
  static func actorFaults(_ actor: LocatedJSON) -> DataFaults {
    var scratch = HashScratch()
    var reader = ProposalReader(proposal: ReceivedProposal(received: actor, &scratch), knownActor: nil, language: .current)
    reader.readActor(actor)
    return reader.proposal.faults
  }

  private mutating func read(_ received: LocatedJSON) {
    guard let members = received.members else {
      return fault("a proposal is an object with an `action`", received.span)
    }
    if received.isQueueRecord, let inner = received.member("proposal")?.value.members {
      proposal.isQueueRecord = true
      return readWrapped(inner, outer: members, wrapper: ["proposal"])
    }
    if received.member("entry_type")?.value.stringValue == "proposal", let inner = received.member("payload")?.value.members {
      return readWrapped(inner, outer: members, wrapper: ["payload", "entry_id", "entry_type", "sequence"])
    }
    readFlat(members)
  }

  /// Reads a wrapped proposal. A member of the wrapper has precedence over a member of the proposal with the same name.
  private mutating func readWrapped(_ inner: [LocatedJSON.Member], outer: [LocatedJSON.Member], wrapper: Set<String>) {
    let outside = outer.filter { !wrapper.contains($0.name.string) }
    let won = Set(outside.map(\.name))
    readFlat(inner.filter { !won.contains($0.name) }, envelopeOnly: outside)
  }

  /// Reads the members of a proposal.
  ///
  /// - Parameter envelopeOnly: the members of the wrapper. They can never be fields of the intent.
  private mutating func readFlat(_ members: [LocatedJSON.Member], envelopeOnly: [LocatedJSON.Member] = []) {
    let payload = Self.payload(of: envelopeOnly) ?? Self.payload(of: members)
    for member in envelopeOnly where member.name != "payload" {
      if proposal.isQueueRecord, readQueue(member) { continue }
      if !readEnvelope(member) { unknown(member, "unknown member `\(member.name)` beside the proposal") }
    }
    for member in members where member.name != "payload" {
      if readEnvelope(member) { continue }
      guard payload != nil else {
        proposal.fields.append(member)
        continue
      }
      unknown(member, "stray member `\(member.name)`: with `payload`, the intent's fields are those in it")
    }
    readPayload(payload)
    if proposal.action == nil, proposal.faults.isEmpty {
      if language >= .three, let inner = proposal.received.member("proposal")?.value, inner.value != .null {
        return fault("`proposal` is not an object: a record of a queue holds the proposal in it", inner.span)
      }
      fault("the proposal has no `action`, the intent that it proposes", proposal.received.span.atStart)
    }
  }

  private static func payload(of members: [LocatedJSON.Member]) -> LocatedJSON.Member? {
    for place in members.indices where members[place].name == "payload" {
      if case .null = members[place].value.kind { continue }
      return members[place]
    }
    return nil
  }

  private mutating func readPayload(_ payload: LocatedJSON.Member?) {
    guard let payload else { return }
    guard let members = payload.value.members else { return fault("`payload` is not an object", payload.value.span) }
    proposal.fields = members
    proposal.hasPayload = true
  }

  /// Reads a member of the envelope, in which `null` counts as absent. Returns whether the name is one of the envelope's.
  private mutating func readEnvelope(_ member: LocatedJSON.Member) -> Bool {
    guard let name = Self.members[member.name] else { return false }
    if case .null = member.value.kind { return true }
    if Hashes.shownMembers.contains(member.name) { proposal.shown.append(member) }
    switch name {
    case "action":
      proposal.action = text(member)
      proposal.actionSpan = member.value.span
    case "pack":
      proposal.pack = text(member)
      proposal.packPlace = (member.value.span, proposal.faults.count)
    case "actor": readActor(member.value)
    case "proposal_id": proposal.proposalID = text(member)
    case "correlation_id": proposal.correlationID = text(member)
    case "run_id": proposal.runID = text(member)
    case "timestamp": proposal.timestamp = timestamp(member)
    case "truth_id": proposal.truthID = text(member)
    case "idempotency_key":
      proposal.idempotencyKey = text(member)
      proposal.keySpan = member.value.span
    case "truths_hash": proposal.truthsHash = text(member)
    case "policies_hash": proposal.policiesHash = text(member)
    case "override": readOverride(member.value)
    case "on_behalf_of":
      proposal.onBehalfOf = text(member)
      checkIdentifier(member.value, "on_behalf_of")
    default: readRest(name, member)
    }
    return true
  }

  private mutating func readRest(_ name: String, _ member: LocatedJSON.Member) {
    switch name {
    case "confidence":
      guard case .number(let number) = member.value.kind else { return fault("`confidence` is not a number", member.value.span) }
      proposal.confidence = number
    case "consent":
      guard case .boolean(let consent) = member.value.kind else {
        return fault("`consent` is not true or false", member.value.span)
      }
      proposal.hasConsent = consent
    case "requires_consent":
      let levels = ConsentSyntax.Level.allCases.map(\.rawValue)
      guard let text = text(member) else { return }
      guard let level = ConsentSyntax.Level(rawValue: text) else {
        return unknown(
          member.value.span, "`requires_consent` is \"\(text)\", not one of \(levels.joined(separator: ", "))", text, levels)
      }
      proposal.requiresConsent = level
    case "queued_at": proposal.queuedAt = timestamp(member)
    default: _ = text(member)
    }
  }

  /// Reads a member that only queue records have. Returns whether the name is one of these.
  private mutating func readQueue(_ member: LocatedJSON.Member) -> Bool {
    guard member.name == "replay_safe" || member.name == "forced" else { return false }
    switch member.value.kind {
    case .null: break
    case .boolean(let isSet) where member.name == "replay_safe": proposal.isReplaySafe = isSet
    case .boolean(let isSet): proposal.isForced = isSet
    default: fault("`\(member.name)` is not true or false", member.value.span)
    }
    return true
  }

  private mutating func readActor(_ json: LocatedJSON) {
    guard let members = json.members else { return fault("`actor` is not an object", json.span) }
    let before = proposal.faults.count
    for member in members {
      switch member.name.string {
      case "roles":
        guard let roles = member.value.elements, roles.allSatisfy({ $0.stringValue != nil }) else {
          fault("`actor.roles` is not a list of texts", member.value.span)
          continue
        }
        for (place, role) in roles.enumerated() { checkIdentifier(role, "actor.roles[\(place)]") }
      case "type":
        let types = EntryForm.actorTypes
        guard let type = text(member, "actor.type"), !types.contains(type) else { continue }
        unknown(member.value.span, "`actor.type` is \"\(type)\", not one of \(types.joined(separator: ", "))", type, types)
      case "user_id", "device_id", "org_id":
        _ = text(member, "actor.\(member.name)")
        checkIdentifier(member.value, "actor.\(member.name)")
      default: unknown(member.nameSpan, "unknown member `actor.\(member.name)`", member.name.string, KnownActor.members)
      }
    }
    // A faulty actor stays in the payload only, because entries need an actor with which the ledger can be read again.
    guard proposal.faults.count == before, let actor = json.value.objectValue else { return }
    proposal.claimedActor = actor
    guard let knownActor else {
      proposal.actor = actor
      return
    }
    proposal.actorMismatch = KnownActor.difference(of: actor, from: knownActor, claimedBy: "the proposal")
  }

  /// Checks an id, from language version 3 on. An id that looks like a different id is a fault, because a person has exactly
  /// one id.
  private mutating func checkIdentifier(_ value: LocatedJSON, _ name: String) {
    guard language >= .three, let fault = KnownActor.malformedID(value, name) else { return }
    proposal.faults.append(fault)
  }

  private mutating func readOverride(_ json: LocatedJSON) {
    guard let members = json.members else { return fault("`override` is not an object with `truth_id` and `reason`", json.span) }
    var override = ReceivedProposal.Override()
    for member in members {
      switch member.name.string {
      case "truth_id": override.truthID = text(member, "override.truth_id")
      case "reason": override.reason = text(member, "override.reason")
      default: unknown(member.nameSpan, "unknown member `override.\(member.name)`", member.name.string, ["truth_id", "reason"])
      }
    }
    proposal.override = override
  }

  private mutating func text(_ member: LocatedJSON.Member, _ name: String? = nil) -> String? {
    if let text = member.value.stringValue { return text }
    fault("`\(name ?? member.name.string)` is not a text", member.value.span)
    return nil
  }

  private mutating func timestamp(_ member: LocatedJSON.Member) -> Timestamp? {
    if let timestamp = member.value.stringValue.flatMap({ Timestamp(text: $0) }) { return timestamp }
    fault("`\(member.name)` is not a timestamp (RFC 3339 in UTC, with Z)", member.value.span)
    return nil
  }

  private mutating func fault(_ message: String, _ span: Span) { proposal.faults.append(DataFault(message, at: span)) }

  private mutating func unknown(_ member: LocatedJSON.Member, _ message: @autoclosure () -> String) {
    unknown(member.nameSpan, message(), member.name.string, ProposalEnvelope.names)
  }

  private mutating func unknown(
    _ span: Span, _ message: @autoclosure () -> String, _ name: String, _ known: @autoclosure () -> [String]
  ) {
    proposal.faults.append(DataFault(message(), at: span, nearest: nearestName(to: name, among: known())))
  }

  /// The names of the envelope's members, keyed by the same names as `Text`.
  private static let members = Dictionary(first: ProposalEnvelope.names.map { (Text($0), $0) })
}
