package import TruthsJSON
package import TruthsText

/// An entry of a context: contract §4.2's object with its place in the ledger (runtime.md §1).
package struct Entry: Hashable, Sendable {
  /// As given, where it was read; else made from the content.
  package var entryID: String
  package var type: EntryType
  /// What it says as all entries of its run do.
  package private(set) var envelope: EntryEnvelope
  /// The truth that it satisfies, if any.
  package var truthID: String?
  package private(set) var content: EntryContent
  /// From 1, without a gap.
  package var sequence: Int
  /// Of a correction: `entry_id` of the version that it corrects.
  package var corrects: String?
  /// Of a proposal: its identity.
  package var proposalID: String?

  /// The types of entries (runtime.md §1).
  package enum EntryType: String, Hashable, Sendable, CaseIterable {
    case fact, proposal, trace, decision
  }

  /// An entry whose `entry_id` was given; it is used as given, and ``hasMatchingID`` tells whether it fits.
  package init(
    entryID: String, type: EntryType, envelope: EntryEnvelope, truthID: String?, content: EntryContent, sequence: Int,
    corrects: String?, proposalID: String?
  ) {
    self.entryID = entryID
    self.type = type
    self.envelope = envelope
    self.truthID = truthID
    self.content = content
    self.sequence = sequence
    self.corrects = corrects
    self.proposalID = proposalID
  }

  /// A new entry; its `entry_id` is made from its content.
  package static func make(
    type: EntryType, timestamp: Timestamp, correlationID: String, runID: String, actor: JSONObject, truthID: String?,
    payload: JSONObject, sequence: Int, corrects: String? = nil, proposalID: String? = nil
  ) -> Entry {
    let envelope = EntryEnvelope(timestamp: timestamp, correlationID: correlationID, runID: runID, actor: actor)
    var sealer = EntrySealer(envelope)
    return sealer.seal(
      type, truthID: truthID, content: .payload(payload), sequence: sequence, corrects: corrects, proposalID: proposalID
    ).entry
  }

  /// A fact given by its payload alone, with the envelope of runtime.md §1.
  package static func shortForm(payload: JSONObject, sequence: Int) -> Entry {
    var sealer = EntrySealer(.fixture)
    return sealer.seal(.fact, truthID: nil, content: .payload(payload), sequence: sequence).entry
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

  package var payload: JSONObject {
    get { content.payload }
    set { content = .payload(newValue) }
  }

  /// The entry ids that a trace of a match follows from; `nil` where it is no such trace.
  package var follows: [String]? {
    guard type == .trace else { return nil }
    if case .trace(let trace) = content { return trace.from }
    return payload["from"]?.arrayValue?.compactMap(\.stringValue)
  }
}
