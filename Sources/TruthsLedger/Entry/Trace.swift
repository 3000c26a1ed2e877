package import TruthsJSON
package import TruthsText

/// The payload of a trace: the object of contract §7.2.
package final class Trace: EntryPayload {
  let words: TraceWords
  private let truthID: String
  /// The digits of `trace_id` as a number.
  private let identity: UInt64
  /// For the trace of a truth that started from facts, the ids of the facts' entries; `nil` for other traces.
  let from: [String]?
  /// The names of the traces that the truth produces, without `trace.`, in order. Empty for a trace that belongs to no truth of
  /// a pack (declarations §5.7).
  let names: [String]

  /// - Parameters:
  ///   - sequence: the sequence of the trace's entry; the trace id is computed from it.
  ///   - scratch: memory for computing the id.
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

  /// The object with its members in the order of §7.2.
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

  /// Appends the object in the order of §7.2, without white space.
  package func writeCompact(to buffer: inout ByteBuffer) {
    buffer.append(#"{"trace_id":""# as StaticString)
    writeID(to: &buffer)
    buffer.append(UInt8(ascii: "\""))
    words.writeCompact(truthID: truthID, to: &buffer)
    if let from { write(from, as: #","from":["#, to: &buffer) }
    if !names.isEmpty { write(names, as: #","names":["#, to: &buffer) }
    buffer.append(UInt8(ascii: "}"))
  }

  /// Writes a member whose value is a list of texts.
  ///
  /// - Parameter opening: the member's name up to the opening bracket.
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

  /// Appends the JCS of the object. `from` and `names` are in the middle of the part that traces share; `trace_id` is near the
  /// end.
  package func writeCanonical(to buffer: inout ByteBuffer) {
    writeCanonicalPrefix(to: &buffer)
    writeCanonicalEnd(to: &buffer)
  }

  /// Appends the first part of the JCS, which is the same in traces with the same words and without `from`. In a trace with
  /// `names` this part is shorter: it ends before `names`.
  func writeCanonicalPrefix(to buffer: inout ByteBuffer) {
    words.writeOpening(to: &buffer)
    if let from { write(from, as: #","from":["#, to: &buffer) }
    words.writeMiddle(to: &buffer)
    if names.isEmpty { words.writeRest(to: &buffer) }
  }

  /// Appends the part of the JCS after `writeCanonicalPrefix(to:)`.
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

/// The parts of a trace's payload that depend only on the run, the action and the reason. They are written once for many
/// traces.
package final class TraceWords: Sendable {
  let envelope: EntryEnvelope
  package let action: String
  package let reason: String
  private let decision: String
  private let hashes: DecisionHashes?
  /// The bytes of the pieces below, one after another.
  private let bytes: ByteBuffer
  /// The ranges of the pieces in JCS. `opening` ends before `from`, `middle` before `names`, and `rest` before the digits of
  /// `trace_id`.
  private let opening: Range<Int>
  private let middle: Range<Int>
  private let rest: Range<Int>
  /// The ranges of the pieces in the order of §7.2: from the trace's id to the truth's id, and after the truth's id.
  private let beforeTruth: Range<Int>
  private let afterTruth: Range<Int>

  /// - Parameters:
  ///   - decision: the decision of the run.
  ///   - hashes: the input and output hashes; `nil` if the facts follow from the context alone, without a proposal.
  package init(
    action: String, decision: String, reason: String, hashes: DecisionHashes?, envelope: EntryEnvelope
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

  /// Returns the members after `trace_id`, in the order of §7.2.
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
  /// Returns the range written since an offset, and moves the offset to the end.
  fileprivate func cut(_ start: inout Int) -> Range<Int> {
    let range = start..<max(start, count)
    start = count
    return range
  }

  /// Appends a hash as a further member of an object.
  ///
  /// - Parameter opening: the member's name up to the colon.
  fileprivate mutating func write(_ opening: StaticString, _ hash: Digest) {
    append(opening)
    write(hash)
  }
}
