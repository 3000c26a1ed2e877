package import TruthsText

/// The entries of a context in order, with their Merkle tree (runs §1 and hashes §3). A value type; copies share what they can.
package struct Ledger: Sendable {
  private var list = ChunkedList<LedgerRow>()
  /// The Merkle tree over the entries.
  package private(set) var tree = MerkleTree()

  package init() {}

  /// All entries, in sequence.
  ///
  /// - Complexity: O(n); for one entry take ``entry(sequence:)``.
  package var entries: [Entry] { entries(from: 1) }

  /// Entries so far.
  package var size: Int { list.count }

  /// The Merkle tree head over the entries, `sha256:…`.
  package var head: String { tree.head.prefixed }

  /// Appends an entry.
  ///
  /// - Complexity: O(log n) hashes at worst; a copy costs no more.
  package mutating func append(_ entry: Entry) { append(HashedEntry(entry: entry, leafHash: entry.leafHash)) }

  /// Appends an entry whose leaf has been hashed.
  package mutating func append(_ hashed: HashedEntry) { append(.made([hashed.entry], 0), hashed) }

  /// Appends an entry that was read from a line of data; the ledger keeps the place of the line, and reads it again once somebody
  /// asks for the entry.
  package mutating func append(_ hashed: HashedEntry, readFrom line: LedgerLine) { append(.read(line.data, line.start), hashed) }

  /// Appends entries that a tree holds behind those of this ledger.
  package mutating func append(_ entries: [Entry], tree: MerkleTree) {
    for place in entries.indices { list.append(.made(entries, place)) }
    self.tree = tree
  }

  /// From now on entries that were made are read from the lines that were written of them, and kept no more.
  ///
  /// - Parameters:
  ///   - sequence: of the first of them; all behind it are among them.
  ///   - lines: where the line of each stands.
  package mutating func keep(from sequence: Int, in lines: [LedgerLine]) {
    list.replace(from: sequence - 1, with: lines.map { .read($0.data, $0.start) })
  }

  private mutating func append(_ row: LedgerRow, _ hashed: HashedEntry) {
    list.append(row)
    tree.append(leafHash: hashed.leafHash)
  }

  /// The entry at a place, from 1.
  package func entry(sequence: Int) -> Entry? {
    switch list[sequence - 1] {
    case nil: nil
    case .made(let entries, let place): entries[place]
    case .read(let data, let start): LedgerReader.entry(lineAt: start, of: data, sequence: sequence)?.entry
    }
  }

  /// Where the line of an entry stands, from 1; `nil` where its entry is kept.
  package func line(sequence: Int) -> LedgerLine? {
    if case .read(let data, let start)? = list[sequence - 1] { LedgerLine(data, at: start) } else { nil }
  }

  /// The newest entry.
  package var lastEntry: Entry? { entry(sequence: size) }

  /// The entries from a place on, from 1: what was appended since the ledger had one entry less.
  package func entries(from sequence: Int) -> [Entry] {
    (max(1, sequence)..<max(1, sequence, size + 1)).compactMap { entry(sequence: $0) }
  }

  /// The proof that the entry at a place, from 1, stands in the ledger (RFC 9162 §2.1.3); see ``MerkleProof``.
  ///
  /// - Complexity: O(n): every leaf is hashed again.
  package func inclusionProof(sequence: Int) -> [Digest]? { MerkleProof.inclusion(of: sequence - 1, in: leaves) }

  /// The proof that the ledger continues its first `size` entries (RFC 9162 §2.1.4); see ``MerkleProof``.
  ///
  /// - Complexity: O(n): every leaf is hashed again.
  package func consistencyProof(from size: Int) -> [Digest]? { MerkleProof.consistency(from: size, in: leaves) }

  private var leaves: [Digest] { (1..<size + 1).compactMap { entry(sequence: $0)?.leafHash } }

  /// Whether a proof shows that an entry stands in the ledger at its place.
  ///
  /// - Complexity: O(n) hashes.
  package func proves(_ entry: Entry) -> Bool {
    guard let proof = inclusionProof(sequence: entry.sequence) else { return false }
    return MerkleProof.verifies(
      inclusion: proof, leaf: entry.leafHash, place: entry.sequence - 1, size: size, head: tree.head)
  }

  /// Whether a proof shows that the ledger continues an earlier one.
  ///
  /// - Complexity: O(n) hashes.
  package func proves(itContinues earlier: Ledger) -> Bool {
    MerkleProof.verifies(
      consistency: consistencyProof(from: earlier.size) ?? [], from: (earlier.size, earlier.tree.head), to: (size, tree.head))
  }
}

/// Where an entry stands in data, so that nobody has to keep it.
package struct LedgerLine: Sendable {
  package var data: DataBytes
  /// Where its line begins.
  package var start: Int

  package init(_ data: DataBytes, at start: Int) {
    self.data = data
    self.start = start
  }
}

/// An entry of a ledger: one that was made, by its place among those that were made with it, or where one that was read stands.
private enum LedgerRow: Sendable {
  case made([Entry], Int)
  case read(DataBytes, Int)
}

/// A list that only grows and whose copies share all but its end, so that to append to a copy costs a chunk and not O(n): every
/// run goes on from a copy of the context that it was given.
struct ChunkedList<Element: Sendable>: Sendable {
  private var full: [[Element]] = []
  private var last: [Element] = []

  /// The empty list.
  init() {}

  /// Elements so far.
  var count: Int { full.count * Self.chunk + last.count }

  /// Appends an element.
  ///
  /// - Complexity: O(1) on average; to the first one after a copy, O(elements / 512).
  mutating func append(_ element: Element) {
    last.append(element)
    guard last.count == Self.chunk else { return }
    full.append(last)
    last = []
  }

  /// The element at a place from 0.
  subscript(place: Int) -> Element? {
    guard place >= 0, place < count else { return nil }
    let (chunk, rest) = place.quotientAndRemainder(dividingBy: Self.chunk)
    return chunk < full.count ? full[chunk][rest] : last[rest]
  }

  /// Puts elements in the place of those from a place on, as many as there are.
  mutating func replace(from place: Int, with elements: [Element]) {
    for (offset, element) in elements.enumerated() {
      let (chunk, rest) = (place + offset).quotientAndRemainder(dividingBy: Self.chunk)
      if full.indices.contains(chunk) {
        full[chunk][rest] = element
      } else if last.indices.contains(rest) {
        last[rest] = element
      }
    }
  }

  private static var chunk: Int { 512 }
}
