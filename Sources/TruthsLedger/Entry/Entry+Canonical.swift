package import TruthsJSON
package import TruthsText

extension Entry {
  /// `ctx_` and the first 16 digits of SHA-256 over JCS of an entry without its `entry_id` (runtime.md §2).
  package static func id(of json: JSONObject) -> String {
    var content = json
    content["entry_id"] = nil
    return Digest(canonical: .object(content)).id("ctx_")
  }

  /// The `entry_id` that the content has.
  package var contentID: String {
    var buffer = ByteBuffer()
    envelope.writeOpening(to: &buffer, corrects: corrects)
    writeRest(to: &buffer)
    return Digest(of: buffer).id("ctx_")
  }

  /// Whether the `entry_id` is the one that the content has.
  package var hasMatchingID: Bool { contentID == entryID }

  /// The bytes of its leaf in the Merkle tree: JCS of the whole entry.
  package var leaf: [UInt8] {
    var buffer = ByteBuffer()
    writeCanonical(to: &buffer)
    return buffer.bytes
  }

  /// The hash of its leaf in the Merkle tree.
  package var leafHash: Digest {
    var buffer = ByteBuffer()
    buffer.append(0)
    writeCanonical(to: &buffer)
    return Digest(of: buffer)
  }

  /// Appends JCS of the entry.
  package func writeCanonical(to buffer: inout ByteBuffer) {
    envelope.writeOpening(to: &buffer, corrects: corrects)
    buffer.append(#","entry_id":"# as StaticString)
    buffer.write(entryID)
    writeRest(to: &buffer)
  }

  /// The members behind `entry_id`.
  func writeRest(to buffer: inout ByteBuffer) {
    buffer.append(#","entry_type":"# as StaticString)
    buffer.write(type.rawValue)
    buffer.append(#","payload":"# as StaticString)
    content.writeCanonical(to: &buffer)
    if let proposalID {
      buffer.append(#","proposal_id":"# as StaticString)
      buffer.write(proposalID)
    }
    buffer.append(#","run_id":"# as StaticString)
    buffer.write(runID)
    buffer.append(#","sequence":"# as StaticString)
    buffer.append(decimal: sequence)
    buffer.append(#","timestamp":"# as StaticString)
    buffer.write(envelope.writtenTimestamp)
    buffer.append(#","truth_id":"# as StaticString)
    if let truthID { buffer.write(truthID) } else { buffer.append("null" as StaticString) }
    buffer.append(UInt8(ascii: "}"))
  }
}
