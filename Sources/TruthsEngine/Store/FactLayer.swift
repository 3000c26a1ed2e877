import Synchronization
import TruthsText

/// The rows of one fact type that one store added at one time (``Layers``): cells in one flat array, with sequences and
/// origins.
///
/// `@unchecked Sendable`: it is written to only while it has one owner; indexes are built under a lock.
final class FactLayer: Layer, @unchecked Sendable {
  let shape: TableShape
  /// The place of the first row.
  let first: Int
  /// The cells, `shape.width` for each row.
  @exclusivity(unchecked) private(set) var cells: CellBuffer<Cell>
  /// The sequence of each row's entry in the ledger, present or future.
  @exclusivity(unchecked) private(set) var sequences: CellBuffer<Int>
  /// The number of each row's entry (``EntryTable``); for a row without an entry, `-1 -` the symbol of its truth's id.
  @exclusivity(unchecked) private(set) var origins: CellBuffer<Int32>
  /// The place of the corrected version, by the place of its correction.
  private(set) var earlier: [Int: Int] = [:]
  /// The newest row of this layer, by identity.
  @exclusivity(unchecked) private(set) var slots: HashSlots
  private let indexes = Mutex<[FactIndex]>([])
  private let order = Mutex(SourceOrder())

  init(_ shape: TableShape, first: Int) {
    self.shape = shape
    self.first = first
    cells = CellBuffer()
    sequences = CellBuffer()
    origins = CellBuffer()
    slots = HashSlots()
  }

  private init(_ older: FactLayer, _ newer: FactLayer) {
    shape = older.shape
    first = older.first
    cells = CellBuffer(older.cells, newer.cells)
    sequences = CellBuffer(older.sequences, newer.sequences)
    origins = CellBuffer(older.origins, newer.origins)
    slots = older.slots.copy()
    earlier = older.earlier.merging(newer.earlier) { _, new in new }
  }

  var count: Int { sequences.count }

  /// The place after the last row.
  var end: Int { first + sequences.count }

  var weight: Int { count }

  func follower() -> FactLayer { FactLayer(shape, first: end) }

  func joined(with next: FactLayer) -> FactLayer {
    let layer = FactLayer(self, next)
    next.slots.forEach { hash, row in
      let row = row + count
      let old = slots.view.find(hash) { isSame(layer, row, $0) }
      if old >= 0 { layer.slots.replace(hash, old, with: row) } else { layer.slots.insert(hash, row) }
    }
    return layer
  }

  // MARK: Identities

  /// Returns the place of the newest row of this layer with the hash that passes the test; below 0 if none exists.
  @inline(__always)
  func find(_ hash: UInt64, _ isWanted: (Int) -> Bool) -> Int {
    let row = slots.view.find(hash, isWanted)
    return row < 0 ? row : row &+ first
  }

  /// Returns whether a row of another layer has the identity of one of this layer. The other layer begins with this layer's
  /// rows.
  private func isSame(_ other: FactLayer, _ row: Int, _ own: Int) -> Bool {
    shape.identity.allSatisfy { cells[own * shape.width + $0] == other.cells[row * shape.width + $0] }
  }

  // MARK: Appending

  /// Appends a row that is the first with its identity in this layer.
  @inline(__always)
  func append(_ row: UnsafePointer<Cell>, hash: UInt64, sequence: Int, origin: Int32) {
    slots.insert(hash, sequences.count)
    cells.append(row, count: shape.width)
    sequences.append(sequence)
    origins.append(origin)
  }

  /// Makes room for `added` more rows, each the first with its identity.
  func reserve(_ added: Int) {
    cells.reserve(added * shape.width)
    sequences.reserve(added)
    origins.reserve(added)
    slots.reserve(added)
  }

  /// Adds `added` rows to the count, which were written after the last one, each the first with its identity.
  func advance(by added: Int) {
    cells.advance(by: added * shape.width)
    sequences.advance(by: added)
    origins.advance(by: added)
    slots.note(added)
  }

  /// Appends a new version of a fact.
  ///
  /// - Parameters:
  ///   - older: the row of this layer that it replaces; `nil` if the old row is in another layer.
  ///   - corrected: the place of the version before.
  func append(_ row: UnsafePointer<Cell>, hash: UInt64, sequence: Int, origin: Int32, older: Int?, corrected: Int) {
    earlier[end] = corrected
    if let older { slots.replace(hash, older, with: count) } else { slots.insert(hash, count) }
    cells.append(row, count: shape.width)
    sequences.append(sequence)
    origins.append(origin)
  }

  // MARK: Indexes

  /// Returns all rows in source order, including superseded versions.
  func ordered(key: (Int32) -> [UInt8]) -> [Int32] { order.withLock { $0.all(count, key: key) } }

  /// Returns some rows in source order.
  func ordered(_ rows: [Int32], key: (Int32) -> [UInt8]) -> [Int32] { order.withLock { $0.sorted(rows, of: count, key: key) } }

  @inline(__always)
  func cell(_ row: Int32, _ field: Int) -> Cell { cells[Int(row) &* shape.width &+ field] }

  /// Returns the index over some fields, extended to all rows.
  func index(_ fields: [Int]) -> FactIndex {
    indexes.withLock { Self.index(fields.map(IndexPart.field), of: self, among: &$0) { _, _ in .absent } }
  }

  /// Gives an index to `read` while the lock is held, so that `read` may store in the index what it computes.
  ///
  /// - Parameter compute: computes the value of a part for a row.
  func withIndex(_ parts: [IndexPart], _ compute: (ElementCode, Int32) -> Cell, _ read: (FactIndex) -> Void) {
    indexes.withLock { read(Self.index(parts, of: self, among: &$0, compute)) }
  }

  private static func index(
    _ parts: [IndexPart], of layer: FactLayer, among indexes: inout [FactIndex], _ compute: (ElementCode, Int32) -> Cell
  ) -> FactIndex {
    let known = indexes.first { $0.parts == parts }
    let index = known ?? FactIndex(parts)
    if known == nil { indexes.append(index) }
    index.extend(over: layer, compute)
    return index
  }
}
