package import TruthsJSON
package import TruthsText

/// An entry of a context: contract §4.2's object with its place in the ledger (runtime.md §1). A value type; copies share what it
/// says.
package struct Entry: Sendable {
  private var body: EntryBody

  /// The types of entries (runtime.md §1).
  package enum EntryType: String, Hashable, Sendable, CaseIterable {
    case fact, proposal, trace, decision
  }

  /// An entry whose `entry_id` was given; it is used as given, and ``hasMatchingID`` tells whether it fits.
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

  /// A new entry; its `entry_id` is made from its content.
  package static func make(
    type: EntryType, timestamp: Timestamp, correlationID: String, runID: String, actor: JSONObject, truthID: String?,
    payload: JSONObject, sequence: Int, corrects: String? = nil, proposalID: String? = nil
  ) -> Entry {
    let envelope = EntryEnvelope(timestamp: timestamp, correlationID: correlationID, runID: runID, actor: actor)
    let sealer = EntrySealer()
    sealer.begin(envelope)
    return sealer.seal(
      type, truthID: truthID, content: GivenPayload(payload), sequence: sequence, corrects: corrects, proposalID: proposalID
    ).entry
  }

  /// A fact given by its payload alone, with the envelope of runtime.md §1.
  package static func shortForm(payload: JSONObject, sequence: Int) -> Entry {
    let sealer = EntrySealer()
    sealer.begin(.fixture)
    return sealer.seal(.fact, truthID: nil, content: GivenPayload(payload), sequence: sequence).entry
  }

  /// Whether it is what a short form is read as, and so may be written as one.
  package var isShortForm: Bool {
    guard runID == Self.shortFormRun, type == .fact, payload["entry_type"] == nil else { return false }
    return Self.shortForm(payload: payload, sequence: sequence).leaf == leaf
  }

  /// The run of short forms.
  package static let shortFormRun = "run_fixture"

  /// The actor of short forms.
  package static let fixtureActor: JSONObject = [
    "type": .text("system"), "user_id": .text("fixture"), "device_id": .text("fixture"), "org_id": .text("fixture"),
    "roles": .array([]),
  ]
}

extension Entry {
  /// What is written to: nobody else has it.
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

  /// As given, where it was read; else made from the content.
  package var entryID: String {
    get { identity.text }
    set { identity = EntryIdentity(newValue) }
  }

  package var type: EntryType {
    get { body.type }
    set { ownBody.type = newValue }
  }

  /// What it says as all entries of its run do.
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

  /// Who did it: `type`, `user_id`, `device_id`, `org_id`, `roles`.
  package var actor: JSONObject {
    get { envelope.actor }
    set { envelope = envelope.with(actor: newValue) }
  }

  /// The truth that it satisfies, if any.
  package var truthID: String? {
    get { body.truthID }
    set { ownBody.truthID = newValue }
  }

  package var content: any EntryPayload { body.content }

  package var payload: JSONObject {
    get { content.object }
    set { ownBody.content = GivenPayload(newValue) }
  }

  /// From 1, without a gap.
  package var sequence: Int {
    get { body.sequence }
    set { ownBody.sequence = newValue }
  }

  /// Of a correction: `entry_id` of the version that it corrects.
  package var corrects: String? {
    get { body.corrects }
    set { ownBody.corrects = newValue }
  }

  /// Of a proposal: its identity.
  package var proposalID: String? {
    get { body.proposalID }
    set { ownBody.proposalID = newValue }
  }

  /// Of a trace, its id.
  package var traceID: String? {
    guard type == .trace else { return nil }
    return (content as? Trace)?.id ?? payload["trace_id"]?.stringValue
  }

  /// The entry ids that a trace of a match follows from; `nil` where it is no such trace.
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

/// What an entry says.
///
/// Sendable although it changes, and without dynamic checks of exclusive access: only a body that one entry alone has is written
/// to.
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
