package import TruthsText

/// The entries of a context in order, with their Merkle tree (runs §1 and hashes §3). A value type; copies share most of
/// their storage.
package struct Ledger: Sendable {
  private var list = ChunkedList<LedgerRow>()
  /// The Merkle tree over the entries.
  package private(set) var tree = MerkleTree()

  package init() {}

  /// All entries, in order.
  ///
  /// - Complexity: O(n); for one entry use `entry(sequence:)`.
  package var entries: [Entry] { entries(from: 1) }

  /// The number of entries.
  package var size: Int { list.count }

  /// The Merkle tree head over the entries, `sha256:…`.
  package var head: String { tree.head.prefixed }

  /// Appends an entry.
  ///
  /// - Complexity: O(log n) hashes at worst. Appending to a copy costs no more.
  package mutating func append(_ entry: Entry) { append(HashedEntry(entry: entry, leafHash: entry.leafHash)) }

  /// Appends an entry whose leaf hash is already known.
  package mutating func append(_ hashed: HashedEntry) { append(.made([hashed.entry], 0), hashed) }

  /// Appends an entry that was read from a line of data. The ledger keeps only the position of the line. It reads the line
  /// again when the entry is asked for.
  package mutating func append(_ hashed: HashedEntry, readFrom line: LedgerLine) { append(.read(line.data, line.start), hashed) }

  /// Appends entries and replaces the tree by one that already contains them.
  package mutating func append(_ entries: [Entry], tree: MerkleTree) {
    for place in entries.indices { list.append(.made(entries, place)) }
    self.tree = tree
  }

  /// Replaces entries in memory by the lines to which they were written. The ledger then reads these entries from their lines.
  ///
  /// - Parameters:
  ///   - sequence: the sequence of the first replaced entry; all later entries are replaced, too.
  ///   - lines: the line of each entry.
  package mutating func keep(from sequence: Int, in lines: [LedgerLine]) {
    list.replace(from: sequence - 1, with: lines.map { .read($0.data, $0.start) })
  }

  private mutating func append(_ row: LedgerRow, _ hashed: HashedEntry) {
    list.append(row)
    tree.append(leafHash: hashed.leafHash)
  }

  /// Returns the entry with a sequence, counted from 1; `nil` if the ledger has no such entry.
  package func entry(sequence: Int) -> Entry? {
    switch list[sequence - 1] {
    case nil: nil
    case .made(let entries, let place): entries[place]
    case .read(let data, let start): LedgerReader.entry(lineAt: start, of: data, sequence: sequence)?.entry
    }
  }

  /// Returns the line of the entry with a sequence, counted from 1; `nil` if the entry is kept in memory.
  package func line(sequence: Int) -> LedgerLine? {
    if case .read(let data, let start)? = list[sequence - 1] { LedgerLine(data, at: start) } else { nil }
  }

  package var lastEntry: Entry? { entry(sequence: size) }

  /// Returns the entries whose sequence is at least the given one. Sequences count from 1.
  package func entries(from sequence: Int) -> [Entry] {
    (max(1, sequence)..<max(1, sequence, size + 1)).compactMap { entry(sequence: $0) }
  }

  /// Returns the proof that the ledger contains the entry with a sequence, counted from 1 (RFC 9162 §2.1.3). `nil` if the
  /// ledger has no such entry. See `MerkleProof`.
  ///
  /// - Complexity: O(n), because every leaf is hashed again.
  package func inclusionProof(sequence: Int) -> [Digest]? { MerkleProof.inclusion(of: sequence - 1, in: leaves) }

  /// Returns the proof that the ledger continues its first `size` entries (RFC 9162 §2.1.4). `nil` unless `size` is from 1 to
  /// the number of entries. See `MerkleProof`.
  ///
  /// - Complexity: O(n), because every leaf is hashed again.
  package func consistencyProof(from size: Int) -> [Digest]? { MerkleProof.consistency(from: size, in: leaves) }

  private var leaves: [Digest] { (1..<size + 1).compactMap { entry(sequence: $0)?.leafHash } }

  /// Whether a proof shows that the ledger contains an entry at the entry's own sequence.
  ///
  /// - Complexity: O(n) hashes.
  package func proves(_ entry: Entry) -> Bool {
    guard let proof = inclusionProof(sequence: entry.sequence) else { return false }
    return MerkleProof.verifies(
      inclusion: proof, leaf: entry.leafHash, place: entry.sequence - 1, size: size, head: tree.head)
  }

  /// Whether a proof shows that the ledger continues an earlier ledger.
  ///
  /// - Complexity: O(n) hashes.
  package func proves(itContinues earlier: Ledger) -> Bool {
    MerkleProof.verifies(
      consistency: consistencyProof(from: earlier.size) ?? [], from: (earlier.size, earlier.tree.head), to: (size, tree.head))
  }
}

/// The position of an entry's line in data, kept instead of the entry.
package struct LedgerLine: Sendable {
  package var data: DataBytes
  /// The offset at which the line begins.
  package var start: Int

  package init(_ data: DataBytes, at start: Int) {
    self.data = data
    self.start = start
  }
}

/// A row of a ledger: an entry in memory, or the position of an entry's line in data. An entry in memory is given by an array of
/// entries and an index in that array.
private enum LedgerRow: Sendable {
  case made([Entry], Int)
  case read(DataBytes, Int)
}

/// An append-only list whose copies share all but the last chunk. Every run appends to a copy of its context, and such an
/// append costs one chunk instead of O(n).
struct ChunkedList<Element: Sendable>: Sendable {
  private var full: [[Element]] = []
  private var last: [Element] = []

  init() {}

  var count: Int { full.count * Self.chunk + last.count }

  /// Appends an element.
  ///
  /// - Complexity: O(1) on average; for the first element after a copy, O(elements / 512).
  mutating func append(_ element: Element) {
    last.append(element)
    guard last.count == Self.chunk else { return }
    full.append(last)
    last = []
  }

  /// The element at an index from 0, or `nil` outside the list.
  subscript(place: Int) -> Element? {
    guard place >= 0, place < count else { return nil }
    let (chunk, rest) = place.quotientAndRemainder(dividingBy: Self.chunk)
    return chunk < full.count ? full[chunk][rest] : last[rest]
  }

  /// Replaces as many elements as are given, starting at an index.
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
