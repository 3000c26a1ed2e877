import TruthsJSON
package import TruthsText

extension Entry {
  /// Appends ``json`` without white space.
  ///
  /// - Parameters:
  ///   - payload: where in the buffer the payload stands already, if it does.
  ///   - shared: where in the buffer the members stand that all entries of its run have in common; set by the first of them.
  package func writeCompact(to buffer: inout ByteBuffer, payload: Range<Int>?, shared: inout Range<Int>?) {
    buffer.append(#"{"entry_id":"# as StaticString)
    buffer.write(entryID)
    buffer.append(#","entry_type":"# as StaticString)
    buffer.write(type.rawValue)
    if let shared {
      buffer.append(again: shared)
    } else {
      let start = buffer.count
      envelope.writeCompact(to: &buffer)
      shared = start..<buffer.count
    }
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
