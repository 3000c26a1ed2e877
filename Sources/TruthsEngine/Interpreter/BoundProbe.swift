import TruthsProgram

/// A presence test or look-up bound to one store, read through pointers only; ``BoundProbes`` owns their memory.
struct BoundProbe: BitwiseCopyable {
  private var slots: HashSlots.View
  private var cells: UnsafeMutablePointer<Cell>
  /// The number of cells in a row.
  private var width: Int
  /// The fields that identify a fact, as many as there are keys.
  private var identity: UnsafeMutablePointer<Int>
  private var seed: UInt64
  private var isKeyedByText: Bool
  /// The number of keys; below 0 where the probe is not bound: it asks for no fact, or the table has several layers.
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

  /// Returns the row of the newest version with the keys; below 0 if none exists.
  @inline(__always)
  func find(_ keys: UnsafePointer<Cell>) -> Int {
    if count == 1 {
      let key = keys.pointee
      if isKeyedByText {
        // A text that only the proposal has is in no row, and a text of the store has a unique hash.
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

  /// Returns the address at which a look-up by a single key begins to read; `nil` for other look-ups.
  func start(_ key: Cell) -> UnsafeRawPointer? {
    guard count == 1, !key.isMissing, !isKeyedByText || key.bits < SymbolOverlay.base else { return nil }
    return slots.start(CellHash.identity(ofKey: key, isText: isKeyedByText, seed: seed))
  }

  /// Returns the looked-up field of a row.
  @inline(__always)
  func cell(at row: Int) -> Cell { cells[row &* width &+ field] }
}

/// The probes of a compiled unit, bound to a store that is not written to.
///
/// `@unchecked Sendable`: the memory behind its pointers is immutable after `init`.
final class BoundProbes: @unchecked Sendable {
  let first: UnsafeMutablePointer<BoundProbe>
  private var identities: [UnsafeMutablePointer<Int>] = []
  /// Keeps alive the tables that the probes point into.
  private let store: FactStore

  init(_ unit: CompiledUnit, _ store: FactStore) {
    self.store = store
    first = UnsafeMutablePointer<BoundProbe>.allocate(capacity: max(1, unit.probeCount))
    let ofFacts = unit.factProbes
    for index in 0..<unit.probeCount {
      let probe = unit.probes[index]
      let table = store.tables[ofFacts.contains(index) ? probe.type : 0]
      let identity = plain(table.shape.identity)
      identities.append(identity)
      let isBound = ofFacts.contains(index) && table.layers.all.count == 1 && probe.count == table.shape.identity.count
      (first + index).initialize(to: BoundProbe(probe, table.layers.last, identity, isBound: isBound))
    }
  }

  deinit {
    for identity in identities { identity.deallocate() }
    first.deallocate()
  }
}
