package import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsProgram
package import TruthsSyntax
package import TruthsText

/// A proposal as received, split into its envelope and its intent fields (runs §1). All of it is a claim.
package struct ReceivedProposal: Sendable {
  /// The whole record as received, with its places.
  package let received: LocatedJSON
  /// The record as canonical JSON (JCS), which several hashes cover.
  let canonical: [UInt8]
  /// The digest of `canonical`, if an id is derived from it.
  private var receivedDigest: Digest?
  /// The position for a `timestamp` in `canonical`, and whether it comes last; `nil` where there is one already, or no object.
  private let timestampPlace: (place: Int, isLast: Bool)?
  /// The proposal's own id, or one derived from the record.
  package internal(set) var identity = ""
  /// The faults found so far.
  package var faults = DataFaults()
  /// Whether near names are searched; see ``RunRequest/looksForNames``.
  var looksForNames = true
  package var action: String?
  package var actionSpan: Span
  package var pack: String?
  /// The place of the pack, and the number of faults before one in the pack.
  package var packPlace: (span: Span, faults: Int)?
  /// The proposer: the known actor, or else the named one, or else the default.
  package var actor: JSONObject = ReceivedProposal.defaultActor
  /// The actor that the record names, if well-formed.
  package var claimedActor: JSONObject?
  /// The members in which the named actor differs from the known one, in words.
  package var actorMismatch: String?
  package var proposalID: String?
  package var correlationID: String?
  package var runID: String?
  package var timestamp: Timestamp?
  package var confidence: Decimal?
  package var truthID: String?
  package var requiresConsent: ConsentSyntax.Level?
  package var hasConsent: Bool?
  /// The `user_id` of the person that the proposal is made for.
  package var onBehalfOf: String?
  package var override: Override?
  package var idempotencyKey: String?
  /// The place of the key.
  package var keySpan: Span
  package var truthsHash: String?
  package var policiesHash: String?
  /// Whether it is a record of an offline queue (contract §16.2).
  package var isQueueRecord = false
  package var queuedAt: Timestamp?
  /// Whether the queue record is marked as safe to replay; the default is safe.
  package var isReplaySafe = true
  /// Whether it is replayed although it is not safe.
  package var isForced = false
  /// The members of ``TruthsLedger/Hashes/shownMembers`` as received, whatever their faults.
  package var shown: [LocatedJSON.Member] = []
  /// Whether the fields are in `payload`, which an open intent requires (types §12.2).
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

  /// The `user_id` of the actor; empty where it has none.
  package var userID: String { actor["user_id"]?.stringValue ?? "" }

  /// The `type` of the actor.
  package var actorType: String? { actor["type"]?.stringValue }

  package var roles: [String] { actor["roles"]?.arrayValue?.compactMap(\.stringValue) ?? [] }

  /// Returns the hash that approvals and idempotency are bound to, in a language version.
  func hash(in language: LanguageVersion) -> Digest {
    var scratch = HashScratch()
    return hash(in: language, &scratch)
  }

  /// Returns the hash that approvals and idempotency are bound to, in a language version.
  ///
  /// - Parameter scratch: the hash memory to reuse.
  func hash(in language: LanguageVersion, _ scratch: inout HashScratch) -> Digest {
    Hashes.proposalHash(
      action: action ?? "", proposalID: identity, userID: userID, onBehalfOf: onBehalfOf,
      shown: language >= .three ? shown : [], &scratch
    ) { $0.writeCanonical(fields) }
  }

  /// The correlation id of its run.
  var correlation: String { correlationID ?? receivedDigest.map { Hashes.correlationID(received: $0) } ?? "" }

  /// Sets the identity: the proposal's own id, or one derived from the record.
  mutating func identify(_ scratch: inout HashScratch) {
    if proposalID == nil || correlationID == nil { receivedDigest = scratch.digest { $0.append(canonical) } }
    identity = proposalID ?? receivedDigest.map { Hashes.proposalID(received: $0) } ?? ""
  }

  /// Appends the record as canonical JSON (JCS), with the time that is used.
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

  /// Creates a proposal that is not read yet.
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
  /// Returns the proposal decoded by the vocabulary, or its faults, those of the envelope first.
  ///
  /// - Parameter beginning: the time at which its run began; `nil` where it begins now.
  func typed(
    by procedure: RunProcedure, now: Timestamp, beginning: Timestamp? = nil
  ) -> (proposal: TypedProposal?, faults: DataFaults) {
    var faults = faults
    guard let action else { return (nil, faults) }
    guard let index = procedure.governing.place(of: action) else {
      let intents = procedure.program.intents
      let renamed = intents.first { $0.name == action || "\($0.pack).\($0.name)" == action }?.jsonName
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

  /// Returns the meter for the search of near names.
  private func names(_ procedure: RunProcedure) -> WorkMeter {
    looksForNames ? .ofNames(isLimited: procedure.limitsNames) : WorkMeter(limit: 0)
  }

  /// Returns the fault where a proposal names a wrong pack, since a sender must not avoid truths by naming a pack.
  ///
  /// The pack must be the intent's, or one that a truth on the intent names.
  private func packFault(at intent: Int, by procedure: RunProcedure) -> DataFault? {
    guard procedure.language >= .three, let pack, let packPlace else { return nil }
    let known = procedure.packs[intent]
    guard !known.contains(where: { Text($0) == Text(pack) }) else { return nil }
    let name = procedure.program.intents[intent].jsonName
    return DataFault(
      "`pack` is \"\(pack)\", and \(name) can be proposed for \(known.joined(separator: ", "))", at: packPlace.span,
      nearest: nearestName(to: pack, among: known))
  }

  /// Returns the values that clauses read from the envelope.
  ///
  /// - Parameter action: the intent's name in JSON, as clauses read it.
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
  /// The text as a value of a clause.
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
package enum QueueKey {
  /// Returns the fault in a queue record's key, in words; `nil` where it has the form.
  ///
  /// The key is read from the right, because a device id may contain colons: 4 of `0-9a-z`, 13 digits, the action, the device.
  ///
  /// - Parameter action: the intent that the record proposes, unqualified or with its pack.
  package static func fault(in key: String, action: String) -> String? {
    func fault(_ what: String) -> String { "`idempotency_key` is \"\(key)\", and \(what); \(form(action))" }
    let parts = key.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 4 else { return fault("its parts are not four") }
    let (moment, random) = (parts[parts.count - 2], parts[parts.count - 1])
    if random.utf8.count != 4 || !random.utf8.allSatisfy({ isDigit($0) || (0x61...0x7A).contains($0) }) {
      return fault("its last part is not 4 of 0-9 and a-z")
    }
    if moment.utf8.count != 13 || !moment.utf8.allSatisfy(isDigit) {
      return fault("its part before the last is not a moment in 13 digits, milliseconds since 1970")
    }
    // A name in JSON may contain colons, as a device id may, so the action is known by where it ends.
    let head = Array(key.utf8.dropLast(moment.utf8.count + random.utf8.count + 2))
    let sent = Array(action.utf8)
    var length = head.ends(with: sent, behind: ":") ? sent.count : parts[parts.count - 3].utf8.count
    if head.ends(with: sent, behind: "."), let colon = head.dropLast(sent.count).lastIndex(of: UInt8(ascii: ":")) {
      length = head.count - colon - 1
    }
    let named = Array(head.suffix(length))
    guard named == sent || named.ends(with: sent, behind: ".") || sent.ends(with: named, behind: ".") else {
      return fault("it names the action \"\(String(decoding: named, as: UTF8.self))\"")
    }
    // The rest of the key, before the action, is the device.
    return head.count > length + 1 ? nil : fault("it names no device")
  }

  private static func form(_ action: String) -> String {
    "a queued record has a key of the form {device_id}:{action}:{timestamp_ms}:{random_4}, such as "
      + "ios:abc:\(action):1704067200000:f7a2"
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension [UInt8] {
  /// Whether the bytes end with others that stand directly behind a character.
  fileprivate func ends(with others: [UInt8], behind character: Unicode.Scalar) -> Bool {
    count > others.count && suffix(others.count).elementsEqual(others)
      && self[count - others.count - 1] == UInt8(ascii: character)
  }
}

extension LocatedJSON {
  /// Whether it is a record of an offline queue (contract §16.2): it has a `proposal` inside, and no `action`.
  package var isQueueRecord: Bool { member("action") == nil && member("proposal")?.value.members != nil }

  /// A queue record marked as replayed although it is not safe; any other proposal unchanged.
  ///
  /// The mark is part of the record, so that later readers of the ledger decide the same.
  package var forced: LocatedJSON {
    guard isQueueRecord, let members, case .boolean(false)? = member("replay_safe")?.value.kind else { return self }
    let member = Member(name: "forced", nameSpan: span.atStart, value: LocatedJSON(.boolean(true), at: span.atStart))
    return LocatedJSON(.object(members.filter { $0.name != "forced" } + [member]), at: span)
  }
}
