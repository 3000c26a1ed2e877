import TruthsProgram

/// A presence test or look-up over one store, read through pointers alone: see ``BoundProbes``, which owns what they point to.
struct BoundProbe: BitwiseCopyable {
  private var slots: HashSlots.View
  private var cells: UnsafeMutablePointer<Cell>
  /// Cells of a row.
  private var width: Int
  /// Fields that identify a fact, as many as there are keys.
  private var identity: UnsafeMutablePointer<Int>
  private var seed: UInt64
  private var isKeyedByText: Bool
  /// Below 0 where the store has rows in several parts, or it is no probe of facts: then it is not bound.
  private var count: Int
  private var field: Int

  fileprivate init(_ probe: Probe, _ layer: FactLayer, _ identity: UnsafeMutablePointer<Int>, isBound: Bool) {
    slots = layer.slots.view
    cells = layer.cells.elements
    width = layer.shape.width
    self.identity = identity
    seed = CellHash.seed
    isKeyedByText = layer.shape.isKeyedByText
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
      if isKeyedByText {
        // What a proposal says and the store does not know is in no row, and a text that it knows has a hash of its own.
        return key.bits >= SymbolOverlay.base ? -1 : slots.find(CellHash.identity(ofText: key, seed: seed)) { _ in true }
      }
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

  /// Where a look-up by one key begins to read; `nil` where it reads nothing, or by more than one.
  func start(_ key: Cell) -> UnsafeRawPointer? {
    guard count == 1, !key.isMissing, !isKeyedByText || key.bits < SymbolOverlay.base else { return nil }
    return slots.start(CellHash.identity(ofKey: key, isText: isKeyedByText, seed: seed))
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
