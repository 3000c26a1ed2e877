package import TruthsJSON
package import TruthsText

/// An entry of a context: contract §4.2's object with its place in the ledger (runtime.md §1).
package struct Entry: Hashable, Sendable {
  /// As given, where it was read; else made from the content.
  package var entryID: String
  package var type: EntryType
  package var timestamp: Timestamp
  package var correlationID: String
  package var runID: String
  /// Who did it: `type`, `user_id`, `device_id`, `org_id`, `roles`.
  package var actor: JSONObject
  /// The truth that it satisfies, if any.
  package var truthID: String?
  package var payload: JSONObject
  /// From 1, without a gap.
  package var sequence: Int
  /// Of a correction: `entry_id` of the version that it corrects.
  package var corrects: String?
  /// Of a proposal: its identity.
  package var proposalID: String?
  /// The timestamp as it was written, where that is not the canonical form: hashes are over what was given.
  private let givenTimestamp: String?

  /// The types of entries (runtime.md §1).
  package enum EntryType: String, Hashable, Sendable, CaseIterable {
    case fact, proposal, trace, decision
  }

  /// An entry whose `entry_id` was given; it is used as given, and ``hasMatchingID`` tells whether it fits.
  ///
  /// - Parameter givenTimestamp: The timestamp as it was written, where the entry was read.
  package init(
    entryID: String, type: EntryType, timestamp: Timestamp, correlationID: String, runID: String, actor: JSONObject,
    truthID: String?, payload: JSONObject, sequence: Int, corrects: String?, proposalID: String?, givenTimestamp: String? = nil
  ) {
    self.entryID = entryID
    self.type = type
    self.timestamp = timestamp
    self.correlationID = correlationID
    self.runID = runID
    self.actor = actor
    self.truthID = truthID
    self.payload = payload
    self.sequence = sequence
    self.corrects = corrects
    self.proposalID = proposalID
    self.givenTimestamp = givenTimestamp.flatMap { $0 == timestamp.text ? nil : $0 }
  }

  /// A new entry; its `entry_id` is made from its content.
  package static func make(
    type: EntryType, timestamp: Timestamp, correlationID: String, runID: String, actor: JSONObject, truthID: String?,
    payload: JSONObject, sequence: Int, corrects: String? = nil, proposalID: String? = nil
  ) -> Entry {
    var entry = Entry(
      entryID: "", type: type, timestamp: timestamp, correlationID: correlationID, runID: runID, actor: actor, truthID: truthID,
      payload: payload, sequence: sequence, corrects: corrects, proposalID: proposalID)
    entry.entryID = id(of: entry.json)
    return entry
  }

  /// A fact given by its payload alone, with the envelope of runtime.md §1.
  package static func shortForm(payload: JSONObject, sequence: Int) -> Entry {
    make(
      type: .fact, timestamp: .epoch, correlationID: "cor_fixture", runID: "run_fixture", actor: fixtureActor, truthID: nil,
      payload: payload, sequence: sequence)
  }

  /// The actor of short forms.
  package static let fixtureActor: JSONObject = [
    "type": .text("system"), "user_id": .text("fixture"), "device_id": .text("fixture"), "org_id": .text("fixture"),
    "roles": .array([]),
  ]

  /// `ctx_` and the first 16 digits of SHA-256 over JCS of an entry without its `entry_id` (runtime.md §2).
  package static func id(of json: JSONObject) -> String {
    var content = json
    content["entry_id"] = nil
    return "ctx_" + Digest(of: content.canonical()).first16
  }

  /// Whether the `entry_id` is the one that the content has.
  package var hasMatchingID: Bool { Entry.id(of: json) == entryID }

  /// The object in §4.2's field order, then `sequence`, `corrects`, `proposal_id`. What is absent is left out, but for
  /// `truth_id`.
  package var json: JSONObject {
    var object: JSONObject = [
      "entry_id": .text(entryID), "entry_type": .text(type.rawValue), "timestamp": .text(writtenTimestamp),
      "correlation_id": .text(correlationID), "run_id": .text(runID), "actor": .object(actor),
      "truth_id": truthID.map { .text($0) } ?? .null, "payload": .object(payload), "sequence": .number(Decimal(sequence)),
    ]
    if let corrects { object["corrects"] = .text(corrects) }
    if let proposalID { object["proposal_id"] = .text(proposalID) }
    return object
  }

  /// The timestamp as it was given while it still says the same, else in canonical form.
  private var writtenTimestamp: String {
    if let givenTimestamp, Timestamp(text: givenTimestamp) == timestamp { return givenTimestamp }
    return timestamp.text
  }

  /// The bytes of its leaf in the Merkle tree: JCS of the whole entry.
  package var leaf: [UInt8] { JSONValue.object(json).canonical() }
}
