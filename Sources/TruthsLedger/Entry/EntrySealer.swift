import TruthsJSON
import TruthsText

/// Makes new entries of one run: writes each once, and hashes its id and its leaf from those bytes.
///
/// What the bytes of all entries of a run begin with is hashed once.
package struct EntrySealer: ~Copyable {
  private let envelope: EntryEnvelope
  /// 0x00, as leaves are hashed, and JCS of an entry.
  private var buffer = ByteBuffer(capacity: 2048)
  /// Where in it begins what entries do not have in common.
  private let start: Int
  /// What the `entry_id` is over, as far as `start`.
  private let identity: DigestBeginning
  /// What the leaf hash is over, as far as `start`.
  private let leaf: DigestBeginning

  package init(_ envelope: EntryEnvelope) {
    self.envelope = envelope
    buffer.append(0)
    envelope.writeOpening(to: &buffer)
    start = buffer.count
    identity = DigestBeginning(buffer, from: 1)
    leaf = DigestBeginning(buffer)
  }

  /// A new entry and the hash of its leaf in the Merkle tree.
  package mutating func seal(
    _ type: Entry.EntryType, truthID: String?, content: EntryContent, sequence: Int, corrects: String? = nil,
    proposalID: String? = nil
  ) -> SealedEntry {
    var entry = Entry(
      entryID: "", type: type, envelope: envelope, truthID: truthID, content: content, sequence: sequence, corrects: corrects,
      proposalID: proposalID)
    // A correction begins otherwise than the rest.
    guard corrects == nil else {
      entry.entryID = entry.contentID
      return SealedEntry(entry: entry, leafHash: entry.leafHash)
    }
    buffer.truncate(to: start)
    buffer.append(#","entry_id":"ctx_0000000000000000""# as StaticString)
    let rest = buffer.count
    entry.writeRest(to: &buffer)
    entry.entryID = Digest(identity, andOf: buffer, from: rest).id("ctx_")
    entry.entryID.utf8.span.withUnsafeBufferPointer { buffer.replace(at: rest - 1 - $0.count, with: $0) }
    return SealedEntry(entry: entry, leafHash: Digest(leaf, andOf: buffer, from: start))
  }
}

/// An entry with the hash of its leaf.
package struct SealedEntry: Sendable {
  package let entry: Entry
  package let leafHash: Digest

  package init(entry: Entry, leafHash: Digest) {
    self.entry = entry
    self.leafHash = leafHash
  }
}
