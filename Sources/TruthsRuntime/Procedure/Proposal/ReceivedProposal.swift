package import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsProgram
package import TruthsSyntax
package import TruthsText

/// A proposal as it came, taken apart into envelope and intent fields (runs §1). Nothing in it is believed yet.
package struct ReceivedProposal: Sendable {
  /// The whole record as received, with its places.
  package let received: LocatedJSON
  /// JCS of the record: several hashes are over it.
  let canonical: [UInt8]
  /// The digest of that, where an id is made from it.
  private var receivedDigest: Digest?
  /// Where in that a `timestamp` would stand, and whether behind all others; `nil` where the record has one, or is no object.
  private let timestampPlace: (place: Int, isLast: Bool)?
  /// The proposal's own identity, else one made from the record as received.
  package internal(set) var identity = ""
  /// What is wrong with it so far.
  package var faults = DataFaults()
  /// See ``RunRequest/looksForNames``.
  var looksForNames = true
  package var action: String?
  package var actionSpan: Span
  package var pack: String?
  /// Where the pack stands, and how many faults of the envelope stand before one of it.
  package var packPlace: (span: Span, faults: Int)?
  /// Who proposes: whoever is known to, else whom the record names, else the default.
  package var actor: JSONObject = ReceivedProposal.defaultActor
  /// Whom the record names, where that is well-formed.
  package var claimedActor: JSONObject?
  /// In which members the record names somebody else than is known to propose, for people.
  package var actorMismatch: String?
  package var proposalID: String?
  package var correlationID: String?
  package var runID: String?
  package var timestamp: Timestamp?
  package var confidence: Decimal?
  package var truthID: String?
  package var requiresConsent: ConsentSyntax.Level?
  package var hasConsent: Bool?
  /// `user_id` of the person whom the proposal is made for.
  package var onBehalfOf: String?
  package var override: Override?
  package var idempotencyKey: String?
  /// Where the key stands.
  package var keySpan: Span
  package var truthsHash: String?
  package var policiesHash: String?
  /// Whether it is a record of an offline queue, contract §16.2.
  package var isQueueRecord = false
  package var queuedAt: Timestamp?
  /// What the queue's record says of a replay; nothing said is safe.
  package var isReplaySafe = true
  /// Whether somebody replays it although it is not safe.
  package var isForced = false
  /// What it has of ``TruthsLedger/Hashes/shownMembers``, as received, whatever is wrong with them.
  package var shown: [LocatedJSON.Member] = []
  /// Whether they stand in `payload`; an open intent is sent with it (types §12.2).
  package var hasPayload = false
  /// The intent's fields as received.
  package var fields: [LocatedJSON.Member] = []

  /// A break-glass override, as claimed.
  package struct Override: Hashable, Sendable {
    package var truthID: String?
    package var reason: String?
  }

  /// Who a proposal or fact in short form is by (runs §1).
  package static let defaultActor: JSONObject = [
    "type": .text("system"), "user_id": .text("fixture"), "device_id": .text("fixture"), "org_id": .text("fixture"),
    "roles": .array([]),
  ]

  /// When a short form was made: 1970-01-01T00:00:00Z.
  package static let defaultTimestamp = Timestamp.epoch

  /// `user_id` of the actor; empty where it has none.
  package var userID: String { actor["user_id"]?.stringValue ?? "" }

  /// `type` of the actor.
  package var actorType: String? { actor["type"]?.stringValue }

  /// The roles of the actor.
  package var roles: [String] { actor["roles"]?.arrayValue?.compactMap(\.stringValue) ?? [] }

  /// What approvals and idempotency are bound to, in a version of the language.
  func hash(in language: LanguageVersion) -> Digest {
    var scratch = HashScratch()
    return hash(in: language, &scratch)
  }

  /// The same.
  ///
  /// - Parameter scratch: what it is hashed in.
  func hash(in language: LanguageVersion, _ scratch: inout HashScratch) -> Digest {
    Hashes.proposalHash(
      action: action ?? "", proposalID: identity, userID: userID, onBehalfOf: onBehalfOf,
      shown: language >= .three ? shown : [], &scratch
    ) { $0.writeCanonical(fields) }
  }

  /// The correlation id of its run.
  var correlation: String { correlationID ?? receivedDigest.map { Hashes.correlationID(received: $0) } ?? "" }

  /// Gives it the identity that it has of its own, else one made from the record as received.
  mutating func identify(_ scratch: inout HashScratch) {
    if proposalID == nil || correlationID == nil { receivedDigest = scratch.digest { $0.append(canonical) } }
    identity = proposalID ?? receivedDigest.map { Hashes.proposalID(received: $0) } ?? ""
  }

  /// Appends JCS of the record as received, with the timestamp that is used.
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

  /// - Parameter scratch: what it is written in first.
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
  /// The proposal read against the vocabulary; what is wrong with it, faults of its envelope first.
  ///
  /// - Parameter beginning: when its run began; `nil` where it begins now.
  func typed(
    by procedure: RunProcedure, now: Timestamp, beginning: Timestamp? = nil
  ) -> (proposal: TypedProposal?, faults: DataFaults) {
    var faults = faults
    guard let action else { return (nil, faults) }
    guard let index = procedure.governing.place(of: action) else {
      let nearest = names(procedure).nearestName(to: action, among: procedure.program.intents.map(\.name))
      faults.append(DataFault("unknown intent `\(action)`", at: actionSpan, nearest: nearest))
      return (nil, faults)
    }
    var decoder = ValueDecoder(
      program: procedure.program, names: looksForNames ? nil : names(procedure), limitsNames: procedure.limitsNames)
    let intent = procedure.program.intents[index]
    if let fault = packFault(at: index, by: procedure), let packPlace {
      faults.insert(fault, at: packPlace.faults)
    }
    let owner = intent.isOpen && !hasPayload ? "\(intent.name), which reads past others in `payload` alone" : intent.name
    let values = decoder.fields(
      fields, as: intent.fields, of: owner, path: "", at: received.span, requiresAll: false,
      isOpen: intent.isOpen && hasPayload)
    faults.append(decoder.faults)
    guard faults.isEmpty else { return (nil, faults) }
    var environment = environment(
      now: now, beginning: beginning ?? now, action: procedure.language >= .three ? intent.name : action)
    environment.heldByEnvelope = intent.envelopeNames.filter { name in
      received.member(name) != nil && !fields.contains { $0.name.string == name }
    }
    return (TypedProposal(intent: index, fields: values, pack: pack, environment: environment), DataFaults())
  }

  /// What counts the names that near names are looked for among.
  private func names(_ procedure: RunProcedure) -> WorkMeter {
    looksForNames ? .ofNames(isLimited: procedure.limitsNames) : WorkMeter(limit: 0)
  }

  /// A sender switches no guard off: the pack that a proposal names is the intent's, or one that a truth on the intent asks for.
  private func packFault(at intent: Int, by procedure: RunProcedure) -> DataFault? {
    guard procedure.language >= .three, let pack, let packPlace else { return nil }
    let known = procedure.packs[intent]
    guard !known.contains(where: { Text($0) == Text(pack) }) else { return nil }
    let name = procedure.program.intents[intent].name
    return DataFault(
      "`pack` is \"\(pack)\", and \(name) can be proposed for \(known.joined(separator: ", "))", at: packPlace.span,
      nearest: nearestName(to: pack, among: known))
  }

  /// - Parameter action: the intent's name as clauses read it.
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
  /// A text as a value of a clause.
  fileprivate var textValue: Value? {
    if case .string(let text) = self { return .text(text) }
    return nil
  }
}

