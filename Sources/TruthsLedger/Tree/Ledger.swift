import TruthsText

/// The entries of a context in order, with their Merkle tree (runtime.md §1 and §2). A value type; copies share what they can.
package struct Ledger: Sendable {
  private var list = ChunkedList<Entry>()
  private var leaves = ChunkedList<Digest>()
  /// Where each `entry_id` stands; the first place counts.
  private var index = SharedTable<Text, Int>()
  private var tree = MerkleTree()

  package init() {}

  /// All entries, in sequence.
  ///
  /// - Complexity: O(n); for one entry take ``entry(sequence:)``.
  package var entries: [Entry] { list.array }

  /// Entries so far.
  package var size: Int { list.count }

  /// The Merkle tree head over the entries, `sha256:…`.
  package var head: String { tree.head.prefixed }

  /// Appends an entry.
  ///
  /// - Complexity: O(log n) hashes at worst; a copy costs no more.
  package mutating func append(_ entry: Entry) {
    let leaf = MerkleTree.leafHash(entry.leaf)
    let id = Text(entry.entryID)
    if index[id] == nil { index.set(list.count, for: id) }
    list.append(entry)
    leaves.append(leaf)
    tree.append(leafHash: leaf)
  }

  /// The entry at a place, from 1.
  package func entry(sequence: Int) -> Entry? { list[sequence - 1] }

  /// The entry with an `entry_id`.
  package func entry(id: String) -> Entry? { index[Text(id)].flatMap { list[$0] } }

  /// The entries from a place on, from 1: what was appended since the ledger had one entry less.
  package func entries(from sequence: Int) -> [Entry] {
    (max(1, sequence)..<max(1, sequence, size + 1)).compactMap { entry(sequence: $0) }
  }

  /// The proof that the entry at a place, from 1, stands in the ledger (RFC 9162 §2.1.3); see ``MerkleProof``.
  package func inclusionProof(sequence: Int) -> [Digest]? { MerkleProof.inclusion(of: sequence - 1, in: leaves.array) }

  /// The proof that the ledger continues its first `size` entries (RFC 9162 §2.1.4); see ``MerkleProof``.
  package func consistencyProof(from size: Int) -> [Digest]? { MerkleProof.consistency(from: size, in: leaves.array) }

  /// Whether a proof shows that an entry stands in the ledger at its place.
  ///
  /// - Complexity: O(n) hashes.
  package func proves(_ entry: Entry) -> Bool {
    guard let proof = inclusionProof(sequence: entry.sequence) else { return false }
    return MerkleProof.verifies(
      inclusion: proof, leaf: MerkleTree.leafHash(entry.leaf), place: entry.sequence - 1, size: size, head: tree.head)
  }

  /// Whether a proof shows that the ledger continues an earlier one.
  ///
  /// - Complexity: O(n) hashes.
  package func proves(itContinues earlier: Ledger) -> Bool {
    MerkleProof.verifies(
      consistency: consistencyProof(from: earlier.size) ?? [], from: (earlier.size, earlier.tree.head), to: (size, tree.head))
  }
}
