import TruthsEngine
package import TruthsJSON
package import TruthsText

/// The object of runtime.md §4. Without `source` it is what the output hash and decision entries hold.
extension Violation {
  package func json(source: ((Span) -> String)?) -> JSONObject { JSONObject { writeCompact(to: &$0, source: source) } }

  /// Appends it without white space, members in the order of runtime.md §4.
  func writeCompact(to buffer: inout ByteBuffer, source: ((Span) -> String)?) {
    buffer.append(#"{"truth_id":"# as StaticString)
    buffer.write(truthID)
    buffer.append(#","clause":"# as StaticString)
    buffer.write(clause)
    buffer.append(#","kind":"# as StaticString)
    buffer.write(kind.rawValue)
    buffer.append(#","reason":"# as StaticString)
    buffer.write(reason)
    buffer.append(#","values":"# as StaticString)
    buffer.writeCompact(.object(values))
    if let approvedBy {
      buffer.append(#","approved_by":"# as StaticString)
      buffer.write(approvedBy)
    }
    if isOverridden { buffer.append(#","overridden":true"# as StaticString) }
    if let overrideFault { write(overrideFault, to: &buffer) }
    if let source, let span {
      buffer.append(#","source":"# as StaticString)
      buffer.write(source(span))
    }
    buffer.append(UInt8(ascii: "}"))
  }

  /// Appends JCS of it, without `source`.
  func writeCanonical(to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: "{"))
    if let approvedBy {
      buffer.append(#""approved_by":"# as StaticString)
      buffer.write(approvedBy)
      buffer.append(UInt8(ascii: ","))
    }
    buffer.append(#""clause":"# as StaticString)
    buffer.write(clause)
    buffer.append(#","kind":"# as StaticString)
    buffer.write(kind.rawValue)
    if let overrideFault { write(overrideFault, to: &buffer) }
    if isOverridden { buffer.append(#","overridden":true"# as StaticString) }
    buffer.append(#","reason":"# as StaticString)
    buffer.write(reason)
    buffer.append(#","truth_id":"# as StaticString)
    buffer.write(truthID)
    buffer.append(#","values":"# as StaticString)
    buffer.writeCanonical(values)
    buffer.append(UInt8(ascii: "}"))
  }

  /// Appends `"override":{"counts":false,"why":…}` behind other members.
  private func write(_ overrideFault: String, to buffer: inout ByteBuffer) {
    buffer.append(#","override":{"counts":false,"why":"# as StaticString)
    buffer.write(overrideFault)
    buffer.append(UInt8(ascii: "}"))
  }
}
