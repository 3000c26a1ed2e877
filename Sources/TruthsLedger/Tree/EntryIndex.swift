import TruthsText

/// An index of a ledger's entries, keyed by entry id, with the heads of the ledger's complete subtrees of 256 leaves. It finds
/// an entry and makes a proof without a pass over the ledger.
///
/// An index belongs to one growing ledger, and covers the entries up to the last call of `extend(to:)`.
package struct EntryIndex: Sendable {
  /// The number of entries that the index covers.
  package private(set) var size = 0
  /// Sequences, keyed by the number in the digits of `ctx_…`.
  private var sequences: [UInt64: Int32] = [:]
  /// Sequences, keyed by ids in any other form.
  private var others: [Text: Int] = [:]
  /// The heads of the complete subtrees, from the left.
  private var subtrees: [Digest] = []
  /// The tree of the leaves after the last complete subtree.
  private var rest = MerkleTree()

  private static let prefix: StaticString = "ctx_"
  /// The number of leaves of a complete subtree.
  private static let leaves = 256

  package init() {}

  /// Adds the entries of a ledger that the index does not cover yet.
  ///
  /// - Complexity: O(the size of the added entries); each is read and hashed.
  package mutating func extend(to ledger: Ledger) {
    while size < ledger.size, let entry = ledger.entry(sequence: size + 1) {
      size += 1
      let id = entry.entryID
      if let digits = PackedID.digits(of: id, behind: Self.prefix), let place = Int32(exactly: size) {
        if sequences[digits] == nil { sequences[digits] = place }
      } else if others[Text(id)] == nil {
        others[Text(id)] = size
      }
      rest.append(leafHash: entry.leafHash)
      guard rest.size == Self.leaves else { continue }
      subtrees.append(rest.head)
      rest = MerkleTree()
    }
  }

  /// Returns the sequence of the first entry with an id; `nil` if no covered entry has it.
  package func sequence(of id: String) -> Int? {
    guard let digits = PackedID.digits(of: id, behind: Self.prefix) else { return others[Text(id)] }
    return sequences[digits].map { Int($0) } ?? others[Text(id)]
  }

  /// Returns the proof that a ledger contains an entry; `nil` if the index does not cover the ledger. See `MerkleProof`.
  ///
  /// - Complexity: O(size / 256) hashes, and at most 510 entries are read.
  package func inclusion(of sequence: Int, in ledger: Ledger) -> [Digest]? {
    guard ledger.size <= size else { return nil }
    return MerkleProof.inclusion(of: sequence - 1, size: ledger.size) { head(of: $0, in: ledger) }
  }

  /// Returns the proof that the first `to` entries of a ledger continue the first `from` entries. `nil` if the index does not
  /// cover the ledger, or the numbers are out of range. See `MerkleProof`.
  ///
  /// - Complexity: as for `inclusion(of:in:)`.
  package func consistency(from earlier: Int, to later: Int, in ledger: Ledger) -> [Digest]? {
    guard later <= ledger.size, ledger.size <= size else { return nil }
    return MerkleProof.consistency(from: earlier, to: later) { head(of: $0, in: ledger) }
  }

  /// Returns the Merkle tree head over the first `count` entries of a ledger.
  ///
  /// - Precondition: the ledger has at least `count` entries, and the index covers the ledger.
  package func head(of count: Int, in ledger: Ledger) -> Digest {
    count == 0 ? MerkleTree().head : head(of: 0..<count, in: ledger)
  }

  /// Returns the head of leaves that form a subtree of a tree of RFC 9162. The index of the first leaf is a multiple of a power
  /// of two. The subtree has that many leaves, or fewer if it ends with the last leaf.
  private func head(of range: Range<Int>, in ledger: Ledger) -> Digest {
    if range.count == Self.leaves { return subtrees[range.lowerBound / Self.leaves] }
    if range.count == 1 { return ledger.entry(sequence: range.lowerBound + 1)?.leafHash ?? MerkleTree().head }
    let middle = MerkleProof.middle(of: range)
    return MerkleTree.nodeHash(
      head(of: range.lowerBound..<middle, in: ledger), head(of: middle..<range.upperBound, in: ledger))
  }
}
