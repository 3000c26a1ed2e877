/// Proofs that a ledger holds an entry and that it only grew (RFC 9162 §2.1.3 and §2.1.4).
///
/// A proof is a list of hashes, in the order in which the RFC lists them. Leaves are given by their hashes,
/// ``MerkleTree/leafHash(_:)``; places count from 0.
package enum MerkleProof {
  /// The proof that a leaf stands at a place (§2.1.3.1); `nil` for a place outside the tree.
  ///
  /// - Complexity: O(n) hashes.
  package static func inclusion(of place: Int, in leaves: [Digest]) -> [Digest]? {
    leaves.indices.contains(place) ? path(to: place, in: leaves[...]) : nil
  }

  /// The proof that a tree continues its first `size` leaves (§2.1.4.1); `nil` unless `0 < size <= leaves.count`.
  ///
  /// - Complexity: O(n) hashes.
  package static func consistency(from size: Int, in leaves: [Digest]) -> [Digest]? {
    guard size > 0, size <= leaves.count else { return nil }
    return size == leaves.count ? [] : subproof(of: size, in: leaves[...], isWhole: true)
  }

  /// Whether a proof shows that a leaf stands at a place of the tree with a size and a head (§2.1.3.2).
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

  /// Whether a proof shows that a tree continues an earlier one (§2.1.4.2). Every tree continues the empty one, and itself.
  package static func verifies(
    consistency proof: [Digest], from earlier: (size: Int, head: Digest), to later: (size: Int, head: Digest)
  ) -> Bool {
    guard earlier.size >= 0, earlier.size <= later.size else { return false }
    if earlier.size == later.size { return proof.isEmpty && earlier.head == later.head }
    if earlier.size == 0 { return proof.isEmpty && earlier.head == MerkleTree().head }
    // A size that is a power of two is a whole subtree: its head is the first hash of the path, and not sent.
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

  private static func path(to place: Int, in leaves: ArraySlice<Digest>) -> [Digest] {
    guard leaves.count > 1 else { return [] }
    let split = splitSize(leaves.count)
    let (left, right) = (leaves.prefix(split), leaves.dropFirst(split))
    return place < split ? path(to: place, in: left) + [head(of: right)] : path(to: place - split, in: right) + [head(of: left)]
  }

  private static func subproof(of size: Int, in leaves: ArraySlice<Digest>, isWhole: Bool) -> [Digest] {
    guard size < leaves.count else { return isWhole ? [] : [head(of: leaves)] }
    let split = splitSize(leaves.count)
    let (left, right) = (leaves.prefix(split), leaves.dropFirst(split))
    if size <= split { return subproof(of: size, in: left, isWhole: isWhole) + [head(of: right)] }
    return subproof(of: size - split, in: right, isWhole: false) + [head(of: left)]
  }

  private static func head(of leaves: ArraySlice<Digest>) -> Digest {
    var tree = MerkleTree()
    for leaf in leaves { tree.append(leafHash: leaf) }
    return tree.head
  }

  /// The largest power of two below a number above 1.
  private static func splitSize(_ count: Int) -> Int { 1 << (Int.bitWidth - 1 - (count - 1).leadingZeroBitCount) }
}
