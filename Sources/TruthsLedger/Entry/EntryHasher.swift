import TruthsJSON
import TruthsText

/// Creates new entries. It writes the JCS of each entry once, and hashes the id and the leaf from those bytes. One instance
/// serves many runs, one after another.
///
/// The first bytes are the same in all entries of a run, and are hashed once. So are the bytes that traces with the same words
/// share.
///
/// `@unchecked Sendable`, and without dynamic checks of exclusive access: it has one owner at a time.
package final class EntryHasher: @unchecked Sendable {
  @exclusivity(unchecked) private var envelope = EntryEnvelope.fixture
  /// The scratch memory for other hashes of the run.
  @exclusivity(unchecked) package var scratch = HashScratch()
  /// The state of the `entry_id` hash after the JCS of an entry before its `entry_id`.
  @exclusivity(unchecked) private var identity = SHA256()
  /// The state of the leaf hash after 0x00 and the JCS of an entry before its `entry_id`.
  @exclusivity(unchecked) private var leaf = SHA256()
  /// The state of the `entry_id` hash for a trace with `words` and without `from`. It covers the trace up to its `names`. If
  /// the trace has no names, it covers the trace up to its `trace_id`.
  @exclusivity(unchecked) private var trace = SHA256()
  @exclusivity(unchecked) private var words: TraceWords?
  /// Whether `trace` is the state for traces that have names.
  @exclusivity(unchecked) private var hasNames = false

  package init() {}

  /// Begins the entries of a run.
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

  /// Creates a new entry of the run, with the hash of its leaf in the Merkle tree.
  package func hash(
    _ type: Entry.EntryType, truthID: String?, content: any EntryPayload, sequence: Int, corrects: String? = nil,
    proposalID: String? = nil
  ) -> HashedEntry {
    var entry = Entry(
      identity: .digits(0), type: type, envelope: envelope, truthID: truthID, content: content, sequence: sequence,
      corrects: corrects, proposalID: proposalID)
    // A correction has another beginning than other entries.
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

  /// Writes the JCS of an entry after its `entry_id`, and hashes the content for the id.
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

  /// The number of bytes of `,"entry_id":"ctx_0123456789abcdef"`.
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
