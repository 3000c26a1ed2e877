package import TruthsJSON
package import TruthsText

/// The members that all entries of one run share: the actor, the moment and the run. The entries of a run refer to one
/// envelope, so the bytes of these members are written once.
package final class EntryEnvelope: Sendable {
  package let timestamp: Timestamp
  package let correlationID: String
  package let runID: String
  /// The actor: `type`, `user_id`, `device_id`, `org_id`, `roles`.
  package let actor: JSONObject
  /// The timestamp that is hashed: the text as it was given, or the canonical form if no text was given.
  let writtenTimestamp: String
  /// The written members one after another, each with the comma before it.
  private let bytes: ByteBuffer
  /// The range of `{"actor":…` in JCS.
  private let opening: Range<Int>
  /// The offsets in `bytes` at which the members end: correlation id, timestamp, second copy of the correlation id, run id,
  /// actor with its members in the given order.
  private let ends: (correlation: Int, timestamp: Int, again: Int, run: Int, actor: Int)

  /// - Parameter givenTimestamp: the timestamp's text in an entry that was read; `nil` for a new entry.
  package init(
    timestamp: Timestamp, correlationID: String, runID: String, actor: JSONObject, givenTimestamp: String? = nil
  ) {
    self.timestamp = timestamp
    self.correlationID = correlationID
    self.runID = runID
    self.actor = actor
    writtenTimestamp = givenTimestamp ?? timestamp.text
    var buffer = ByteBuffer(capacity: 512)
    buffer.append(#"{"actor":"# as StaticString)
    buffer.writeCanonical(actor)
    opening = 0..<buffer.count
    buffer.append(#","correlation_id":"# as StaticString)
    buffer.write(correlationID)
    let correlation = buffer.count
    buffer.append(#","timestamp":"# as StaticString)
    buffer.write(writtenTimestamp)
    let timestamp = buffer.count
    buffer.append(again: opening.upperBound..<correlation)
    let again = buffer.count
    buffer.append(#","run_id":"# as StaticString)
    buffer.write(runID)
    let run = buffer.count
    buffer.append(#","actor":"# as StaticString)
    buffer.writeCompact(.object(actor))
    ends = (correlation, timestamp, again, run, buffer.count)
    bytes = buffer
  }

  /// The envelope of facts in short form (runs §1).
  static let fixture = EntryEnvelope(
    timestamp: .epoch, correlationID: "cor_fixture", runID: Entry.shortFormRun, actor: Entry.fixtureActor)

  /// Returns a copy with a different moment, correlation id, run or actor.
  func with(
    timestamp: Timestamp? = nil, correlationID: String? = nil, runID: String? = nil, actor: JSONObject? = nil
  ) -> EntryEnvelope {
    EntryEnvelope(
      timestamp: timestamp ?? self.timestamp, correlationID: correlationID ?? self.correlationID, runID: runID ?? self.runID,
      actor: actor ?? self.actor, givenTimestamp: timestamp == nil ? writtenTimestamp : nil)
  }

  // MARK: In the order of §4.2

  /// Appends the members between `entry_type` and `truth_id`.
  func writeCompact(to buffer: inout ByteBuffer) { buffer.append(bytes, ends.correlation..<ends.actor) }

  /// Appends `run_id`, `correlation_id` and `actor`, in the order in which a trace's payload has them.
  func writeForTrace(to buffer: inout ByteBuffer) {
    writeRun(to: &buffer)
    writeCorrelation(to: &buffer)
    buffer.append(bytes, ends.run..<ends.actor)
  }

  // MARK: In JCS

  /// Appends the beginning of every entry: `{"actor":…,"correlation_id":…`. In a correction, `corrects` is between the two.
  func writeOpening(to buffer: inout ByteBuffer, corrects: String? = nil) {
    guard let corrects else { return buffer.append(bytes, 0..<ends.correlation) }
    buffer.append(bytes, opening)
    buffer.append(#","corrects":"# as StaticString)
    buffer.write(corrects)
    writeCorrelation(to: &buffer)
  }

  /// Appends a comma and the members `actor` and `correlation_id`, in JCS.
  func writeBehind(to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: ","))
    buffer.append(bytes, 1..<ends.correlation)
  }

  // MARK: One member after another

  private func writeCorrelation(to buffer: inout ByteBuffer) { buffer.append(bytes, opening.upperBound..<ends.correlation) }

  func writeTimestamp(to buffer: inout ByteBuffer) { buffer.append(bytes, ends.correlation..<ends.timestamp) }

  func writeRun(to buffer: inout ByteBuffer) { buffer.append(bytes, ends.again..<ends.run) }
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

/// An `entry_id`. Nearly every id is `ctx_` and 16 lower-case hexadecimal digits; those digits are stored as a number.
enum EntryIdentity: Hashable, Sendable {
  case digits(UInt64)
  /// An id in any other form, as it was given.
  case other(String)

  init(_ text: String) {
    self = PackedID.digits(of: text, behind: "ctx_").map { .digits($0) } ?? .other(text)
  }

  /// The written id.
  var text: String {
    switch self {
    case .digits(let digits): PackedID.text(of: digits, behind: "ctx_")
    case .other(let text): text
    }
  }

  /// Appends the id as JSON.
  func write(to buffer: inout ByteBuffer) {
    switch self {
    case .digits(let digits):
      buffer.append(#""ctx_"# as StaticString)
      buffer.append(hexadecimal: digits)
      buffer.append(UInt8(ascii: "\""))
    case .other(let text): buffer.write(text)
    }
  }

  /// Compares ids; ids in another form are equal only if their Unicode scalars are equal.
  static func == (left: EntryIdentity, right: EntryIdentity) -> Bool {
    switch (left, right) {
    case (.digits(let one), .digits(let other)): one == other
    case (.other(let one), .other(let other)): Text(one) == Text(other)
    default: false
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .digits(let digits): hasher.combine(digits)
    case .other(let text): hasher.combine(Text(text))
    }
  }

  /// The number of characters of the usual form.
  private static var length: Int { 20 }
}
