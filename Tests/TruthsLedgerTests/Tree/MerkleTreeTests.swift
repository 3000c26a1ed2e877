import Testing
import TruthsLedger

/// The tree of RFC 9162 §2.1 as its text defines it, by recursion over all leaves: slow, simple, and independent of the tested
/// code.
enum PlainTree {
  /// MTH, §2.1.1.
  static func head(_ leaves: [[UInt8]]) -> [UInt8] {
    guard leaves.count > 1 else {
      return leaves.first.map { hash([0x00] + $0) } ?? hash([])
    }
    let k = split(leaves.count)
    return hash([0x01] + head(Array(leaves[..<k])) + head(Array(leaves[k...])))
  }

  /// PATH, §2.1.3.1.
  static func path(_ m: Int, _ leaves: [[UInt8]]) -> [[UInt8]] {
    guard leaves.count > 1 else { return [] }
    let k = split(leaves.count)
    if m < k { return path(m, Array(leaves[..<k])) + [head(Array(leaves[k...]))] }
    return path(m - k, Array(leaves[k...])) + [head(Array(leaves[..<k]))]
  }

  /// SUBPROOF, §2.1.4.1.
  static func subproof(_ m: Int, _ leaves: [[UInt8]], _ b: Bool) -> [[UInt8]] {
    if m == leaves.count { return b ? [] : [head(leaves)] }
    let k = split(leaves.count)
    if m <= k { return subproof(m, Array(leaves[..<k]), b) + [head(Array(leaves[k...]))] }
    return subproof(m - k, Array(leaves[k...]), false) + [head(Array(leaves[..<k]))]
  }

  private static func split(_ n: Int) -> Int {
    var k = 1
    while k * 2 < n { k *= 2 }
    return k
  }

  private static func hash(_ bytes: [UInt8]) -> [UInt8] { Digest(of: bytes).bytes }
}

struct MerkleTreeTests {
  private let leaves: [[UInt8]] = (0..<70).map { Array("leaf \($0)".utf8) }

