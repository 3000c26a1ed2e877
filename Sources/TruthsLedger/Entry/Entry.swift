package import TruthsJSON
package import TruthsText

/// An entry of a context: the object of contract §4.2, with its sequence number in the ledger (runs §1). A value type; copies
/// share their storage.
package struct Entry: Sendable {
  private var body: EntryBody

  /// The types of entries (runs §1).
  package enum EntryType: String, Hashable, Sendable, CaseIterable {
    case fact, proposal, trace, decision
  }

  /// Creates an entry with a given `entry_id`, which is not checked here; see `hasMatchingID`.
  package init(
    entryID: String, type: EntryType, envelope: EntryEnvelope, truthID: String?, content: any EntryPayload, sequence: Int,
    corrects: String?, proposalID: String?
  ) {
    self.init(
      identity: EntryIdentity(entryID), type: type, envelope: envelope, truthID: truthID, content: content, sequence: sequence,
      corrects: corrects, proposalID: proposalID)
  }

  init(
    identity: EntryIdentity, type: EntryType, envelope: EntryEnvelope, truthID: String?, content: any EntryPayload, sequence: Int,
    corrects: String?, proposalID: String?
  ) {
    body = EntryBody(
      identity: identity, type: type, envelope: envelope, truthID: truthID, content: content, sequence: sequence,
      corrects: corrects, proposalID: proposalID)
  }

  /// Creates a new entry and computes its `entry_id` from its content.
  package static func make(
    type: EntryType, timestamp: Timestamp, correlationID: String, runID: String, actor: JSONObject, truthID: String?,
    payload: JSONObject, sequence: Int, corrects: String? = nil, proposalID: String? = nil
  ) -> Entry {
    let envelope = EntryEnvelope(timestamp: timestamp, correlationID: correlationID, runID: runID, actor: actor)
    let hasher = EntryHasher()
    hasher.begin(envelope)
    return hasher.hash(
      type, truthID: truthID, content: GivenPayload(payload), sequence: sequence, corrects: corrects, proposalID: proposalID
    ).entry
  }

  /// Creates a fact in short form, which is given by its payload alone and gets the envelope of runs §1.
  package static func shortForm(payload: JSONObject, sequence: Int) -> Entry {
    let hasher = EntryHasher()
    hasher.begin(.fixture)
    return hasher.hash(.fact, truthID: nil, content: GivenPayload(payload), sequence: sequence).entry
  }

  /// Whether the entry equals the one that is created from its payload alone. Such an entry can be written in short form.
  package var isShortForm: Bool {
    guard runID == Self.shortFormRun, type == .fact, payload["entry_type"] == nil else { return false }
    return Self.shortForm(payload: payload, sequence: sequence).leaf == leaf
  }

  /// The run id of facts in short form.
  package static let shortFormRun = "run_fixture"

  /// The actor of facts in short form.
  package static let fixtureActor: JSONObject = [
    "type": .text("system"), "user_id": .text("fixture"), "device_id": .text("fixture"), "org_id": .text("fixture"),
    "roles": .array([]),
  ]
}

extension Entry {
  /// The storage for writing, copied first if it is shared.
  private var ownBody: EntryBody {
    mutating get {
      if !isKnownUniquelyReferenced(&body) { body = body.copy() }
      return body
    }
  }

  var identity: EntryIdentity {
    get { body.identity }
    set { ownBody.identity = newValue }
  }

  /// The `entry_id`. An entry that was read keeps the given id; for a new entry the id is computed from the content.
  package var entryID: String {
    get { identity.text }
    set { identity = EntryIdentity(newValue) }
  }

  package var type: EntryType {
    get { body.type }
    set { ownBody.type = newValue }
  }

  /// The members that all entries of a run share.
  package private(set) var envelope: EntryEnvelope {
    get { body.envelope }
    set { ownBody.envelope = newValue }
  }

