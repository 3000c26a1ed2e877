import TruthsText

/// The proof of a Merkle tree for one node, kept up to date while the tree grows. It does not keep the leaves.
package struct MerkleTrail: Sendable {
  /// The tree so far.
  package private(set) var tree: MerkleTree
  /// The complete subtree that contains the node, as an index in the tree's list of complete subtrees.
  private var subtreeIndex: Int
  /// The sibling hashes on the path from the node upwards.
  private var beside: [Digest] = []
  /// The hashes that a proof begins with, before the sibling hashes.
  private let beginning: [Digest]

  /// Creates the trail of a leaf that is appended to a tree; its proof is the inclusion proof of the leaf.
  package init(of leafHash: Digest, behind tree: MerkleTree) {
    self.tree = tree
    subtreeIndex = -1
    beginning = []
    append(leafHash, isOwn: true)
  }

  /// Creates a trail for the proof that a later tree continues a given tree. It follows the given tree's smallest complete
  /// subtree.
  package init(since tree: MerkleTree) {
    self.tree = tree
    subtreeIndex = tree.subtrees.count - 1
    // A complete tree is known by its head, which is not sent.
    beginning = tree.subtrees.count > 1 ? tree.subtrees.suffix(1) : []
  }

  package mutating func append(_ leafHash: Digest) { append(leafHash, isOwn: false) }

  private mutating func append(_ leafHash: Digest, isOwn: Bool) {
    var isOwn = isOwn
    var grown = tree
    tree = MerkleTree()
    grown.append(leafHash: leafHash) { left, right, index in note(left, right, index, &isOwn) }
    tree = grown
    if isOwn { subtreeIndex = tree.subtrees.count - 1 }
  }

  /// Records that two subtrees were joined.
  ///
  /// - Parameters:
  ///   - index: the index of the left subtree among the complete subtrees.
  ///   - isOwn: whether the right subtree contains the node. On return, whether the joined subtree contains it.
  private mutating func note(_ left: Digest, _ right: Digest, _ index: Int, _ isOwn: inout Bool) {
    if isOwn {
      beside.append(left)
    } else if index == subtreeIndex {
      beside.append(right)
      isOwn = true
    }
  }

  /// The proof for the current tree, with the hashes in the order of RFC 9162; see `MerkleProof`.
  package var proof: [Digest] {
    var trail = self
    var isOwn = subtreeIndex == tree.subtrees.count - 1
    var head = tree.subtrees.last ?? tree.head
    for (index, left) in tree.subtrees.enumerated().dropLast().reversed() {
      trail.note(left, head, index, &isOwn)
      head = MerkleTree.nodeHash(left, head)
    }
    return trail.beside.isEmpty ? [] : beginning + trail.beside
  }
}
