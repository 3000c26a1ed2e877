package import TruthsJSON
package import TruthsText

/// What all entries of one run say alike: who, when, and which run. Entries share it.
package final class EntryEnvelope: Sendable {
  package let timestamp: Timestamp
  package let correlationID: String
  package let runID: String
  /// Who did it: `type`, `user_id`, `device_id`, `org_id`, `roles`.
  package let actor: JSONObject
  /// The timestamp as it is written: as it was given, else in canonical form, since hashes are over what was given.
  let writtenTimestamp: String
  /// JCS of the actor, which every entry and every trace holds.
  let canonicalActor: [UInt8]

  /// - Parameter givenTimestamp: The timestamp as it was written, where the entry was read.
  package init(
    timestamp: Timestamp, correlationID: String, runID: String, actor: JSONObject, givenTimestamp: String? = nil
  ) {
    self.timestamp = timestamp
    self.correlationID = correlationID
    self.runID = runID
    self.actor = actor
    writtenTimestamp = givenTimestamp ?? timestamp.text
    canonicalActor = actor.canonical()
  }

  /// Of facts in short form (runtime.md §1).
  static let fixture = EntryEnvelope(
    timestamp: .epoch, correlationID: "cor_fixture", runID: Entry.shortFormRun, actor: Entry.fixtureActor)

  /// The same with another moment, or another run, or another actor.
  func with(
    timestamp: Timestamp? = nil, correlationID: String? = nil, runID: String? = nil, actor: JSONObject? = nil
  ) -> EntryEnvelope {
    EntryEnvelope(
      timestamp: timestamp ?? self.timestamp, correlationID: correlationID ?? self.correlationID, runID: runID ?? self.runID,
      actor: actor ?? self.actor, givenTimestamp: timestamp == nil ? writtenTimestamp : nil)
  }

  /// Appends the members that stand between `entry_type` and `truth_id` in §4.2's order.
  func writeCompact(to buffer: inout ByteBuffer) {
    buffer.append(#","timestamp":"# as StaticString)
    buffer.write(writtenTimestamp)
    buffer.append(#","correlation_id":"# as StaticString)
    buffer.write(correlationID)
    buffer.append(#","run_id":"# as StaticString)
    buffer.write(runID)
    buffer.append(#","actor":"# as StaticString)
    buffer.writeCompact(.object(actor))
  }

  /// What JCS of every entry begins with: `{"actor":…,"correlation_id":…`, of a correction with `corrects` between them.
  func writeOpening(to buffer: inout ByteBuffer, corrects: String? = nil) {
    buffer.append(#"{"actor":"# as StaticString)
    buffer.append(canonicalActor)
    if let corrects {
      buffer.append(#","corrects":"# as StaticString)
      buffer.write(corrects)
    }
    buffer.append(#","correlation_id":"# as StaticString)
    buffer.write(correlationID)
  }
}

extension EntryEnvelope: Hashable {
  package static func == (left: EntryEnvelope, right: EntryEnvelope) -> Bool {
    left === right
      || left.timestamp == right.timestamp && Text(left.correlationID) == Text(right.correlationID)
        && Text(left.runID) == Text(right.runID) && left.actor == right.actor
        && Text(left.writtenTimestamp) == Text(right.writtenTimestamp)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(timestamp)
    hasher.combine(runID)
  }
}
