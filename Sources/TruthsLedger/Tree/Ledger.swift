/// The entries of a context in order, with their Merkle tree. A value type; copies share what they can.
package struct Ledger: Sendable {
  package private(set) var entries: [Entry] = []
  private var tree = MerkleTree()

  package init() {}

  /// Entries so far.
  package var size: Int { entries.count }

  /// The Merkle tree head over the entries, `sha256:…`.
  package var head: String { tree.head.prefixed }

  /// Appends an entry.
  package mutating func append(_ entry: Entry) {
    entries.append(entry)
    tree.append(entry.leaf)
  }

  /// The entry at a place, from 1.
  package func entry(sequence: Int) -> Entry? {
    entries.indices.contains(sequence - 1) ? entries[sequence - 1] : nil
  }
}
