import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// A line of a session's journal: events that are no entries, and changes by control messages (sessions §10).
///
/// The journal is kept beside the ledger. A line is canonical JSON with a hash over the line and the previous line's hash, so
/// that a changed line is recognised.
struct JournalLine: Hashable, Sendable {
  /// Size of the ledger that this line belongs to. If the ledger is shorter, the line was never acknowledged.
  var size: Int
  /// Head of the ledger that this line belongs to.
  var head: String
  /// The session's clock, in milliseconds since 1970.
  var moment: Int
  var content: Content

  enum Content: Hashable, Sendable {
    /// The beginning of a stream that has the ledger's entries as its events.
    case begin(streamID: String)
    /// The state after all earlier lines, which this line replaces. The stream is the same.
    case state(streamID: String, JournaledState)
    case events([JournaledEvents], changes: [SteeringChange])
  }

  /// Stream that this line begins; `nil` for later lines.
  var streamID: String? {
    switch content {
    case .begin(let streamID), .state(let streamID, _): streamID
    case .events: nil
    }
  }

  /// Returns the line with its line break, and its hash.
  func bytes(after previous: String) -> (bytes: [UInt8], hash: String) {
    var object: JSONObject = [
      "ledger": .object(["head": .text(head), "size": .integer(size)]), "moment": .integer(moment),
    ]
    switch content {
    case .begin(let streamID):
      object["stream_id"] = .text(streamID)
      object["version"] = .integer(Self.version)
    case .state(let streamID, let state):
      object["stream_id"] = .text(streamID)
      object["state"] = .object(state.json)
      object["version"] = .integer(Self.versionOfState)
    case .events(let events, let changes):
      object["events"] = .array(events.map(\.json))
      object["changes"] = .array(changes.map { .object($0.json) })
    }
    let hash = Self.hash(of: object, after: previous)
    object["hash"] = .text(hash)
    return (JSONValue.object(object).canonical() + [UInt8(ascii: "\n")], hash)
  }

  /// Parses a line; `nil` if it is invalid, or does not follow the previous line's hash.
  init?(json value: JSONValue, after previous: String) {
    guard var object = value.objectValue, let hash = object.text("hash"), let ledger = object.object("ledger"),
      let size = ledger.integer("size"), let head = ledger.text("head"), let moment = object.integer("moment")
    else { return nil }
    object["hash"] = nil
    guard hash == Self.hash(of: object, after: previous) else { return nil }
    (self.size, self.head, self.moment) = (size, head, moment)
    if let streamID = object.text("stream_id") {
      switch object.integer("version") {
      case Self.version: content = .begin(streamID: streamID)
      case Self.versionOfState:
        guard let state = object.object("state").flatMap({ JournaledState(json: $0) }) else { return nil }
        content = .state(streamID: streamID, state)
      default: return nil
      }
    } else {
      guard let given = object["events"]?.arrayValue, let changed = object["changes"]?.arrayValue else { return nil }
      let (events, changes) = (given.compactMap { JournaledEvents(json: $0) }, changed.compactMap { SteeringChange(json: $0) })
      guard events.count == given.count, changes.count == changed.count else { return nil }
      content = .events(events, changes: changes)
    }
  }

  init(_ content: Content, at moment: Timestamp, _ context: Context) {
    (size, head) = (context.point.size, context.point.head)
    self.moment = Int(moment.milliseconds)
    self.content = content
  }

  private static let version = 1
  /// A version of its own for lines with a state. So a reader that does not know such lines rejects them, and does not take them
  /// for the beginning of a stream.
  private static let versionOfState = 2

  private static func hash(of object: JSONObject, after previous: String) -> String {
    Digest(of: Array(previous.utf8) + JSONValue.object(object).canonical()).prefixed
  }
}

/// The bytes that must be on the disk, as a whole, before a client sees their events.
package struct SessionBatch: Sendable {
  /// Lines to append to the ledger.
  package var ledger: [UInt8]
  /// Lines to append to the journal. They must reach the disk before the ledger's lines count.
  package var journal: [UInt8]
  /// Last event in the batch.
  let seq: Int
  /// Size of the ledger, in entries, with this batch.
  let size: Int
  /// Whether the journal's lines replace its whole content.
  package var isWholeJournal = false
}
