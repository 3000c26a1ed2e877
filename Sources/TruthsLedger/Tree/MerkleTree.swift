/// An append-only Merkle tree (RFC 9162 §2.1). It keeps only the heads of its complete subtrees. Appending costs O(log n) at
/// worst and O(1) on average.
package struct MerkleTree: Hashable, Sendable {
  /// The number of leaves.
  package private(set) var size = 0
  /// The heads of the complete subtrees, the largest first; their sizes are the binary digits of `size`.
  private var heads: [Digest] = []

  /// The heads of the complete subtrees, the largest first.
  var subtrees: [Digest] { heads }

  package init() {}

  package mutating func append(_ leaf: [UInt8]) { append(leafHash: MerkleTree.leafHash(leaf)) }

  /// Appends a leaf that is given by its hash.
  package mutating func append(leafHash: Digest) {
    var hash = SHA256()
    append(leafHash: leafHash, &hash)
  }

  /// Appends a leaf that is given by its hash.
  ///
  /// - Parameter hash: a hash function to reuse; it is restarted.
  package mutating func append(leafHash: Digest, _ hash: inout SHA256) {
    var head = leafHash
    var rest = size
    while rest & 1 == 1, let left = heads.popLast() {
      head = MerkleTree.nodeHash(left, head, &hash)
      rest >>= 1
    }
    heads.append(head)
    size += 1
  }

  /// Appends a leaf that is given by its hash.
  ///
  /// - Parameter join: a function that is called whenever two subtrees are joined. It receives the two heads, and the index of
  ///   the left subtree among the complete subtrees.
  mutating func append(leafHash: Digest, joining join: (_ left: Digest, _ right: Digest, _ place: Int) -> Void) {
    var head = leafHash
    var rest = size
    while rest & 1 == 1, let left = heads.popLast() {
      join(left, head, heads.count)
      head = MerkleTree.nodeHash(left, head)
      rest >>= 1
    }
    heads.append(head)
    size += 1
  }

  /// The tree head (RFC 9162 §2.1.1); for the empty tree, the hash of the empty message.
  package var head: Digest {
    var hash = SHA256()
    return head(&hash)
  }

  /// Returns the tree head.
  ///
  /// - Parameter hash: a hash function to reuse; it is restarted.
  package func head(_ hash: inout SHA256) -> Digest {
    guard var head = heads.last else { return Digest(of: []) }
    for left in heads.dropLast().reversed() { head = MerkleTree.nodeHash(left, head, &hash) }
    return head
  }

  /// Returns the hash of a leaf: SHA-256 of 0x00 and the leaf.
  package static func leafHash(_ leaf: [UInt8]) -> Digest {
    var hash = SHA256()
    withUnsafeBytes(of: 0x00 as UInt8) { hash.update($0) }
    leaf.withUnsafeBytes { hash.update($0) }
    return hash.finalize()
  }

  /// Returns the hash of a node: SHA-256 of 0x01 and the hashes of its two children.
  package static func nodeHash(_ left: Digest, _ right: Digest) -> Digest {
    var hash = SHA256()
    return nodeHash(left, right, &hash)
  }

  /// Returns the hash of a node with two children.
  ///
  /// - Parameter hash: a hash function to reuse; it is restarted.
  private static func nodeHash(_ left: Digest, _ right: Digest, _ hash: inout SHA256) -> Digest {
    withUnsafeTemporaryAllocation(byteCount: 65, alignment: 8) { node in
      if let start = node.baseAddress {
        start.storeBytes(of: 0x01, as: UInt8.self)
        left.write(to: start + 1)
        right.write(to: start + 33)
      }
      hash.restart()
      hash.update(UnsafeRawBufferPointer(node))
      return hash.finalize()
    }
  }
}