  package var timestamp: Timestamp {
    get { envelope.timestamp }
    set { envelope = envelope.with(timestamp: newValue) }
  }

  package var correlationID: String {
    get { envelope.correlationID }
    set { envelope = envelope.with(correlationID: newValue) }
  }

  package var runID: String {
    get { envelope.runID }
    set { envelope = envelope.with(runID: newValue) }
  }

  /// The actor: `type`, `user_id`, `device_id`, `org_id`, `roles`.
  package var actor: JSONObject {
    get { envelope.actor }
    set { envelope = envelope.with(actor: newValue) }
  }

  /// The id of the truth that the entry satisfies; `nil` if there is no such truth.
  package var truthID: String? {
    get { body.truthID }
    set { ownBody.truthID = newValue }
  }

  package var content: any EntryPayload { body.content }

  package var payload: JSONObject {
    get { content.object }
    set { ownBody.content = GivenPayload(newValue) }
  }

  /// The number of the entry in its ledger, counted from 1 without gaps.
  package var sequence: Int {
    get { body.sequence }
    set { ownBody.sequence = newValue }
  }

  /// For a correction, the `entry_id` of the version that it corrects; `nil` for other entries.
  package var corrects: String? {
    get { body.corrects }
    set { ownBody.corrects = newValue }
  }

  /// For a proposal, its id; `nil` for other entries.
  package var proposalID: String? {
    get { body.proposalID }
    set { ownBody.proposalID = newValue }
  }

  /// For a trace, its id; `nil` for other entries.
  package var traceID: String? {
    guard type == .trace else { return nil }
    return (content as? Trace)?.id ?? payload["trace_id"]?.stringValue
  }

  /// For the trace of a truth that started from facts, the ids of the facts' entries; `nil` for other entries.
  package var follows: [String]? {
    guard type == .trace else { return nil }
    if let trace = content as? Trace { return trace.from }
    return payload["from"]?.arrayValue?.compactMap(\.stringValue)
  }
}

extension Entry: Hashable {
  package static func == (left: Entry, right: Entry) -> Bool {
    left.body === right.body
      || left.identity == right.identity && left.type == right.type && left.envelope == right.envelope
        && left.truthID == right.truthID && left.sequence == right.sequence && left.corrects == right.corrects
        && left.proposalID == right.proposalID && left.payload == right.payload
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
    hasher.combine(sequence)
  }
}

/// The shared storage of an entry.
///
/// `@unchecked Sendable`, and without dynamic checks of exclusive access, because it is mutated only while one entry refers
/// to it.
private final class EntryBody: @unchecked Sendable {
  @exclusivity(unchecked) var identity: EntryIdentity
  @exclusivity(unchecked) var type: Entry.EntryType
  @exclusivity(unchecked) var envelope: EntryEnvelope
  @exclusivity(unchecked) var truthID: String?
  @exclusivity(unchecked) var content: any EntryPayload
  @exclusivity(unchecked) var sequence: Int
  @exclusivity(unchecked) var corrects: String?
  @exclusivity(unchecked) var proposalID: String?

  init(
    identity: EntryIdentity, type: Entry.EntryType, envelope: EntryEnvelope, truthID: String?, content: any EntryPayload,
    sequence: Int, corrects: String?, proposalID: String?
  ) {
    self.identity = identity
    self.type = type
    self.envelope = envelope
    self.truthID = truthID
    self.content = content
    self.sequence = sequence
    self.corrects = corrects
    self.proposalID = proposalID
  }

  func copy() -> EntryBody {
    EntryBody(
      identity: identity, type: type, envelope: envelope, truthID: truthID, content: content, sequence: sequence,
      corrects: corrects, proposalID: proposalID)
  }
}

extension Entry {
  /// Returns `ctx_` and the first 16 digits of SHA-256 over the JCS of an entry without its `entry_id` (hashes §3).
  package static func id(of json: JSONObject) -> String {
    var content = json
    content["entry_id"] = nil
    return Digest(canonical: .object(content)).id("ctx_")
  }

