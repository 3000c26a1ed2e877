import TruthsJSON
import TruthsText

/// What the traces of one run with one action and one reason say alike, written once.
package final class TraceWords: Sendable {
  let envelope: EntryEnvelope
  package let action: String
  package let reason: String
  private let decision: String
  private let hashes: (input: Digest, output: Digest)?
  /// The pieces below, one behind the other.
  private let bytes: ByteBuffer
  /// In JCS: before `from`, and behind it as far as the digits of `trace_id`.
  private let opening: Range<Int>
  private let middle: Range<Int>
  /// In §7.2's order: between the ids of trace and truth, and behind that of the truth.
  private let beforeTruth: Range<Int>
  private let afterTruth: Range<Int>

  /// - Parameters:
  ///   - decision: what the run came to.
  ///   - hashes: none for what follows from a context by itself: nothing was put in.
  package init(
    action: String, decision: String, reason: String, hashes: (input: Digest, output: Digest)?, envelope: EntryEnvelope
  ) {
    self.envelope = envelope
    (self.action, self.decision, self.reason, self.hashes) = (action, decision, reason, hashes)
    var buffer = ByteBuffer(capacity: 2048)
    var start = 0
    buffer.append(#"{"action":"# as StaticString)
    buffer.write(action)
    let actionEnd = buffer.count
    envelope.writeBehind(to: &buffer)
    buffer.append(#","decision":"# as StaticString)
    buffer.write(decision)
    opening = buffer.cut(&start)
    if let hashes { buffer.write(hashes) }
    let hashesEnd = buffer.count
    buffer.append(#","reason":"# as StaticString)
    buffer.write(reason)
    let reasonEnd = buffer.count
    envelope.writeRun(to: &buffer)
    envelope.writeTimestamp(to: &buffer)
    buffer.append(#","trace_id":""# as StaticString)
    middle = buffer.cut(&start)
    envelope.writeForTrace(to: &buffer)
    buffer.append(UInt8(ascii: ","))
    buffer.append(again: 1..<actionEnd)
    buffer.append(#","truth_id":"# as StaticString)
    beforeTruth = buffer.cut(&start)
    buffer.append(again: middle.lowerBound..<hashesEnd)
    buffer.append(#","decision":"# as StaticString)
    buffer.write(decision)
    buffer.append(again: hashesEnd..<reasonEnd)
    envelope.writeTimestamp(to: &buffer)
    afterTruth = buffer.cut(&start)
    bytes = buffer
  }

  /// §7.2's members behind `trace_id`, in its order.
  func members(truthID: String) -> [JSONObject.Member] {
    var members: [JSONObject.Member] = [
      .init(name: "run_id", value: .text(envelope.runID)), .init(name: "correlation_id", value: .text(envelope.correlationID)),
      .init(name: "actor", value: .object(envelope.actor)), .init(name: "action", value: .text(action)),
      .init(name: "truth_id", value: .text(truthID)),
    ]
    if let hashes {
      members.append(.init(name: "input_hash", value: .text(hashes.input.prefixed)))
      members.append(.init(name: "output_hash", value: .text(hashes.output.prefixed)))
    }
    return members + [
      .init(name: "decision", value: .text(decision)), .init(name: "reason", value: .text(reason)),
      .init(name: "timestamp", value: .text(envelope.writtenTimestamp)),
    ]
  }

  func writeOpening(to buffer: inout ByteBuffer) { buffer.append(bytes, opening) }

  func writeMiddle(to buffer: inout ByteBuffer) { buffer.append(bytes, middle) }

  func writeCompact(truthID: String, to buffer: inout ByteBuffer) {
    buffer.append(bytes, beforeTruth)
    buffer.write(truthID)
    buffer.append(bytes, afterTruth)
  }
}

extension ByteBuffer {
  /// What was written since a place, which is moved to the end; for pieces that are written one behind another.
  fileprivate func cut(_ start: inout Int) -> Range<Int> {
    let range = start..<max(start, count)
    start = count
    return range
  }

  /// Both hashes as members behind others.
  fileprivate mutating func write(_ hashes: (input: Digest, output: Digest)) {
    append(#","input_hash":"# as StaticString)
    write(hashes.input)
    append(#","output_hash":"# as StaticString)
    write(hashes.output)
  }
}
