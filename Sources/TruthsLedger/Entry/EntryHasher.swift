import TruthsJSON
import TruthsText

/// Makes new entries: writes JCS of each once, and hashes its id and its leaf from those bytes. For one run after another.
///
/// Sendable although it changes, and without dynamic checks of exclusive access: whoever hashes with it has it alone meanwhile.
///
/// What all entries of a run begin with is hashed once, and so is what its traces with the same words have in common.
package final class EntryHasher: @unchecked Sendable {
  @exclusivity(unchecked) private var envelope = EntryEnvelope.fixture
  /// What else the run hashes.
  @exclusivity(unchecked) package var scratch = HashScratch()
  /// Has taken in what every `entry_id` is over first: JCS of an entry before its `entry_id`.
  @exclusivity(unchecked) private var identity = SHA256()
  /// The same of what the leaf hash is over: 0x00, and JCS of the entry.
  @exclusivity(unchecked) private var leaf = SHA256()
  /// Has taken in what the `entry_id` of a trace with these words and without `from` is over, before its `names`, or
  /// without any its `trace_id`.
  @exclusivity(unchecked) private var trace = SHA256()
  @exclusivity(unchecked) private var words: TraceWords?
  /// Whether that was a trace with names.
  @exclusivity(unchecked) private var hasNames = false

  package init() {}

  /// Begins with the entries of one run.
  package func begin(_ envelope: EntryEnvelope) {
    self.envelope = envelope
    words = nil
    scratch.buffer.truncate()
    scratch.buffer.append(0)
    envelope.writeOpening(to: &scratch.buffer)
    identity.restart()
    identity.update(scratch.buffer, from: 1)
    leaf.restart()
    leaf.update(scratch.buffer)
  }

  /// A new entry of the run and the hash of its leaf in the Merkle tree.
  package func hash(
    _ type: Entry.EntryType, truthID: String?, content: any EntryPayload, sequence: Int, corrects: String? = nil,
    proposalID: String? = nil
  ) -> HashedEntry {
    var entry = Entry(
      identity: .digits(0), type: type, envelope: envelope, truthID: truthID, content: content, sequence: sequence,
      corrects: corrects, proposalID: proposalID)
    // A correction begins otherwise than the rest.
    guard corrects == nil else {
      entry.identity = .digits(entry.contentDigest.first64)
      return HashedEntry(entry: entry, leafHash: entry.leafHash)
    }
    scratch.buffer.truncate()
    scratch.buffer.skip(Self.identityLength)
    takeIdentity(of: entry)
    entry.identity = .digits(scratch.hash.finalize().first64)
    let end = scratch.buffer.count
    scratch.buffer.append(#","entry_id":"# as StaticString)
    entry.identity.write(to: &scratch.buffer)
    scratch.buffer.replace(at: 0, again: end..<scratch.buffer.count)
    scratch.buffer.truncate(to: end)
    scratch.hash.restart(from: leaf)
    scratch.hash.update(scratch.buffer)
    return HashedEntry(entry: entry, leafHash: scratch.hash.finalize())
  }

  /// Writes JCS of an entry behind its `entry_id`, and takes in what that is over.
  private func takeIdentity(of entry: Entry) {
    entry.writeBeforePayload(to: &scratch.buffer)
    guard let content = entry.content as? Trace, content.from == nil else {
      entry.content.writeCanonical(to: &scratch.buffer)
      entry.writeAfterPayload(to: &scratch.buffer)
      scratch.hash.restart(from: identity)
      return scratch.hash.update(scratch.buffer, from: Self.identityLength)
    }
    content.writeCanonicalPrefix(to: &scratch.buffer)
    let common = scratch.buffer.count
    if words !== content.words || hasNames == content.names.isEmpty {
      trace.restart(from: identity)
      trace.update(scratch.buffer, from: Self.identityLength)
      (words, hasNames) = (content.words, !content.names.isEmpty)
    }
    content.writeCanonicalEnd(to: &scratch.buffer)
    entry.writeAfterPayload(to: &scratch.buffer)
    scratch.hash.restart(from: trace)
    scratch.hash.update(scratch.buffer, from: common)
  }

  /// The bytes of `,"entry_id":"ctx_0123456789abcdef"`.
  private static let identityLength = 34
}

/// An entry with the hash of its leaf.
package struct HashedEntry: Sendable {
  package let entry: Entry
  package let leafHash: Digest

  package init(entry: Entry, leafHash: Digest) {
    self.entry = entry
    self.leafHash = leafHash
  }
}