  /// The digest of the content; the `entry_id` is made from its first digits.
  var contentDigest: Digest {
    Digest {
      envelope.writeOpening(to: &$0, corrects: corrects)
      writeRest(to: &$0)
    }
  }

  /// The `entry_id` computed from the content.
  package var contentID: String { contentDigest.id("ctx_") }

  /// Whether the `entry_id` is the one computed from the content.
  package var hasMatchingID: Bool { identity == .digits(contentDigest.first64) }

  /// The bytes of the entry's leaf in the Merkle tree: the JCS of the whole entry.
  package var leaf: [UInt8] {
    var buffer = ByteBuffer()
    writeCanonical(to: &buffer)
    return buffer.bytes
  }

  /// The hash of the entry's leaf in the Merkle tree.
  package var leafHash: Digest {
    Digest {
      $0.append(0)
      writeCanonical(to: &$0)
    }
  }

  /// Appends the JCS of the entry.
  package func writeCanonical(to buffer: inout ByteBuffer) {
    envelope.writeOpening(to: &buffer, corrects: corrects)
    buffer.append(#","entry_id":"# as StaticString)
    identity.write(to: &buffer)
    writeRest(to: &buffer)
  }

  /// Appends the members after `entry_id`.
  private func writeRest(to buffer: inout ByteBuffer) {
    writeBeforePayload(to: &buffer)
    content.writeCanonical(to: &buffer)
    writeAfterPayload(to: &buffer)
  }

  /// Appends the members between `entry_id` and the payload.
  func writeBeforePayload(to buffer: inout ByteBuffer) {
    buffer.append(#","entry_type":"# as StaticString)
    buffer.append(type.json)
    buffer.append(#","payload":"# as StaticString)
  }

  func writeAfterPayload(to buffer: inout ByteBuffer) {
    if let proposalID {
      buffer.append(#","proposal_id":"# as StaticString)
      buffer.write(proposalID)
    }
    envelope.writeRun(to: &buffer)
    buffer.append(#","sequence":"# as StaticString)
    buffer.append(decimal: sequence)
    envelope.writeTimestamp(to: &buffer)
    buffer.append(#","truth_id":"# as StaticString)
    if let truthID { buffer.write(truthID) } else { buffer.append("null" as StaticString) }
    buffer.append(UInt8(ascii: "}"))
  }
}

extension Entry.EntryType {
  /// The type as a JSON text.
  var json: StaticString {
    switch self {
    case .fact: "\"fact\""
    case .proposal: "\"proposal\""
    case .trace: "\"trace\""
    case .decision: "\"decision\""
    }
  }
}

extension Entry {
  /// Appends `json` without white space.
  ///
  /// - Parameter payload: the range of the buffer that already holds the written payload; `nil` if the payload must be written.
  package func writeCompact(to buffer: inout ByteBuffer, payload: Range<Int>? = nil) {
    buffer.append(#"{"entry_id":"# as StaticString)
    identity.write(to: &buffer)
    buffer.append(#","entry_type":"# as StaticString)
    buffer.append(type.json)
    envelope.writeCompact(to: &buffer)
    buffer.append(#","truth_id":"# as StaticString)
    if let truthID { buffer.write(truthID) } else { buffer.append("null" as StaticString) }
    buffer.append(#","payload":"# as StaticString)
    if let payload { buffer.append(again: payload) } else { content.writeCompact(to: &buffer) }
    buffer.append(#","sequence":"# as StaticString)
    buffer.append(decimal: sequence)
    if let corrects {
      buffer.append(#","corrects":"# as StaticString)
      buffer.write(corrects)
    }
    if let proposalID {
      buffer.append(#","proposal_id":"# as StaticString)
      buffer.write(proposalID)
    }
    buffer.append(UInt8(ascii: "}"))
  }
}

extension Entry {
  /// Creates an entry from its object; `nil` if the object is incomplete. For messages with spans, use the ledger's reader.
  package init?(json: JSONObject) {
    guard let entryID = json["entry_id"]?.stringValue, let type = json["entry_type"]?.stringValue.flatMap(EntryType.init),
      let timestamp = json["timestamp"]?.stringValue.flatMap({ Timestamp(text: $0) }),
      let correlationID = json["correlation_id"]?.stringValue, let runID = json["run_id"]?.stringValue,
      let actor = json["actor"]?.objectValue, let payload = json["payload"]?.objectValue,
      case .number(let number)? = json["sequence"], let sequence = number.intValue
    else { return nil }
    let envelope = EntryEnvelope(
      timestamp: timestamp, correlationID: correlationID, runID: runID, actor: actor,
      givenTimestamp: json["timestamp"]?.stringValue)
    self.init(
      entryID: entryID, type: type, envelope: envelope, truthID: json["truth_id"]?.stringValue, content: GivenPayload(payload),
      sequence: sequence, corrects: json["corrects"]?.stringValue, proposalID: json["proposal_id"]?.stringValue)
  }

  /// The entry as JSON, with its members in the order of §4.2, then `sequence`, `corrects`, `proposal_id`. Absent members are
  /// omitted, except `truth_id`, which is `null`.
  package var json: JSONObject {
    var members: [JSONObject.Member] = [
      .init(name: "entry_id", value: .text(entryID)), .init(name: "entry_type", value: .text(type.rawValue)),
      .init(name: "timestamp", value: .text(envelope.writtenTimestamp)),
      .init(name: "correlation_id", value: .text(correlationID)), .init(name: "run_id", value: .text(runID)),
      .init(name: "actor", value: .object(actor)), .init(name: "truth_id", value: truthID.map { .text($0) } ?? .null),
      .init(name: "payload", value: .object(payload)), .init(name: "sequence", value: .number(Decimal(sequence))),
    ]
    if let corrects { members.append(.init(name: "corrects", value: .text(corrects))) }
    if let proposalID { members.append(.init(name: "proposal_id", value: .text(proposalID))) }
    return JSONObject(members)
  }
}

/// The payload of an entry. It writes itself, so that no JSON object has to be built first.
package protocol EntryPayload: AnyObject, Sendable {
  /// The payload as an object, members in the order in which they were given.
  var object: JSONObject { get }

  /// Appends the JCS of the payload.
  func writeCanonical(to buffer: inout ByteBuffer)

  /// Appends the payload without white space, members in the order in which they were given.
  func writeCompact(to buffer: inout ByteBuffer)
}

/// A payload given as a JSON object.
package final class GivenPayload: EntryPayload {
  package let object: JSONObject

  package init(_ object: JSONObject) { self.object = object }

  package func writeCanonical(to buffer: inout ByteBuffer) { buffer.writeCanonical(object) }

  package func writeCompact(to buffer: inout ByteBuffer) { buffer.writeCompact(.object(object)) }
}

/// An entry that was read, with the spans of its payload for messages.
package struct ReadEntry: Sendable {
  package var entry: Entry
  package var payload: LocatedJSON
  /// The actor, with its spans; `nil` for a short form.
  package var actor: LocatedJSON?
  /// Whether the entry was given in short form, by its payload alone.
  package var isShortForm: Bool
  /// The result of the `prepare` function of ``LedgerReader/read(_:of:from:preparing:_:)``; `nil` if the entry was not
  /// prepared.
  package var prepared: (any AnyObject & Sendable)?

  package init(entry: Entry, payload: LocatedJSON, actor: LocatedJSON? = nil, isShortForm: Bool) {
    self.entry = entry
    self.payload = payload
    self.actor = actor
    self.isShortForm = isShortForm
  }
}
