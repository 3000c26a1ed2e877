import TruthsText

/// Where the entries of a ledger stand by their ids, and the heads of its complete subtrees of 256 leaves: an entry is found and
/// a proof is made without going through the ledger.
///
/// It is of one ledger, which grows, and knows as much of it as it was extended to.
package struct EntryIndex: Sendable {
  /// The entries that it knows.
  package private(set) var size = 0
  /// Sequences by the digits of `ctx_…`.
  private var places: [UInt64: Int32] = [:]
  /// Sequences by ids of another form.
  private var others: [Text: Int] = [:]
  /// The heads of complete subtrees, in order.
  private var subtrees: [Digest] = []
  /// The leaves behind them.
  private var rest = MerkleTree()

  private static let prefix: StaticString = "ctx_"
  /// The leaves of a subtree whose head is kept.
  private static let leaves = 256

  package init() {}

  /// Takes in the entries of a ledger that it does not know.
  ///
  /// - Complexity: O(their size); each is read and hashed.
  package mutating func extend(to ledger: Ledger) {
    while size < ledger.size, let entry = ledger.entry(sequence: size + 1) {
      size += 1
      let id = entry.entryID
      if let digits = PackedID.digits(of: id, behind: Self.prefix), let place = Int32(exactly: size) {
        if places[digits] == nil { places[digits] = place }
      } else if others[Text(id)] == nil {
        others[Text(id)] = size
      }
      rest.append(leafHash: entry.leafHash)
      guard rest.size == Self.leaves else { continue }
      subtrees.append(rest.head)
      rest = MerkleTree()
    }
  }

  /// The sequence of the entry of an id; `nil` where it knows none.
  package func sequence(of id: String) -> Int? {
    guard let digits = PackedID.digits(of: id, behind: Self.prefix) else { return others[Text(id)] }
    return places[digits].map { Int($0) } ?? others[Text(id)]
  }

  /// The proof that the entry of a sequence stands in a ledger that it was extended to; see ``MerkleProof``.
  ///
  /// - Complexity: O(size / 256) hashes, and at most 510 entries are read.
  package func inclusion(of sequence: Int, in ledger: Ledger) -> [Digest]? {
    guard ledger.size <= size else { return nil }
    return MerkleProof.inclusion(of: sequence - 1, size: ledger.size) { head(of: $0, in: ledger) }
  }

  /// The proof that the first entries of a ledger that it was extended to continue fewer of them; see ``MerkleProof``.
  ///
  /// - Complexity: as of ``inclusion(of:in:)``.
  package func consistency(from earlier: Int, to later: Int, in ledger: Ledger) -> [Digest]? {
    guard later <= ledger.size, ledger.size <= size else { return nil }
    return MerkleProof.consistency(from: earlier, to: later) { head(of: $0, in: ledger) }
  }

  /// The head of the first entries of a ledger that it was extended to.
  ///
  /// - Precondition: the ledger has so many.
  package func head(of count: Int, in ledger: Ledger) -> Digest {
    count == 0 ? MerkleTree().head : head(of: 0..<count, in: ledger)
  }

  /// The head of leaves that are a subtree of a tree of RFC 9162: as many as a power of two stand at a multiple of that.
  private func head(of range: Range<Int>, in ledger: Ledger) -> Digest {
    if range.count == Self.leaves { return subtrees[range.lowerBound / Self.leaves] }
    if range.count == 1 { return ledger.entry(sequence: range.lowerBound + 1)?.leafHash ?? MerkleTree().head }
    let middle = MerkleProof.middle(of: range)
    return MerkleTree.nodeHash(
      head(of: range.lowerBound..<middle, in: ledger), head(of: middle..<range.upperBound, in: ledger))
  }
}
