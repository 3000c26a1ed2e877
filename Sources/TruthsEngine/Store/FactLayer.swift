import Synchronization
import TruthsText

/// Rows of one fact type that were new to one store at one time (``Layers``): cells in one flat array, and beside them what a row
/// is known by.
///
/// Sendable although it changes: only a layer that nobody else has is written to; join indexes are built under a lock.
final class FactLayer: Layer, @unchecked Sendable {
  let shape: TableShape
  /// The place of the first row.
  let first: Int
  /// `shape.width` cells per row.
  private(set) var cells: [Cell] = []
  /// Where each row stands in the ledger, or will stand.
  private(set) var sequences: [Int] = []
  /// The number of a row's entry (``EntryTable``); below 0, for a row that has none yet, `-1 -` the symbol of the truth's id.
  private(set) var origins: [Int32] = []
  /// For the place of each row that corrects another, the place of that one.
  private(set) var earlier: [Int: Int] = [:]
  /// From the identity to the newest row of this layer.
  private var slots = HashSlots()
  private let joins = Mutex<[JoinIndex]>([])

  init(_ shape: TableShape, first: Int) {
    self.shape = shape
    self.first = first
  }

  var count: Int { sequences.count }

  /// The place behind the last row.
  var end: Int { first + sequences.count }

  var weight: Int { count }

  func follower() -> FactLayer { FactLayer(shape, first: end) }

  func joined(with next: FactLayer) -> FactLayer {
    let layer = FactLayer(shape, first: first)
    layer.cells = cells + next.cells
    layer.sequences = sequences + next.sequences
    layer.origins = origins + next.origins
    layer.earlier = earlier.merging(next.earlier) { _, new in new }
    layer.slots = slots
    next.slots.forEach { hash, row in
      let (row, base) = (row + count, (row + count) * shape.width)
      if let old = slots.find(hash, { isSame(layer.cells, base, $0) }) {
        layer.slots.replace(hash, old, with: row)
      } else {
        layer.slots.insert(hash, row)
      }
    }
    return layer
  }

  // MARK: Identities

  /// The place of the newest row of this layer with a hash for which a test is true; -1 where there is none.
  @inline(__always)
  func find(_ hash: UInt64, _ isWanted: (Int) -> Bool) -> Int {
    slots.find(hash, isWanted).map { $0 + first } ?? -1
  }

  private func isSame(_ others: [Cell], _ base: Int, _ row: Int) -> Bool {
    shape.identity.allSatisfy { cells[row * shape.width + $0] == others[base + $0] }
  }

  // MARK: Appending

  /// Appends a row.
  ///
  /// - Parameter older: the row of this layer that it comes instead of.
  /// - Parameter corrected: the place of the version before; below 0 where it is the first.
  func append(_ row: [Cell], hash: UInt64, sequence: Int, origin: Int32, older: Int?, corrected: Int) {
    let place = sequences.count
    cells.append(contentsOf: row)
    sequences.append(sequence)
    origins.append(origin)
    if let older { slots.replace(hash, older, with: place) } else { slots.insert(hash, place) }
    if corrected >= 0 { earlier[first + place] = corrected }
  }

  // MARK: Joins

  /// The index over some fields, as far as the layer goes.
  func join(_ fields: [Int]) -> JoinIndex {
    joins.withLock { joins in
      if let known = joins.first(where: { $0.fields == fields }) {
        known.extend(over: self)
        return known
      }
      let index = JoinIndex(fields)
      index.extend(over: self)
      joins.append(index)
      return index
    }
  }
}