  @Test func knownHeads() {
    let leaves: [[UInt8]] = [
      [], [0x00], [0x10], [0x20, 0x21], [0x30, 0x31], [0x40, 0x41, 0x42, 0x43],
      [0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57], Array(0x60...0x6F),
    ]
    let heads = [
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
      "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
      "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
      "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
      "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
      "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]
    var tree = MerkleTree()
    #expect(tree.head.hex == heads[0])
    for (place, leaf) in leaves.enumerated() {
      tree.append(leaf)
      #expect(tree.head.hex == heads[place + 1])
      #expect(tree.size == place + 1)
    }
  }

  @Test func headsAreThoseOfTheDefinition() {
    var tree = MerkleTree()
    for count in 0...leaves.count {
      #expect(tree.head.bytes == PlainTree.head(Array(leaves[..<count])))
      if count < leaves.count { tree.append(leaves[count]) }
    }
  }

  /// A hash can be reused for many trees: earlier bytes do not affect the result.
  @Test func oneHashComputesManyTrees() {
    var hash = SHA256()
    for count in [7, 0, 12, 40] {
      var tree = MerkleTree()
      for leaf in leaves[..<count] {
        leaf.withUnsafeBytes { hash.update($0) }
        tree.append(leafHash: MerkleTree.leafHash(leaf), &hash)
      }
      hash.restart()
      #expect(tree.head(&hash).bytes == PlainTree.head(Array(leaves[..<count])))
    }
  }

  @Test func inclusionProofs() {
    let hashes = leaves.map { MerkleTree.leafHash($0) }
    for size in 1...33 {
      let part = Array(hashes[..<size])
      let head = Digest(raw: PlainTree.head(Array(leaves[..<size])))
      for place in 0..<size {
        let proof = MerkleProof.inclusion(of: place, in: part) ?? []
        #expect(proof.map(\.bytes) == PlainTree.path(place, Array(leaves[..<size])))
        #expect(MerkleProof.verifies(inclusion: proof, leaf: hashes[place], place: place, size: size, head: head))
        for wrong in 0..<size where wrong != place {
          #expect(!MerkleProof.verifies(inclusion: proof, leaf: hashes[place], place: wrong, size: size, head: head))
        }
        #expect(!MerkleProof.verifies(inclusion: proof, leaf: hashes[40], place: place, size: size, head: head))
        #expect(!MerkleProof.verifies(inclusion: proof + [head], leaf: hashes[place], place: place, size: size, head: head))
        if !proof.isEmpty {
          #expect(!MerkleProof.verifies(inclusion: proof.dropLast(), leaf: hashes[place], place: place, size: size, head: head))
        }
      }
    }
    #expect(MerkleProof.inclusion(of: 0, in: []) == nil)
    #expect(MerkleProof.inclusion(of: -1, in: hashes) == nil)
    #expect(MerkleProof.inclusion(of: 70, in: hashes) == nil)
    #expect(!MerkleProof.verifies(inclusion: [], leaf: hashes[0], place: -1, size: 1, head: hashes[0]))
    #expect(!MerkleProof.verifies(inclusion: [], leaf: hashes[0], place: 0, size: 0, head: hashes[0]))
  }

  @Test func consistencyProofs() {
    let hashes = leaves.map { MerkleTree.leafHash($0) }
    let heads = (0...33).map { Digest(raw: PlainTree.head(Array(leaves[..<$0]))) }
    for later in 1...33 {
      for earlier in 1...later {
        let proof = MerkleProof.consistency(from: earlier, in: Array(hashes[..<later])) ?? []
        #expect(proof.map(\.bytes) == PlainTree.subproof(earlier, Array(leaves[..<later]), true))
        let (old, new) = ((earlier, heads[earlier]), (later, heads[later]))
        #expect(MerkleProof.verifies(consistency: proof, from: old, to: new))
        #expect(!MerkleProof.verifies(consistency: proof, from: (earlier, heads[earlier - 1]), to: new))
        #expect(!MerkleProof.verifies(consistency: proof, from: old, to: (later, heads[later - 1])))
        #expect(!MerkleProof.verifies(consistency: proof + [heads[1]], from: old, to: new))
        if !proof.isEmpty { #expect(!MerkleProof.verifies(consistency: proof.dropLast(), from: old, to: new)) }
      }
      #expect(MerkleProof.verifies(consistency: [], from: (0, heads[0]), to: (later, heads[later])))
      #expect(!MerkleProof.verifies(consistency: [], from: (0, heads[1]), to: (later, heads[later])))
    }
    #expect(MerkleProof.consistency(from: 0, in: hashes) == nil)
    #expect(MerkleProof.consistency(from: 71, in: hashes) == nil)
    #expect(!MerkleProof.verifies(consistency: [], from: (3, heads[3]), to: (2, heads[2])))
    #expect(!MerkleProof.verifies(consistency: [], from: (-1, heads[0]), to: (2, heads[2])))
  }

  @Test("a proof that is made while a tree grows is that of RFC 9162")
  func trails() {
    for end in 1...34 {
      for start in 0..<end {
        var tree = MerkleTree()
        for leaf in leaves[..<start] { tree.append(leaf) }
        var since = MerkleTrail(since: tree)
        since.append(MerkleTree.leafHash(leaves[start]))
        var inclusion = MerkleTrail(of: MerkleTree.leafHash(leaves[start]), behind: tree)
        for leaf in leaves[(start + 1)..<end] {
          since.append(MerkleTree.leafHash(leaf))
          inclusion.append(MerkleTree.leafHash(leaf))
        }
        let whole = Array(leaves[..<end])
        #expect(inclusion.proof.map(\.bytes) == PlainTree.path(start, whole))
        #expect(start == 0 || since.proof.map(\.bytes) == PlainTree.subproof(start, whole, true))
        #expect(inclusion.tree.head == since.tree.head)
      }
    }
  }
}
