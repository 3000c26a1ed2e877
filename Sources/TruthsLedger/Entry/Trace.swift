import TruthsJSON
import TruthsText

/// Contract §7.2's object. What many traces of a run have in common is written once.
package struct Trace: Sendable {
  let words: TraceWords
  /// The digits of `trace_id`.
  let identity: UInt64
  /// Of a match of a truth on facts: the entry ids of the facts.
  let from: [String]?

  /// - Parameter sequence: the place of its entry, from which its id is made.
  package init(_ words: TraceWords, from: [String]? = nil, sequence: Int) {
    self.words = words
    self.from = from
    identity = Hashes.trace(runID: words.envelope.runID, truthID: words.truthID, sequence: sequence).first64
  }

  /// The object in §7.2's field order.
  var payload: JSONObject {
    var members = [JSONObject.Member(name: "trace_id", value: .text(id))] + words.members
    if let from { members.append(JSONObject.Member(name: "from", value: .array(from.map { .text($0) }))) }
    return JSONObject(members)
  }

  private var id: String {
    var buffer = ByteBuffer(capacity: 20)
    writeID(to: &buffer)
    return buffer.string
  }

  /// Appends the object in §7.2's field order, without white space.
  func writeCompact(to buffer: inout ByteBuffer) {
    buffer.append(#"{"trace_id":""# as StaticString)
    writeID(to: &buffer)
    buffer.append(UInt8(ascii: "\""))
    words.writeCompact(to: &buffer)
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
  func writeCanonical(to buffer: inout ByteBuffer) {
    buffer.append(words.opening)
    if let from { writeSources(from, to: &buffer) }
    buffer.append(words.middle)
    writeID(to: &buffer)
    buffer.append(words.closing)
  }
}
