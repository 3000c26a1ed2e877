import TruthsJSON
import TruthsText

/// What traces of one truth in one run say alike.
package final class TraceWords: Sendable {
  package let truthID: String
  let envelope: EntryEnvelope
  private let action: String
  private let decision: String
  private let reason: String
  private let hashes: (input: String, output: String)?
  /// JCS before `from`, before the digits of `trace_id`, and behind them.
  let opening: [UInt8]
  let middle: [UInt8]
  let closing: [UInt8]

  /// - Parameters:
  ///   - decision: what the run came to.
  ///   - hashes: none for what follows from a context by itself: nothing was put in.
  package init(
    action: String, truthID: String, decision: String, reason: String, hashes: (input: String, output: String)?,
    envelope: EntryEnvelope
  ) {
    self.truthID = truthID
    self.envelope = envelope
    self.action = action
    self.decision = decision
    self.reason = reason
    self.hashes = hashes
    var buffer = ByteBuffer(capacity: 512)
    buffer.append(#"{"action":"# as StaticString)
    buffer.write(action)
    buffer.append(#","actor":"# as StaticString)
    buffer.append(envelope.canonicalActor)
    buffer.append(#","correlation_id":"# as StaticString)
    buffer.write(envelope.correlationID)
    buffer.append(#","decision":"# as StaticString)
    buffer.write(decision)
    opening = buffer.bytes
    buffer.truncate()
    if let hashes {
      buffer.append(#","input_hash":"# as StaticString)
      buffer.write(hashes.input)
      buffer.append(#","output_hash":"# as StaticString)
      buffer.write(hashes.output)
    }
    buffer.append(#","reason":"# as StaticString)
    buffer.write(reason)
    buffer.append(#","run_id":"# as StaticString)
    buffer.write(envelope.runID)
    buffer.append(#","timestamp":"# as StaticString)
    buffer.write(envelope.writtenTimestamp)
    buffer.append(#","trace_id":""# as StaticString)
    middle = buffer.bytes
    buffer.truncate()
    buffer.append(#"","truth_id":"# as StaticString)
    buffer.write(truthID)
    buffer.append(UInt8(ascii: "}"))
    closing = buffer.bytes
  }

  /// §7.2's members behind `trace_id`, in its order.
  var members: [JSONObject.Member] {
    var members: [JSONObject.Member] = [
      .init(name: "run_id", value: .text(envelope.runID)), .init(name: "correlation_id", value: .text(envelope.correlationID)),
      .init(name: "actor", value: .object(envelope.actor)), .init(name: "action", value: .text(action)),
      .init(name: "truth_id", value: .text(truthID)),
    ]
    if let hashes {
      members.append(.init(name: "input_hash", value: .text(hashes.input)))
      members.append(.init(name: "output_hash", value: .text(hashes.output)))
    }
    return members + [
      .init(name: "decision", value: .text(decision)), .init(name: "reason", value: .text(reason)),
      .init(name: "timestamp", value: .text(envelope.writtenTimestamp)),
    ]
  }

  /// Appends the members behind `trace_id` without white space.
  func writeCompact(to buffer: inout ByteBuffer) {
    buffer.append(#","run_id":"# as StaticString)
    buffer.write(envelope.runID)
    buffer.append(#","correlation_id":"# as StaticString)
    buffer.write(envelope.correlationID)
    buffer.append(#","actor":"# as StaticString)
    buffer.writeCompact(.object(envelope.actor))
    buffer.append(#","action":"# as StaticString)
    buffer.write(action)
    buffer.append(#","truth_id":"# as StaticString)
    buffer.write(truthID)
    if let hashes {
      buffer.append(#","input_hash":"# as StaticString)
      buffer.write(hashes.input)
      buffer.append(#","output_hash":"# as StaticString)
      buffer.write(hashes.output)
    }
    buffer.append(#","decision":"# as StaticString)
    buffer.write(decision)
    buffer.append(#","reason":"# as StaticString)
    buffer.write(reason)
    buffer.append(#","timestamp":"# as StaticString)
    buffer.write(envelope.writtenTimestamp)
  }
}
