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

  /// - Parameters:
  ///   - sequence: the place of its entry, from which its id is made.
  ///   - scratch: what that is hashed in.
  package init(
    _ words: TraceWords, truthID: String, from: [String]? = nil, sequence: Int, _ scratch: inout HashScratch
  ) {
    self.words = words
    self.truthID = truthID
    self.from = from
    identity = Hashes.trace(runID: words.envelope.runID, truthID: truthID, sequence: sequence, &scratch).first64
  }

  /// The object in §7.2's field order.
  package var object: JSONObject {
    var members = [JSONObject.Member(name: "trace_id", value: .text(id))] + words.members(truthID: truthID)
    if let from { members.append(JSONObject.Member(name: "from", value: .array(from.map { .text($0) }))) }
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
    if let from { writeSources(from, to: &buffer) }
    buffer.append(UInt8(ascii: "}"))
  }

  private func writeSources(_ from: [String], to buffer: inout ByteBuffer) {
    buffer.append(#","from":["# as StaticString)
    for place in from.indices {
      if place > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.write(from[place])
    }
    buffer.append(UInt8(ascii: "]"))
  }

  private func writeID(to buffer: inout ByteBuffer) {
    buffer.append("trc_" as StaticString)
    buffer.append(hexadecimal: identity)
  }

  /// Appends JCS of the object: `from` stands in the middle of what all have in common, and `trace_id` near its end.
  package func writeCanonical(to buffer: inout ByteBuffer) {
    writeCanonicalBeginning(to: &buffer)
    writeCanonicalEnd(to: &buffer)
  }

  /// Appends JCS of the object as far as traces with the same words and without `from` have it in common.
  func writeCanonicalBeginning(to buffer: inout ByteBuffer) {
    words.writeOpening(to: &buffer)
    if let from { writeSources(from, to: &buffer) }
    words.writeMiddle(to: &buffer)
  }

  /// Appends what comes behind.
  func writeCanonicalEnd(to buffer: inout ByteBuffer) {
    writeID(to: &buffer)
    buffer.append(#"","truth_id":"# as StaticString)
    buffer.write(truthID)
    buffer.append(UInt8(ascii: "}"))
  }
}
