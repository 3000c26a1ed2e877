package import TruthsJSON
package import TruthsText

/// Contract §7.2's object.
package final class Trace: EntryPayload {
  let words: TraceWords
  private let truthID: String
  /// The digits of `trace_id`.
  private let identity: UInt64
  /// Of a match of a truth on facts: the entry ids of the facts.
  let from: [String]?
  /// The traces that its truth produces, without `trace.`, in order; none of what no truth of a pack leaves (declarations §5.7).
  let names: [String]

  /// - Parameters:
  ///   - sequence: the place of its entry, from which its id is made.
  ///   - scratch: what that is hashed in.
  package init(
    _ words: TraceWords, truthID: String, from: [String]? = nil, names: [String] = [], sequence: Int,
    _ scratch: inout HashScratch
  ) {
    self.words = words
    self.truthID = truthID
    self.from = from
    self.names = names
    identity = Hashes.trace(runID: words.envelope.runID, truthID: truthID, sequence: sequence, &scratch).first64
  }

  /// The object in §7.2's field order.
  package var object: JSONObject {
    var members = [JSONObject.Member(name: "trace_id", value: .text(id))] + words.members(truthID: truthID)
    if let from { members.append(JSONObject.Member(name: "from", value: .array(from.map { .text($0) }))) }
    if !names.isEmpty { members.append(JSONObject.Member(name: "names", value: .array(names.map { .text($0) }))) }
    return JSONObject(members)
  }

  var id: String {
    var buffer = ByteBuffer(capacity: 20)
    writeID(to: &buffer)
    return buffer.string
  }

  /// Appends the object in §7.2's field order, without white space.
  package func writeCompact(to buffer: inout ByteBuffer) {
    buffer.append(#"{"trace_id":""# as StaticString)
    writeID(to: &buffer)
    buffer.append(UInt8(ascii: "\""))
    words.writeCompact(truthID: truthID, to: &buffer)
    if let from { write(from, as: #","from":["#, to: &buffer) }
    if !names.isEmpty { write(names, as: #","names":["#, to: &buffer) }
    buffer.append(UInt8(ascii: "}"))
  }

  /// - Parameter opening: the member's name as far as the bracket.
  private func write(_ texts: [String], as opening: StaticString, to buffer: inout ByteBuffer) {
    buffer.append(opening)
    for place in texts.indices {
      if place > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.write(texts[place])
    }
    buffer.append(UInt8(ascii: "]"))
  }

  private func writeID(to buffer: inout ByteBuffer) {
    buffer.append("trc_" as StaticString)
    buffer.append(hexadecimal: identity)
  }

  /// Appends JCS of the object: `from` and `names` stand in the middle of what all have in common, and `trace_id` near its end.
  package func writeCanonical(to buffer: inout ByteBuffer) {
    writeCanonicalPrefix(to: &buffer)
    writeCanonicalEnd(to: &buffer)
  }

  /// Appends JCS of the object as far as traces with the same words and without `from` have it in common; less with `names`.
  func writeCanonicalPrefix(to buffer: inout ByteBuffer) {
    words.writeOpening(to: &buffer)
    if let from { write(from, as: #","from":["#, to: &buffer) }
    words.writeMiddle(to: &buffer)
    if names.isEmpty { words.writeRest(to: &buffer) }
  }

  /// Appends what comes behind.
  func writeCanonicalEnd(to buffer: inout ByteBuffer) {
    if !names.isEmpty {
      write(names, as: #","names":["#, to: &buffer)
      words.writeRest(to: &buffer)
    }
    writeID(to: &buffer)
    buffer.append(#"","truth_id":"# as StaticString)
    buffer.write(truthID)
    buffer.append(UInt8(ascii: "}"))
  }
}

/// What the traces of one run with one action and one reason say alike, written once.
package final class TraceWords: Sendable {
  let envelope: EntryEnvelope
  package let action: String
  package let reason: String
  private let decision: String
  private let hashes: (input: Digest, output: Digest)?
  /// The pieces below, one behind the other.
  private let bytes: ByteBuffer
  /// In JCS: before `from`, behind it as far as `names`, and behind these as far as the digits of `trace_id`.
  private let opening: Range<Int>
  private let middle: Range<Int>
  private let rest: Range<Int>
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
    if let hashes { buffer.write(#","input_hash":"#, hashes.input) }
    middle = buffer.cut(&start)
    if let hashes { buffer.write(#","output_hash":"#, hashes.output) }
    let hashesEnd = buffer.count
    buffer.append(#","reason":"# as StaticString)
    buffer.write(reason)
    let reasonEnd = buffer.count
    envelope.writeRun(to: &buffer)
    envelope.writeTimestamp(to: &buffer)
    buffer.append(#","trace_id":""# as StaticString)
    rest = buffer.cut(&start)
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

  fileprivate func writeMiddle(to buffer: inout ByteBuffer) { buffer.append(bytes, middle) }

  fileprivate func writeRest(to buffer: inout ByteBuffer) { buffer.append(bytes, rest) }

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

  /// A hash as a member behind others.
  ///
  /// - Parameter opening: the member's name as far as the colon.
  fileprivate mutating func write(_ opening: StaticString, _ hash: Digest) {
    append(opening)
    write(hash)
  }
}
