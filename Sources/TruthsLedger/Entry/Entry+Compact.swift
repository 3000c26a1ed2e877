import TruthsJSON
package import TruthsText

extension Entry {
  /// Appends ``json`` without white space.
  ///
  /// - Parameter payload: where in the buffer the payload stands already, if it does.
  package func writeCompact(to buffer: inout ByteBuffer, payload: Range<Int>? = nil) {
    buffer.append(#"{"entry_id":"# as StaticString)
    identity.write(to: &buffer)
    buffer.append(#","entry_type":"# as StaticString)
    buffer.append(type.json)
    envelope.writeCompact(to: &buffer)
    buffer.append(#","truth_id":"# as StaticString)
    if let truthID { buffer.write(truthID) } else { buffer.append("null" as StaticString) }
    buffer.append(#","payload":"# as StaticString)
    if let payload { buffer.append(again: payload) } else { content.writeCompact(to: &buffer) }
    buffer.append(#","sequence":"# as StaticString)
    buffer.append(decimal: sequence)
    if let corrects {
      buffer.append(#","corrects":"# as StaticString)
      buffer.write(corrects)
    }
    if let proposalID {
      buffer.append(#","proposal_id":"# as StaticString)
      buffer.write(proposalID)
    }
    buffer.append(UInt8(ascii: "}"))
  }
}