/// The payload of a proposal's entry: the record as it was received.
final class ReceivedPayload: EntryPayload {
  private let received: LocatedJSON
  /// JCS of it.
  private let canonical: [UInt8]

  /// - Parameter proposal: one that is an object.
  init(_ proposal: ReceivedProposal) {
    received = proposal.received
    canonical = proposal.canonical
  }

  var object: JSONObject { received.value.objectValue ?? [:] }

  func writeCanonical(to buffer: inout ByteBuffer) { buffer.append(canonical) }

  func writeCompact(to buffer: inout ByteBuffer) { buffer.writeCompact(received) }
}

/// The form of an idempotency key, contract §16.1: `{device_id}:{action}:{timestamp_ms}:{random_4}`.
package enum QueueKey {
  /// What is wrong with the key of a queue's record, for people; `nil` where it has the form.
  ///
  /// A device's id may hold colons, so that the key is read from the right: 4 of `0-9a-z`, 13 digits, the action, the device.
  ///
  /// - Parameter action: the intent that the record proposes, bare or with its pack.
  package static func fault(in key: String, action: String) -> String? {
    func fault(_ what: String) -> String { "`idempotency_key` is \"\(key)\", and \(what); \(form(action))" }
    let parts = key.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 4 else { return fault("its parts are not four") }
    let (named, moment, random) = (parts[parts.count - 3], parts[parts.count - 2], parts[parts.count - 1])
    if random.utf8.count != 4 || !random.utf8.allSatisfy({ isDigit($0) || (0x61...0x7A).contains($0) }) {
      return fault("its last part is not 4 of 0-9 and a-z")
    }
    if moment.utf8.count != 13 || !moment.utf8.allSatisfy(isDigit) {
      return fault("its part before the last is not a moment in 13 digits, milliseconds since 1970")
    }
    if bare(named) != bare(Substring(action)) {
      return fault("it names the action \"\(named)\"")
    }
    // What is left of the key in front of the action is the device.
    let rest = named.utf8.count + moment.utf8.count + random.utf8.count + 3
    return key.utf8.count > rest ? nil : fault("it names no device")
  }

  private static func form(_ action: String) -> String {
    "a queued record has a key of the form {device_id}:{action}:{timestamp_ms}:{random_4}, such as "
      + "ios:abc:\(action):1704067200000:f7a2"
  }

  /// The name of an intent without its pack.
  private static func bare(_ action: Substring) -> Text { Text(String(action.split(separator: ".").last ?? "")) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension LocatedJSON {
  /// Whether it is a record of an offline queue, contract §16.2: a proposal within, and no action beside it.
  package var isQueueRecord: Bool { member("action") == nil && member("proposal")?.value.members != nil }

  /// A record of an offline queue that is replayed although it is not safe: it says so itself, so that whoever reads the ledger
  /// later decides alike. Any other proposal stays as it is.
  package var forced: LocatedJSON {
    guard isQueueRecord, let members, case .boolean(false)? = member("replay_safe")?.value.kind else { return self }
    let member = Member(name: "forced", nameSpan: span.atStart, value: LocatedJSON(.boolean(true), at: span.atStart))
    return LocatedJSON(.object(members.filter { $0.name != "forced" } + [member]), at: span)
  }
}
