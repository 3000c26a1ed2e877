/// A Merkle tree that only grows (RFC 9162 §2.1). It keeps the heads of its complete subtrees, so that appending costs O(log n)
/// at worst and O(1) on average, and no leaf is kept.
package struct MerkleTree: Hashable, Sendable {
  /// Leaves so far.
  package private(set) var size = 0
  /// Heads of the complete subtrees that make up the tree, the largest first; their sizes are the binary digits of `size`.
  private var heads: [Digest] = []

  package init() {}

  /// Appends a leaf.
  package mutating func append(_ leaf: [UInt8]) { append(leafHash: MerkleTree.leafHash(leaf)) }

  /// Appends a leaf that is known by its hash.
  package mutating func append(leafHash: Digest) {
    var hash = SHA256()
    append(leafHash: leafHash, &hash)
  }

  /// Appends a leaf that is known by its hash.
  ///
  /// - Parameter hash: computes what is needed, whatever it took in before.
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

  /// The tree head (RFC 9162 §2.1.1); of the empty tree, the hash of nothing.
  package var head: Digest {
    var hash = SHA256()
    return head(&hash)
  }

  /// The tree head.
  ///
  /// - Parameter hash: computes what is needed, whatever it took in before.
  package func head(_ hash: inout SHA256) -> Digest {
    guard var head = heads.last else { return Digest(of: []) }
    for left in heads.dropLast().reversed() { head = MerkleTree.nodeHash(left, head, &hash) }
    return head
  }

  /// The hash of a leaf: SHA-256 of 0x00 and the leaf.
  package static func leafHash(_ leaf: [UInt8]) -> Digest {
    var hash = SHA256()
    withUnsafeBytes(of: 0x00 as UInt8) { hash.update($0) }
    leaf.withUnsafeBytes { hash.update($0) }
    return hash.finalize()
  }

  /// The hash of a node: SHA-256 of 0x01 and its two children's hashes.
  package static func nodeHash(_ left: Digest, _ right: Digest) -> Digest {
    var hash = SHA256()
    return nodeHash(left, right, &hash)
  }

  /// - Parameter hash: takes in the node, whatever it took in before.
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
