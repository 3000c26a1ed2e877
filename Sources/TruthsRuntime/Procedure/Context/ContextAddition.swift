import TruthsCheck
import TruthsEngine
import TruthsLedger

/// Entries behind a context, which is as it was. A dry run only tells them; who keeps them asks for the context with them in it.
struct ContextAddition: Sendable {
  private let context: Context
  /// In sequence.
  private(set) var entries: [Entry] = []
  private var leafHashes: [Digest] = []
  private var tree: MerkleTree
  /// What the fact entries among them say, in order.
  var facts: [ProducedFact] = []

  init(to context: Context) {
    self.context = context
    tree = context.ledger.tree
  }

  /// Makes room for so many entries more.
  mutating func reserve(_ count: Int) {
    entries.reserveCapacity(entries.count + count)
    leafHashes.reserveCapacity(leafHashes.count + count)
  }

  /// - Parameter hash: computes the tree, whatever it took in before.
  mutating func append(_ sealed: SealedEntry, _ hash: inout SHA256) {
    entries.append(sealed.entry)
    leafHashes.append(sealed.leafHash)
    tree.append(leafHash: sealed.leafHash, &hash)
  }

  /// Head and size of the context with them in it.
  ///
  /// - Parameter hash: computes the head, whatever it took in before.
  func point(_ hash: inout SHA256) -> ContextPoint {
    entries.isEmpty ? context.point : ContextPoint(head: tree.head(&hash).prefixed, size: context.ledger.size + entries.count)
  }

  /// Fact entries of the context with them in it.
  var factsCount: Int { context.factsCount + facts.count }

  /// The context with them in it.
  ///
  /// - Complexity: O(entries · log size).
  func whole(program: Program, isClosed: Bool) -> Context {
    var result = context
    let facts = facts.map { TypedFact(type: $0.payload.type, fields: $0.payload.fields) }
    result.append(entries, leafHashes: leafHashes, tree: tree, facts: facts, program: program)
    if isClosed { result.markClosed() }
    return result
  }
}
