package import TruthsJSON
package import TruthsText

extension Entry {
  /// `ctx_` and the first 16 digits of SHA-256 over JCS of an entry without its `entry_id` (runtime.md §2).
  package static func id(of json: JSONObject) -> String {
    var content = json
    content["entry_id"] = nil
    return Digest(canonical: .object(content)).id("ctx_")
  }

  /// The digest that the `entry_id` of the content is the beginning of.
  var contentDigest: Digest {
    Digest {
      envelope.writeOpening(to: &$0, corrects: corrects)
      writeRest(to: &$0)
    }
  }

  /// The `entry_id` that the content has.
  package var contentID: String { contentDigest.id("ctx_") }

  /// Whether the `entry_id` is the one that the content has.
  package var hasMatchingID: Bool { identity == .digits(contentDigest.first64) }

  /// The bytes of its leaf in the Merkle tree: JCS of the whole entry.
  package var leaf: [UInt8] {
    var buffer = ByteBuffer()
    writeCanonical(to: &buffer)
    return buffer.bytes
  }

  /// The hash of its leaf in the Merkle tree.
  package var leafHash: Digest {
    Digest {
      $0.append(0)
      writeCanonical(to: &$0)
    }
  }

  /// Appends JCS of the entry.
  package func writeCanonical(to buffer: inout ByteBuffer) {
    envelope.writeOpening(to: &buffer, corrects: corrects)
    buffer.append(#","entry_id":"# as StaticString)
    identity.write(to: &buffer)
    writeRest(to: &buffer)
  }

  /// The members behind `entry_id`.
  private func writeRest(to buffer: inout ByteBuffer) {
    writeBeforePayload(to: &buffer)
    content.writeCanonical(to: &buffer)
    writeAfterPayload(to: &buffer)
  }

  /// Appends what stands between `entry_id` and the payload.
  func writeBeforePayload(to buffer: inout ByteBuffer) {
    buffer.append(#","entry_type":"# as StaticString)
    buffer.append(type.json)
    buffer.append(#","payload":"# as StaticString)
  }

  /// Appends what stands behind the payload.
  func writeAfterPayload(to buffer: inout ByteBuffer) {
    if let proposalID {
      buffer.append(#","proposal_id":"# as StaticString)
      buffer.write(proposalID)
    }
    envelope.writeRun(to: &buffer)
    buffer.append(#","sequence":"# as StaticString)
    buffer.append(decimal: sequence)
    envelope.writeTimestamp(to: &buffer)
    buffer.append(#","truth_id":"# as StaticString)
    if let truthID { buffer.write(truthID) } else { buffer.append("null" as StaticString) }
    buffer.append(UInt8(ascii: "}"))
  }
}

extension Entry.EntryType {
  /// As it is written in JSON.
  var json: StaticString {
    switch self {
    case .fact: "\"fact\""
    case .proposal: "\"proposal\""
    case .trace: "\"trace\""
    case .decision: "\"decision\""
    }
  }
}
