import TruthsText

/// The way from a node of a tree up to its head while the tree grows: what proofs are made of, without a leaf being kept.
package struct MerkleTrail: Sendable {
  /// The tree so far.
  package private(set) var tree: MerkleTree
  /// Where among the tree's complete subtrees the node is.
  private var place: Int
  /// The hashes beside the way so far, from below.
  private var beside: [Digest] = []
  /// What a proof begins with.
  private let beginning: [Digest]

  /// The way of a leaf that is appended to a tree.
  package init(of leafHash: Digest, behind tree: MerkleTree) {
    self.tree = tree
    place = -1
    beginning = []
    append(leafHash, isOwn: true)
  }

  /// The way by which a later tree is shown to continue a tree: that of its smallest complete subtree.
  package init(since tree: MerkleTree) {
    self.tree = tree
    place = tree.subtrees.count - 1
    // A tree that is complete is known by its head, and not sent.
    beginning = tree.subtrees.count > 1 ? tree.subtrees.suffix(1) : []
  }

  /// Appends a leaf.
  package mutating func append(_ leafHash: Digest) { append(leafHash, isOwn: false) }

  private mutating func append(_ leafHash: Digest, isOwn: Bool) {
    var isOwn = isOwn
    var grown = tree
    tree = MerkleTree()
    grown.append(leafHash: leafHash) { left, right, index in note(left, right, index, &isOwn) }
    tree = grown
    if isOwn { place = tree.subtrees.count - 1 }
  }

  /// Takes in that two subtrees become one.
  ///
  /// - Parameters:
  ///   - index: of the left one among the subtrees.
  ///   - isOwn: whether the node is in the right one; then whether it is in the two.
  private mutating func note(_ left: Digest, _ right: Digest, _ index: Int, _ isOwn: inout Bool) {
    if isOwn {
      beside.append(left)
    } else if index == place {
      beside.append(right)
      isOwn = true
    }
  }

  /// The proof about the tree as it is now, in the order in which RFC 9162 lists the hashes; see ``MerkleProof``.
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
