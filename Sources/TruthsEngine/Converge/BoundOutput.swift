import TruthsCheck

/// An output of a truth with a ``ShortRule``, over one store that is written to while the output is made again and again.
///
/// It keeps no reference to the layers of the store: a layer with two owners would not be written to any more. They stay where
/// they are for as long as one group of matches fires, since the newest layer of every type that is written has one owner then.
final class BoundOutput {
  /// Index in ``Program/facts``.
  let type: Int
  /// Cells of a row.
  let width: Int
  /// The fact that was made last.
  let row: UnsafeMutablePointer<Cell>
  private let operands: UnsafeMutablePointer<BoundOperand>
  /// By position of a matched fact, where its rows are.
  private let sources: UnsafeMutablePointer<Layered>
  private let sourceCount: Int
  private let required: UnsafeMutablePointer<Int>
  private let requiredCount: Int
  private let identity: UnsafeMutablePointer<Int>
  private let identityCount: Int
  private let target: Layered

  /// The layers of a table, without owning them.
  private struct Layered {
    var layers: UnsafeMutablePointer<Unmanaged<FactLayer>>
    var count: Int
    var width: Int

    init(_ table: FactTable) {
      layers = plain(table.layers.all.map { .passUnretained($0) })
      count = table.layers.all.count
      width = table.shape.width
    }

    @inline(__always)
    func cell(at place: Int, _ field: Int) -> Cell {
      var index = count &- 1
      while true {
        let cell = layers[index]._withUnsafeGuaranteedRef { layer -> Cell? in
          index > 0 && layer.first > place ? nil : layer.cells[(place &- layer.first) &* width &+ field]
        }
        if let cell { return cell }
        index &-= 1
      }
    }
  }

  /// - Parameter types: by position of a matched fact, its type.
  /// - Precondition: the newest layer of the output's type has one owner (``FactStore/prepare(_:)``).
  init(_ output: ShortRule.Output, _ types: [Int], _ store: FactStore) {
    type = output.type
    let table = store.tables[output.type]
    width = table.shape.width
    (identity, identityCount) = (plain(table.shape.identity), table.shape.identity.count)
    (required, requiredCount) = (plain(output.required), output.required.count)
    (sources, sourceCount) = (plain(types.map { Layered(store.tables[$0]) }), types.count)
    target = Layered(table)
    operands = plain(output.fields.map { $0.map { BoundOperand($0, store) } ?? .absent })
    row = plain([Cell](repeating: .absent, count: width))
  }

  deinit {
    for source in 0..<sourceCount { sources[source].layers.deallocate() }
    target.layers.deallocate()
    for memory in [identity, required] { memory.deallocate() }
    sources.deallocate()
    operands.deallocate()
    row.deallocate()
  }

  /// Makes the fact of one match.
  ///
  /// - Returns: the first required field that is missing; below 0 where the fact is whole.
  @inline(__always)
  func fill(_ places: UnsafePointer<Int32>) -> Int {
    for index in 0..<width {
      let operand = operands + index
      let position = operand.pointee.position
      row[index] =
        position < 0 ? operand.pointee.constant : sources[position].cell(at: Int(places[position]), operand.pointee.field)
    }
    for index in 0..<requiredCount where row[required[index]].isMissing { return required[index] }
    return -1
  }

  /// The hash of the row's identity.
  @inline(__always)
  var hash: UInt64 {
    var hash = CellHash.seed
    for index in 0..<identityCount { hash = CellHash.add(row[identity[index]], to: hash) }
    return hash
  }

  /// The place of the newest version with the row's identity; below 0 where there is none.
  @inline(__always)
  func newest(_ hash: UInt64) -> Int {
    var index = target.count
    while index > 0 {
      index &-= 1
      let place = target.layers[index]._withUnsafeGuaranteedRef { layer in
        layer.find(hash) { candidate in
          let base = layer.cells.elements + candidate &* width
          for index in 0..<identityCount where base[identity[index]] != row[identity[index]] { return false }
          return true
        }
      }
      if place >= 0 { return place }
    }
    return -1
  }

  /// Whether the fact at a place says what the row says, bit by bit.
  @inline(__always)
  func isSame(at place: Int) -> Bool {
    if identityCount == width { return true }
    for field in 0..<width where target.cell(at: place, field) != row[field] { return false }
    return true
  }

  /// Appends the row as the first with its identity.
  ///
  /// - Returns: its place.
  @inline(__always)
  func append(hash: UInt64, sequence: Int, maker: Int32) -> Int {
    target.layers[target.count &- 1]._withUnsafeGuaranteedRef { layer in
      layer.append(row, hash: hash, sequence: sequence, origin: -1 &- maker)
      return layer.end &- 1
    }
  }
}

/// Elements in memory of their own, which whoever gets it gives back.
func plain<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
  let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
  for (place, element) in elements.enumerated() { (memory + place).initialize(to: element) }
  return memory
}
