import TruthsText

/// The proof of a Merkle tree for one node, kept up to date while the tree grows, without keeping leaves.
package struct MerkleTrail: Sendable {
  /// The tree so far.
  package private(set) var tree: MerkleTree
  /// The index of the complete subtree that contains the node.
  private var place: Int
  /// The sibling hashes on the path so far, from the bottom.
  private var beside: [Digest] = []
  /// The hashes at the beginning of a proof.
  private let beginning: [Digest]

  /// Creates the trail of a leaf that is appended to a tree.
  package init(of leafHash: Digest, behind tree: MerkleTree) {
    self.tree = tree
    place = -1
    beginning = []
    append(leafHash, isOwn: true)
  }

  /// Creates the trail that shows that a later tree continues this one; it follows the smallest complete subtree.
  package init(since tree: MerkleTree) {
    self.tree = tree
    place = tree.subtrees.count - 1
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
    if isOwn { place = tree.subtrees.count - 1 }
  }

  /// Records that two subtrees were joined.
  ///
  /// - Parameters:
  ///   - index: the index of the left one among the subtrees.
  ///   - isOwn: whether the right one contains the node; on return, whether the joined one does.
  private mutating func note(_ left: Digest, _ right: Digest, _ index: Int, _ isOwn: inout Bool) {
    if isOwn {
      beside.append(left)
    } else if index == place {
      beside.append(right)
      isOwn = true
    }
  }

  /// The proof for the current tree, with the hashes in the order of RFC 9162; see `MerkleProof`.
  package var proof: [Digest] {
    var trail = self
    var isOwn = place == tree.subtrees.count - 1
    var head = tree.subtrees.last ?? tree.head
    for (index, left) in tree.subtrees.enumerated().dropLast().reversed() {
      trail.note(left, head, index, &isOwn)
      head = MerkleTree.nodeHash(left, head)
    }
    return trail.beside.isEmpty ? [] : beginning + trail.beside
  }
}