/// Proofs that a ledger contains an entry, and that a ledger only grew (RFC 9162 §2.1.3 and §2.1.4).
///
/// A proof is a list of hashes, in the order of the RFC. A leaf is given as its hash, `MerkleTree.leafHash(_:)`. Indices of
/// leaves count from 0.
package enum MerkleProof {
  /// Returns the proof that the tree contains a leaf at an index (§2.1.3.1); `nil` for an index outside the tree.
  ///
  /// - Complexity: O(n) hashes.
  package static func inclusion(of place: Int, in leaves: [Digest]) -> [Digest]? {
    inclusion(of: place, size: leaves.count) { head(of: leaves[$0]) }
  }

  /// Returns the inclusion proof for a tree whose leaves the caller keeps; `nil` for an index outside the tree.
  ///
  /// - Parameter head: a function that returns the head of a range of leaves; the range is a subtree.
  package static func inclusion(of place: Int, size: Int, _ head: (Range<Int>) -> Digest) -> [Digest]? {
    place >= 0 && place < size ? path(to: place, in: 0..<size, head) : nil
  }

  /// Returns the proof that a tree continues its first `size` leaves (§2.1.4.1); `nil` unless `0 < size <= leaves.count`.
  ///
  /// - Complexity: O(n) hashes.
  package static func consistency(from size: Int, in leaves: [Digest]) -> [Digest]? {
    consistency(from: size, to: leaves.count) { head(of: leaves[$0]) }
  }

  /// Returns the consistency proof for a tree whose leaves the caller keeps; `nil` unless `0 < earlier <= later`.
  ///
  /// - Parameter head: a function that returns the head of a range of leaves; the range is a subtree.
  package static func consistency(from earlier: Int, to later: Int, _ head: (Range<Int>) -> Digest) -> [Digest]? {
    guard earlier > 0, earlier <= later else { return nil }
    return earlier == later ? [] : subproof(of: earlier, in: 0..<later, isWhole: true, head)
  }

  /// Whether a proof shows that a tree with a given size and head has a leaf at an index (§2.1.3.2).
  package static func verifies(inclusion proof: [Digest], leaf: Digest, place: Int, size: Int, head: Digest) -> Bool {
    guard place >= 0, place < size else { return false }
    var (node, last) = (place, size - 1)
    var hash = leaf
    for sibling in proof {
      guard last != 0 else { return false }
      if node & 1 == 1 || node == last {
        hash = MerkleTree.nodeHash(sibling, hash)
        while node & 1 == 0, node != 0 { (node, last) = (node >> 1, last >> 1) }
      } else {
        hash = MerkleTree.nodeHash(hash, sibling)
      }
      (node, last) = (node >> 1, last >> 1)
    }
    return last == 0 && hash == head
  }

  /// Whether a proof shows that a later tree continues an earlier one (§2.1.4.2). Every tree continues the empty tree, and
  /// itself.
  package static func verifies(
    consistency proof: [Digest], from earlier: (size: Int, head: Digest), to later: (size: Int, head: Digest)
  ) -> Bool {
    guard earlier.size >= 0, earlier.size <= later.size else { return false }
    if earlier.size == later.size { return proof.isEmpty && earlier.head == later.head }
    if earlier.size == 0 { return proof.isEmpty && earlier.head == MerkleTree().head }
    // A size that is a power of two is a complete subtree: its head is the first hash of the path and is not sent.
    let path = earlier.size & (earlier.size - 1) == 0 ? [earlier.head] + proof : proof
    guard let first = path.first else { return false }
    var (node, last) = (earlier.size - 1, later.size - 1)
    while node & 1 == 1 { (node, last) = (node >> 1, last >> 1) }
    var (old, new) = (first, first)
    for sibling in path.dropFirst() {
      guard last != 0 else { return false }
      if node & 1 == 1 || node == last {
        old = MerkleTree.nodeHash(sibling, old)
        new = MerkleTree.nodeHash(sibling, new)
        while node & 1 == 0, node != 0 { (node, last) = (node >> 1, last >> 1) }
      } else {
        new = MerkleTree.nodeHash(new, sibling)
      }
      (node, last) = (node >> 1, last >> 1)
    }
    return last == 0 && old == earlier.head && new == later.head
  }

  private static func path(to place: Int, in leaves: Range<Int>, _ head: (Range<Int>) -> Digest) -> [Digest] {
    guard leaves.count > 1 else { return [] }
    let middle = middle(of: leaves)
    let (left, right) = (leaves.lowerBound..<middle, middle..<leaves.upperBound)
    return place < middle ? path(to: place, in: left, head) + [head(right)] : path(to: place, in: right, head) + [head(left)]
  }

  private static func subproof(
    of end: Int, in leaves: Range<Int>, isWhole: Bool, _ head: (Range<Int>) -> Digest
  ) -> [Digest] {
    guard end < leaves.upperBound else { return isWhole ? [] : [head(leaves)] }
    let middle = middle(of: leaves)
    let (left, right) = (leaves.lowerBound..<middle, middle..<leaves.upperBound)
    if end <= middle { return subproof(of: end, in: left, isWhole: isWhole, head) + [head(right)] }
    return subproof(of: end, in: right, isWhole: false, head) + [head(left)]
  }

  private static func head(of leaves: ArraySlice<Digest>) -> Digest {
    var tree = MerkleTree()
    for leaf in leaves { tree.append(leafHash: leaf) }
    return tree.head
  }

  /// Returns the index at which a subtree of two leaves or more is divided. The left part has the largest power of two of
  /// leaves that is smaller than their number (§2.1.1).
  static func middle(of leaves: Range<Int>) -> Int {
    leaves.lowerBound + (1 << (Int.bitWidth - 1 - (leaves.count - 1).leadingZeroBitCount))
  }
}
