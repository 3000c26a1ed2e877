import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// A line of a session's journal, which lies beside the ledger and holds what no entry does: events that are no entries, and what
/// control messages have set (sessions §10).
///
/// Canonical JSON with a hash over the line and the hash of the line before it, so that nobody takes a changed line for one of
/// ours.
struct JournalLine: Hashable, Sendable {
  /// The ledger once the line counts: its size and its head. A line that tells of more than the ledger has was never
  /// acknowledged.
  var size: Int
  var head: String
  /// The session's clock, in milliseconds since 1970.
  var moment: Int
  var content: Content

  enum Content: Hashable, Sendable {
    /// A stream begins, with the entries that the ledger has.
    case begin(streamID: String)
    /// The same stream, with what all lines before came to, which are there no more.
    case state(streamID: String, JournaledState)
    case events([JournaledEvents], changes: [SteeringChange])
  }

  /// The stream that it begins with; `nil` for a line behind the first one.
  var streamID: String? {
    switch content {
    case .begin(let streamID), .state(let streamID, _): streamID
    case .events: nil
    }
  }

  /// The line with its line break, and its hash.
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

  /// A line that was read; `nil` where it is none, or does not follow the one before it.
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
  /// Who does not know a state must not take it for a beginning.
  private static let versionOfState = 2

  private static func hash(of object: JSONObject, after previous: String) -> String {
    Digest(of: Array(previous.utf8) + JSONValue.object(object).canonical()).prefixed
  }
}

/// What has to be on the disk, as a whole, before anybody hears of it.
package struct SessionBatch: Sendable {
  /// Lines to append to the ledger.
  package var ledger: [UInt8]
  /// Lines to append to the journal. They reach the disk before those of the ledger count.
  package var journal: [UInt8]
  /// The last event that it is about.
  let seq: Int
  /// How many entries the ledger has with it.
  let size: Int
  /// Whether the lines of the journal stand in the place of all that it has.
  package var isWholeJournal = false
}
