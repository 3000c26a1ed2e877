import TruthsJSON
import TruthsLedger
import TruthsText

/// What an event is about, as it is known where the event is told.
enum EventContent {
  case entry(Entry)
  case object(JSONObject)
  /// A fact that no decision has accepted yet; one that is taken back says why.
  case provisional(any EntryPayload, runID: String, correlationID: String, droppedBecause: String?)

  /// The payload of the event.
  var object: JSONObject {
    switch self {
    case .object(let object): object
    case .entry, .provisional: JSONObject { writeCompact(to: &$0) }
    }
  }

  /// Appends the payload without white space.
  func writeCompact(to buffer: inout ByteBuffer) {
    switch self {
    case .object(let object): buffer.writeCompact(.object(object))
    case .entry(let entry): entry.writeCompact(to: &buffer)
    case .provisional(let fact, let runID, let correlationID, let reason):
      buffer.append(#"{"entry_type":"fact","run_id":"# as StaticString)
      buffer.write(runID)
      buffer.append(#","correlation_id":"# as StaticString)
      buffer.write(correlationID)
      buffer.append(#","provisional":true"# as StaticString)
      if let reason {
        buffer.append(#","dropped":true,"reason":"# as StaticString)
        buffer.write(reason)
      }
      buffer.append(#","payload":"# as StaticString)
      fact.writeCompact(to: &buffer)
      buffer.append(UInt8(ascii: "}"))
    }
  }
}
