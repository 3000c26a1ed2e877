import TruthsCheck

/// A presence test or look-up over one store, read through pointers alone: see ``BoundProbes``, which owns what they point to.
struct BoundProbe: BitwiseCopyable {
  private var slots: HashSlots.View
  private var cells: UnsafeMutablePointer<Cell>
  /// Cells of a row.
  private var width: Int
  /// Fields that identify a fact, as many as there are keys.
  private var identity: UnsafeMutablePointer<Int>
  private var seed: UInt64
  /// Below 0 where the store has rows in several parts, or it is no probe of facts: then it is not bound.
  private var count: Int
  private var field: Int

  fileprivate init(_ probe: Probe, _ layer: FactLayer, _ identity: UnsafeMutablePointer<Int>, isBound: Bool) {
    slots = layer.slots.view
    cells = layer.cells.elements
    width = layer.shape.width
    self.identity = identity
    seed = CellHash.seed
    count = isBound ? probe.count : -1
    field = probe.field
  }

  @inline(__always)
  var isBound: Bool { count > 0 }

  /// The row of the newest version with the keys; below 0 where there is none.
  @inline(__always)
  func find(_ keys: UnsafePointer<Cell>) -> Int {
    if count == 1 {
      let key = keys.pointee
      let own = cells + identity.pointee
      return slots.find(CellHash.add(key, to: seed)) { own[$0 &* width] == key }
    }
    var hash = seed
    for place in 0..<count { hash = CellHash.add(keys[place], to: hash) }
    return slots.find(hash) { row in
      let base = cells + row &* width
      for place in 0..<count where base[identity[place]] != keys[place] { return false }
      return true
    }
  }

  /// The field that is looked up.
  @inline(__always)
  func cell(at row: Int) -> Cell { cells[row &* width &+ field] }
}

/// The probes of some code over a store that nobody writes to.
///
/// Sendable although it holds pointers: nothing is written behind them once it is made.
final class BoundProbes: @unchecked Sendable {
  let first: UnsafeMutablePointer<BoundProbe>
  private var identities: [UnsafeMutablePointer<Int>] = []
  /// Keeps the tables that the probes point into.
  private let store: FactStore

  init(_ unit: CompiledUnit, _ store: FactStore) {
    self.store = store
    first = UnsafeMutablePointer<BoundProbe>.allocate(capacity: max(1, unit.probeCount))
    let ofFacts = unit.factProbes
    for place in 0..<unit.probeCount {
      let probe = unit.probes[place]
      let table = store.tables[ofFacts.contains(place) ? probe.type : 0]
      let identity = plain(table.shape.identity)
      identities.append(identity)
      let isBound = ofFacts.contains(place) && table.layers.all.count == 1 && probe.count == table.shape.identity.count
      (first + place).initialize(to: BoundProbe(probe, table.layers.last, identity, isBound: isBound))
    }
  }

  deinit {
    for identity in identities { identity.deallocate() }
    first.deallocate()
  }
}
