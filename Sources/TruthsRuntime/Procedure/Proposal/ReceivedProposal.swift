package import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsProgram
package import TruthsSyntax
package import TruthsText

/// A proposal as received, split into its envelope and its intent fields (runs §1). All of its content is a claim of the
/// sender.
package struct ReceivedProposal: Sendable {
  /// The whole record as received, with its spans.
  package let received: LocatedJSON
  /// The record as canonical JSON (JCS). Several hashes cover these bytes.
  let canonical: [UInt8]
  /// The digest of `canonical`; `nil` if the record gives both ids, so that none is derived from the digest.
  private var receivedDigest: Digest?
  /// The offset in `canonical` at which a `timestamp` can be inserted, and whether it would be the last member. `nil` if the
  /// record has a `timestamp`, or is not an object.
  private let timestampPlace: (place: Int, isLast: Bool)?
  /// The proposal's own id or, if it gives none, an id derived from the record.
  package internal(set) var identity = ""
  /// The faults found so far.
  package var faults = DataFaults()
  /// Whether similar names are searched for wrong names; see ``RunRequest/looksForNames``.
  var looksForNames = true
  package var action: String?
  package var actionSpan: Span
  package var pack: String?
  /// The span of the pack, and the number of faults that come before a fault in the pack.
  package var packPlace: (span: Span, faults: Int)?
  /// The proposer: the known actor, or the named actor if none is known, or the default actor.
  package var actor: JSONObject = ReceivedProposal.defaultActor
  /// The actor that the record names; `nil` if it names none, or a malformed one.
  package var claimedActor: JSONObject?
  /// The members in which the named actor differs from the known one, in words; `nil` if they do not differ.
  package var actorMismatch: String?
  package var proposalID: String?
  package var correlationID: String?
  package var runID: String?
  package var timestamp: Timestamp?
  package var confidence: Decimal?
  package var truthID: String?
  package var requiresConsent: ConsentSyntax.Level?
  package var hasConsent: Bool?
  /// The `user_id` of the person for whom the proposal is made; `nil` if it is made for no one else.
  package var onBehalfOf: String?
  package var override: Override?
  package var idempotencyKey: String?
  /// The span of the idempotency key.
  package var keySpan: Span
  package var truthsHash: String?
  package var policiesHash: String?
  /// Whether the proposal is a record of an offline queue (contract §16.2).
  package var isQueueRecord = false
  package var queuedAt: Timestamp?
  /// Whether the queue record may be replayed safely; a record that does not state it is safe.
  package var isReplaySafe = true
  /// Whether the queue record is replayed although it is not safe to replay.
  package var isForced = false
  /// The members whose names are in ``TruthsLedger/Hashes/shownMembers``, as received, even if they have faults.
  package var shown: [LocatedJSON.Member] = []
  /// Whether the fields are in `payload`. With an open intent, undeclared members are ignored only in `payload` (types §12.2).
  package var hasPayload = false
  /// The fields of the intent as received.
  package var fields: [LocatedJSON.Member] = []

  /// A break-glass override, as claimed.
  package struct Override: Hashable, Sendable {
    package var truthID: String?
    package var reason: String?
  }

  /// The actor of a proposal or fact in short form (runs §1).
  package static let defaultActor: JSONObject = [
    "type": .text("system"), "user_id": .text("fixture"), "device_id": .text("fixture"), "org_id": .text("fixture"),
    "roles": .array([]),
  ]

  /// The time of a short form: 1970-01-01T00:00:00Z.
  package static let defaultTimestamp = Timestamp.epoch

  /// The `user_id` of the actor; empty if the actor has none.
  package var userID: String { actor["user_id"]?.stringValue ?? "" }

  /// The organisation of the actor; empty if the actor has none.
  var organisation: Text { actor.organisation }

  /// The `type` of the actor; `nil` if the actor has none.
  package var actorType: String? { actor["type"]?.stringValue }

  package var roles: [String] { actor["roles"]?.arrayValue?.compactMap(\.stringValue) ?? [] }

  /// Returns the proposal hash in a language version. Approvals and idempotency refer to a proposal by this hash.
  func hash(in language: LanguageVersion) -> Digest {
    var scratch = HashScratch()
    return hash(in: language, &scratch)
  }

  /// Returns the proposal hash in a language version, with memory to reuse.
  ///
  /// - Parameter scratch: the hash memory to reuse.
  func hash(in language: LanguageVersion, _ scratch: inout HashScratch) -> Digest {
    Hashes.proposalHash(
      action: action ?? "", proposalID: identity, userID: userID, onBehalfOf: onBehalfOf,
      shown: language >= .three ? shown : [], &scratch
    ) { $0.writeCanonical(fields) }
  }

  /// The correlation id of the run: the proposal's own or, if it gives none, one derived from the record.
  var correlation: String { correlationID ?? receivedDigest.map { Hashes.correlationID(received: $0) } ?? "" }

  /// Sets the identity: the proposal's own id or, if it gives none, an id derived from the record.
  mutating func identify(_ scratch: inout HashScratch) {
    if proposalID == nil || correlationID == nil { receivedDigest = scratch.digest { $0.append(canonical) } }
    identity = proposalID ?? receivedDigest.map { Hashes.proposalID(received: $0) } ?? ""
  }

  /// Appends the record as canonical JSON (JCS), with `timestamp` set to the time that the decision uses.
  func writeUsed(at now: Timestamp, to buffer: inout ByteBuffer) {
    guard let timestampPlace else {
      guard case .object(var record) = received.value else { return buffer.append(canonical) }
      record["timestamp"] = .text(now.text)
      return buffer.writeCanonical(record)
    }
    canonical.withUnsafeBufferPointer { bytes in
      buffer.append(UnsafeBufferPointer(rebasing: bytes[..<timestampPlace.place]))
      if timestampPlace.isLast, bytes.count > 2 { buffer.append(UInt8(ascii: ",")) }
      buffer.append(#""timestamp":"# as StaticString)
      buffer.append(UInt8(ascii: "\""))
      now.write(to: &buffer)
      buffer.append(UInt8(ascii: "\""))
      if !timestampPlace.isLast { buffer.append(UInt8(ascii: ",")) }
      buffer.append(UnsafeBufferPointer(rebasing: bytes[timestampPlace.place...]))
    }
  }

  /// Creates a proposal whose members are not read yet.
  ///
  /// - Parameter scratch: the hash memory to reuse.
  init(received: LocatedJSON, _ scratch: inout HashScratch) {
    self.received = received
    scratch.buffer.truncate()
    if let members = received.members {
      timestampPlace = scratch.buffer.writeCanonical(members, placing: "timestamp")
    } else {
      scratch.buffer.writeCanonical(received)
      timestampPlace = nil
    }
    canonical = scratch.buffer.bytes
    actionSpan = received.span.atStart
    keySpan = received.span.atStart
  }
}

extension ReceivedProposal {
  /// Returns the proposal decoded by the vocabulary. If it has faults, `proposal` is `nil`, and the faults of the envelope come
  /// first.
  ///
  /// - Parameter beginning: the time at which the proposal's run began; `nil` if the run begins now.
  func typed(
    by procedure: RunProcedure, now: Timestamp, beginning: Timestamp? = nil
  ) -> (proposal: TypedProposal?, faults: DataFaults) {
    var faults = faults
    guard let action else { return (nil, faults) }
    guard let index = procedure.governing.index(of: action) else {
      let intents = procedure.program.intents
      let renamed = intents.first { $0.isCalled(action) }?.jsonName
      let nearest = renamed == nil ? names(procedure).nearestName(to: action, among: intents.map(\.jsonName)) : nil
      let words = renamed.map { ", which is called `\($0)` in JSON" } ?? ""
      faults.append(DataFault("unknown intent `\(action)`\(words)", at: actionSpan, nearest: nearest))
      return (nil, faults)
    }
    var decoder = ValueDecoder(
      program: procedure.program, names: looksForNames ? nil : names(procedure), limitsNames: procedure.limitsNames)
    let intent = procedure.program.intents[index]
    if let fault = packFault(at: index, by: procedure), let packPlace {
      faults.insert(fault, at: packPlace.faults)
    }
    if let fault = keyFault(of: intent, in: procedure.language) { faults.append(fault) }
    let owner =
      intent.isOpen && !hasPayload ? "\(intent.jsonName), which reads past others in `payload` alone" : intent.jsonName
    let values = decoder.fields(
      fields, as: intent.fields, of: owner, path: "", at: received.span, requiresAll: false,
      isOpen: intent.isOpen && hasPayload)
    faults.append(decoder.faults)
    guard faults.isEmpty else { return (nil, faults) }
    var environment = environment(
      now: now, beginning: beginning ?? now, action: procedure.language >= .three ? intent.jsonName : action)
    environment.heldByEnvelope = intent.envelopeNames.filter { name in
      received.member(name) != nil && !fields.contains { $0.name.string == name }
    }
    return (TypedProposal(intent: index, fields: values, pack: pack, environment: environment), DataFaults())
  }

  /// Returns the meter that limits the search for similar names.
  private func names(_ procedure: RunProcedure) -> WorkMeter {
    looksForNames ? .ofNames(isLimited: procedure.limitsNames) : WorkMeter(limit: 0)
  }

  /// Returns the fault if a proposal names a wrong pack; otherwise `nil`. A sender must not be able to avoid truths by naming a
  /// pack.
  ///
  /// The pack must be the pack of the intent, or one that a truth on the intent names.
  private func packFault(at intent: Int, by procedure: RunProcedure) -> DataFault? {
    guard procedure.language >= .three, let pack, let packPlace else { return nil }
    let packs = procedure.packs[intent]
    guard !packs.contains(where: { Text($0) == Text(pack) }) else { return nil }
    let name = procedure.program.intents[intent].jsonName
    return DataFault(
      "`pack` is \"\(pack)\", and \(name) can be proposed for \(packs.joined(separator: ", "))", at: packPlace.span,
      nearest: nearestName(to: pack, among: packs))
  }

  /// Returns the fault in the key of a queue record; `nil` if none exists, or the proposal is not a queue record.
  ///
  /// Sessions recognise repeated records by the key, so the key must name the device, the action and the time.
  package func keyFault(of intent: IntentType, in language: LanguageVersion) -> DataFault? {
    guard isQueueRecord, let idempotencyKey else { return nil }
    return QueueKey.fault(in: idempotencyKey, of: intent, language: language).map { DataFault($0, at: keySpan) }
  }

  /// Returns the values that clauses read from the envelope.
  ///
  /// - Parameter action: the intent's name in JSON, which clauses read as the action.
  private func environment(now: Timestamp, beginning: Timestamp, action: String) -> Environment {
    var environment = Environment([
      .now: .timestamp(now), .proposalAt: .timestamp(beginning),
      .actorRoles: .list(actor["roles"]?.arrayValue?.compactMap(\.textValue) ?? []),
    ])
    func set(_ builtin: Builtin, _ value: Value?) { if let value { environment[builtin] = value } }
    set(.actorType, actor["type"]?.textValue)
    set(.actorUserID, actor["user_id"]?.textValue)
    set(.proposalPack, pack.map { .text(Text($0)) })
    set(.proposalTruthID, truthID.map { .text(Text($0)) })
    set(.proposalRequiresConsent, (requiresConsent?.rawValue).map { .text(Text($0)) })
    set(.proposalOnBehalfOf, onBehalfOf.map { .text(Text($0)) })
    environment[.proposalAction] = .text(Text(action))
    set(.proposalID, .text(Text(identity)))
    set(.proposalOverrideReason, (override?.reason).map { .text(Text($0)) })
    set(.proposalConfidence, confidence.map { .number($0) })
    set(.proposalConsent, hasConsent.map { .boolean($0) })
    return environment
  }
}

extension JSONValue {
  /// The JSON text as a value that clauses read; `nil` if it is not a text.
  fileprivate var textValue: Value? {
    if case .string(let text) = self { return .text(text) }
    return nil
  }
}

/// The payload of a proposal's entry: the record as received.
final class ReceivedPayload: EntryPayload {
  private let received: LocatedJSON
  /// The record as canonical JSON (JCS).
  private let canonical: [UInt8]

  /// Creates the payload.
  ///
  /// - Parameter proposal: a proposal that is an object.
  init(_ proposal: ReceivedProposal) {
    received = proposal.received
    canonical = proposal.canonical
  }

  var object: JSONObject { received.value.objectValue ?? [:] }

  func writeCanonical(to buffer: inout ByteBuffer) { buffer.append(canonical) }

  func writeCompact(to buffer: inout ByteBuffer) { buffer.writeCompact(received) }
}

/// The form of an idempotency key (contract §16.1): `{device_id}:{action}:{timestamp_ms}:{random_4}`.
enum QueueKey {
  /// Returns the fault in a queue record's key, in words; `nil` if the key has the form.
  ///
  /// The key is read from the right, because a device id may contain colons. Its parts are 4 of `0-9a-z`, then 13 digits, then
  /// the action, then the device.
  ///
  /// - Parameters:
  ///   - intent: the intent that the record proposes; the key has its name in JSON, with or without its pack.
  ///   - language: the language version. Before version 3 the key may have any pack before the name.
  static func fault(in key: String, of intent: IntentType, language: LanguageVersion) -> String? {
    func fault(_ what: String) -> String { "`idempotency_key` is \"\(key)\", and \(what); \(form(intent.jsonName))" }
    let segments = key.split(separator: ":", omittingEmptySubsequences: false)
    guard segments.count >= 4 else { return fault("its parts are not four") }
    let (named, moment, random) = (segments[segments.count - 3], segments[segments.count - 2], segments[segments.count - 1])
    if random.utf8.count != 4 || !random.utf8.allSatisfy({ isDigit($0) || (0x61...0x7A).contains($0) }) {
      return fault("its last part is not 4 of 0-9 and a-z")
    }
    if moment.utf8.count != 13 || !moment.utf8.allSatisfy(isDigit) {
      return fault("its part before the last is not a moment in 13 digits, milliseconds since 1970")
    }
    var names = [intent.jsonName, intent.qualifiedJSONName]
    if language < .three, named.split(separator: ".").last.map(String.init) == intent.name { names.append(String(named)) }
    // A name in JSON may contain colons, as a device id may, so the action is known by where it ends.
    let ends = names.map { Array(":\($0):\(moment):\(random)".utf8) }
    if ends.contains(where: { key.utf8.count > $0.count && key.utf8.suffix($0.count).elementsEqual($0) }) { return nil }
    let lacksDevice = ends.contains { $0.elementsEqual(key.utf8) || $0.dropFirst().elementsEqual(key.utf8) }
    // A name with colons takes as many parts as it has, also behind another pack.
    let words = intent.jsonName.split(separator: ":", omittingEmptySubsequences: false)
    let taken = segments.dropLast(2).suffix(words.last == named ? words.count : 1).joined(separator: ":")
    return fault(lacksDevice ? "it names no device" : "it names the action \"\(taken)\"")
  }

  private static func form(_ action: String) -> String {
    "a queued record has a key of the form {device_id}:{action}:{timestamp_ms}:{random_4}, such as "
      + "ios:abc:\(action):1704067200000:f7a2"
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension LocatedJSON {
  /// Whether the object is a record of an offline queue (contract §16.2). Such an object has a `proposal`, and no `action`.
  package var isQueueRecord: Bool { member("action") == nil && member("proposal")?.value.members != nil }

  /// A copy of an unsafe queue record, marked as replayed on demand; any other proposal unchanged.
  ///
  /// The mark is a part of the record, so that later readers of the ledger make the same decision.
  package var forced: LocatedJSON {
    guard isQueueRecord, let members, case .boolean(false)? = member("replay_safe")?.value.kind else { return self }
    let member = Member(name: "forced", nameSpan: span.atStart, value: LocatedJSON(.boolean(true), at: span.atStart))
    return LocatedJSON(.object(members.filter { $0.name != "forced" } + [member]), at: span)
  }
}

extension JSONObject {
  /// The `org_id` of an actor; empty where it has none.
  var organisation: Text { Text(text("org_id") ?? "") }

  /// Whether both actors are the same person of the same organisation.
  ///
  /// Organisations name their people on their own, so a namesake of another one is another person (server §6.4).
  package func isSamePerson(as other: JSONObject) -> Bool {
    guard let userID = text("user_id"), !userID.isEmpty, let known = other.text("user_id") else { return false }
    return Text(userID) == Text(known) && organisation == other.organisation
  }
}
