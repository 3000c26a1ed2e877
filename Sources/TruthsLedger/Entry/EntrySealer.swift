import TruthsJSON
import TruthsText

/// Makes new entries of one run: writes each once, and hashes its id and its leaf from those bytes.
///
/// What the bytes of all entries of a run begin with is hashed once.
package struct EntrySealer: ~Copyable {
  private let envelope: EntryEnvelope
  /// JCS of an entry behind what entries have in common, behind room for hashes.
  private var buffer = ByteBuffer(capacity: 2048)
  /// What the `entry_id` is over, as far as entries have it in common.
  private let identity: DigestBeginning
  /// The same of what the leaf hash is over: 0x00, and JCS of the entry.
  private let leaf: DigestBeginning

  package init(_ envelope: EntryEnvelope) {
    self.envelope = envelope
    buffer.append(0)
    envelope.writeOpening(to: &buffer)
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
    let rest = buffer.openEntry()
    entry.writeRest(to: &buffer)
    let digest = Digest(identity, andOf: &buffer, from: rest)
    entry.entryID = digest.id("ctx_")
    let start = buffer.writeEntryID(of: digest)
    return SealedEntry(entry: entry, leafHash: Digest(leaf, andOf: &buffer, from: start))
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
