import TruthsProgram

/// An output of a truth with a ``ShortRule``, bound to one store that grows while the output makes facts.
///
/// It makes the facts of many matches together, so that memory for one look-up is fetched while others are prepared.
///
/// It holds no references to the layers, because a layer with two owners is not written to. The addresses stay valid while one
/// group of matches fires, since the newest layer of every written type then has one owner.
final class BoundOutput {
  /// Index in ``Program/facts``.
  let type: Int
  /// The number of cells in a row.
  let width: Int
  /// The largest number of facts made together.
  static let most = 64
  /// The facts made last, in consecutive rows.
  private let rows: UnsafeMutablePointer<Cell>
  /// The hashes of the identities of these facts.
  private let hashes: UnsafeMutablePointer<UInt64>
  private let operands: UnsafeMutablePointer<BoundOperand>
  /// The tables of the matched facts, by their position in the match.
  private let sources: UnsafeMutablePointer<Layered>
  private let sourceCount: Int
  private let required: UnsafeMutablePointer<Int>
  private let requiredCount: Int
  private let identity: UnsafeMutablePointer<Int>
  private let identityCount: Int
  private let isKeyedByText: Bool
  private let target: Layered

  /// The layers of a table, as unowned references.
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

  /// Binds an output to a store.
  ///
  /// - Parameter types: the types of the matched facts, by position.
  /// - Precondition: the newest layer of the output's type has one owner (``FactStore/prepare(_:)``).
  init(_ output: ShortRule.Output, _ types: [Int], _ store: FactStore) {
    type = output.type
    let table = store.tables[output.type]
    width = table.shape.width
    (identity, identityCount) = (plain(table.shape.identity), table.shape.identity.count)
    isKeyedByText = table.shape.isKeyedByText
    (required, requiredCount) = (plain(output.required), output.required.count)
    (sources, sourceCount) = (plain(types.map { Layered(store.tables[$0]) }), types.count)
    target = Layered(table)
    operands = plain(output.fields.map { $0.map { BoundOperand($0, store) } ?? .absent })
    rows = plain([Cell](repeating: .absent, count: width * Self.most))
    hashes = plain([UInt64](repeating: 0, count: Self.most))
  }

  deinit {
    for source in 0..<sourceCount { sources[source].layers.deallocate() }
    target.layers.deallocate()
    for memory in [identity, required] { memory.deallocate() }
    sources.deallocate()
    operands.deallocate()
    rows.deallocate()
    hashes.deallocate()
  }

  // MARK: Facts made

  /// Makes the facts of some matches, ``most`` at most.
  ///
  /// - Parameters:
  ///   - places: the places of the matched facts, match after match.
  ///   - length: the number of facts in a match.
  func fill(_ places: UnsafePointer<Int32>, matches: Int, length: Int) {
    for field in 0..<width {
      let operand = operands[field]
      if operand.position < 0 {
        for match in 0..<matches { rows[match &* width &+ field] = operand.constant }
      } else {
        copy(sources[operand.position], operand.field, to: rows + field, places + operand.position, matches, length)
      }
    }
    let seed = CellHash.seed
    for match in 0..<matches {
      let hash = CellHash.identity(ofRow: rows + match &* width, identity, identityCount, isText: isKeyedByText, seed: seed)
      hashes[match] = hash
    }
  }

  /// Copies one field of the facts at some places into one field of every row.
  @inline(__always)
  private func copy(
    _ source: Layered, _ field: Int, to target: UnsafeMutablePointer<Cell>, _ places: UnsafePointer<Int32>, _ matches: Int,
    _ length: Int
  ) {
    if source.count == 1 {
      source.layers.pointee._withUnsafeGuaranteedRef { layer in
        let cells = layer.cells.elements + field
        for match in 0..<matches { target[match &* width] = cells[Int(places[match &* length]) &* source.width] }
      }
    } else {
      for match in 0..<matches { target[match &* width] = source.cell(at: Int(places[match &* length]), field) }
    }
  }

  @inline(__always)
  func row(_ match: Int) -> UnsafeMutablePointer<Cell> { rows + match &* width }

  /// Returns the first required field that a fact lacks; below 0 where the fact is complete.
  @inline(__always)
  func missing(_ match: Int) -> Int {
    let row = row(match)
    for index in 0..<requiredCount where row[required[index]].isMissing { return required[index] }
    return -1
  }

  @inline(__always)
  func hash(_ match: Int) -> UInt64 { hashes[match] }

  /// Returns the place of the newest version with a fact's identity; below 0 if none exists.
  @inline(__always)
  func newest(_ match: Int) -> Int { newest(match, before: target.count) }

  /// Returns the place of the newest version with a fact's identity in the oldest `layers`; below 0 if none exists.
  private func newest(_ match: Int, before layers: Int) -> Int {
    let (row, hash) = (row(match), hashes[match])
    var index = layers
    while index > 0 {
      index &-= 1
      let newest = target.layers[index]._withUnsafeGuaranteedRef { layer in
        let cells = layer.cells.elements
        return layer.find(hash) { candidate in
          let base = cells + candidate &* width
          for index in 0..<identityCount where base[identity[index]] != row[identity[index]] { return false }
          return true
        }
      }
      if newest >= 0 { return newest }
    }
    return -1
  }

  /// Returns whether the fact at a place equals a made fact, compared as bits.
  @inline(__always)
  func isSame(_ match: Int, at place: Int) -> Bool {
    if identityCount == width { return true }
    let row = row(match)
    for field in 0..<width where target.cell(at: place, field) != row[field] { return false }
    return true
  }

  /// Appends a made fact as the first with its identity.
  ///
  /// - Returns: its place.
  @inline(__always)
  func append(_ match: Int, sequence: Int, maker: Int32) -> Int {
    target.layers[target.count &- 1]._withUnsafeGuaranteedRef { layer in
      layer.append(row(match), hash: hashes[match], sequence: sequence, origin: -1 &- maker)
      return layer.end &- 1
    }
  }

  /// Appends the new facts, up to one that is incomplete or exists with another content.
  ///
  /// - Parameters:
  ///   - range: the made facts to append.
  ///   - sequence: the sequence of the first new fact.
  /// - Returns: the position where it stopped, and the number of new facts, which are at the end of the table.
  func append(_ range: Range<Int>, sequence: Int, maker: Int32) -> (end: Int, new: Int) {
    target.layers[target.count &- 1]._withUnsafeGuaranteedRef { layer in
      layer.reserve(range.count)
      let (cells, count, slots) = (layer.cells.elements, layer.count, layer.slots.view)
      let (sequences, origins) = (layer.sequences.elements + count, layer.origins.elements + count)
      let (rows, width, identity, identityCount) = (rows, width, identity, identityCount)
      var (match, new) = (range.lowerBound, 0)
      while match < range.upperBound {
        let row = rows + match &* width
        if missing(match) >= 0 { break }
        var earlier = older(match)
        if earlier >= 0 {
          // A correction of it may be in the newest layer.
          earlier = newest(match)
        } else {
          earlier = slots.findOrPut(hashes[match], count &+ new) { candidate in
            let base = cells + candidate &* width
            for index in 0..<identityCount where base[identity[index]] != row[identity[index]] { return false }
            return true
          }
          if earlier < 0 {
            let copy = cells + (count &+ new) &* width
            for field in 0..<width { (copy + field).initialize(to: row[field]) }
            (sequences + new).initialize(to: sequence &+ new)
            (origins + new).initialize(to: -1 &- maker)
            new &+= 1
            match &+= 1
            continue
          }
          earlier &+= layer.first
        }
        if !isSame(match, at: earlier) { break }
        match &+= 1
      }
      layer.advance(by: new)
      return (match, new)
    }
  }

  /// Returns the place of the newest version with a fact's identity in all layers except the newest; below 0 if none exists.
  @inline(__always)
  private func older(_ match: Int) -> Int { target.count == 1 ? -1 : newest(match, before: target.count &- 1) }
}

/// A step of a plan over one store, read through pointers; ``BoundPlan`` owns their memory.
struct BoundStep: BitwiseCopyable {
  var position: Int
  var type: Int
  /// The number of cells in a row.
  var width: Int
  /// The range of places that the step may visit.
  var lower: Int
  var upper: Int
  var hasVersions: Bool
  /// Whether rows are found by an index. Otherwise the range is scanned: nothing joins it, or it contains only new facts.
  var isJoined: Bool
  /// The fields that must equal `values`, whose present values are in `wanted`.
  var fields: UnsafeMutablePointer<Int>
  var values: UnsafeMutablePointer<BoundOperand>
  var wanted: UnsafeMutablePointer<Cell>
  var fieldCount: Int
  var seed: UInt64
  /// The field that must have no value; below 0 for none.
  var absent: Int
  var tests: UnsafeMutablePointer<BoundComparing>
  var testCount: Int
  var layers: UnsafeMutablePointer<BoundLayer>
  var layerCount: Int
}

/// A layer of a table, and its index over the fields of a step.
struct BoundLayer: BitwiseCopyable {
  var cells: UnsafeMutablePointer<Cell>
  var first: Int
  var count: Int
  var groups: HashSlots.View
  var oldest: UnsafeMutablePointer<Int32>
  var next: UnsafeMutablePointer<Int32>
  /// The rows in no group, ascending; rows without a value are among them.
  var ungrouped: UnsafeMutablePointer<Int32>
  var ungroupedCount: Int
}

/// An operand bound to one store.
struct BoundOperand: BitwiseCopyable {
  /// The position of the fact that it is read from; below 0 for a constant.
  var position: Int
  var field: Int
  var constant: Cell

  /// An operand that has no value in any match.
  static let absent = BoundOperand()

  private init() { (position, field, constant) = (-1, 0, .absent) }

  /// Binds an operand.
  ///
  /// - Parameter store: a store with the constants of the program (``FactStore/init(program:)``).
  init(_ operand: MatchPlan.Operand, _ store: FactStore) {
    (position, field, constant) = (-1, 0, .absent)
    switch operand {
    case .constant(let value): constant = store.symbols.findCell(of: value) ?? .absent
    case .policy(let index): constant = store.policyRow[index]
    case .field(let position, let field): (self.position, self.field) = (position, field)
    }
  }
}

struct BoundComparing: BitwiseCopyable {
  /// The number of a ``Comparison``, which itself is not `BitwiseCopyable`.
  var comparison: UInt8
  var left: BoundOperand
  var right: BoundOperand
}

/// The steps of one order of a plan over one store, and their memory; valid until the store is written to.
final class BoundPlan {
  private(set) var steps: [BoundStep] = []
  private var frees: [() -> Void] = []
  /// Keeps alive the tables that the steps point into.
  private let store: FactStore
  private var indexes: [FactIndex] = []

  init(_ order: [MatchPlan.Step], _ store: FactStore, _ range: (MatchPlan.Step) -> Range<Int>) {
    self.store = store
    for step in order { steps.append(bind(step, range(step))) }
  }

  deinit { for free in frees { free() } }

  private func bind(_ step: MatchPlan.Step, _ range: Range<Int>) -> BoundStep {
    let table = store.tables[step.type]
    let isJoined = (step.absent != nil || !step.fields.isEmpty) && range.lowerBound == 0
    let layers = table.layers.all.map { layer in
      let index = isJoined && !range.isEmpty ? layer.index(step.absent.map { [$0] } ?? step.fields) : FactIndex([])
      indexes.append(index)
      return BoundLayer(
        cells: layer.cells.elements, first: layer.first, count: layer.count, groups: index.slots.view,
        oldest: index.oldest.elements, next: index.next.elements, ungrouped: index.ungrouped.elements,
        ungroupedCount: index.ungrouped.count)
    }
    let tests = step.tests.map {
      BoundComparing(
        comparison: $0.comparison.number, left: BoundOperand($0.left, store), right: BoundOperand($0.right, store))
    }
    return BoundStep(
      position: step.position, type: step.type, width: table.shape.width, lower: range.lowerBound, upper: range.upperBound,
      hasVersions: table.hasVersions, isJoined: isJoined, fields: copy(step.fields),
      values: copy(step.values.map { BoundOperand($0, store) }),
      wanted: copy([Cell](repeating: .absent, count: step.fields.count)), fieldCount: step.fields.count,
      seed: CellHash.seed, absent: step.absent ?? -1, tests: copy(tests), testCount: tests.count, layers: copy(layers),
      layerCount: layers.count)
  }

  private func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let memory = plain(elements)
    frees.append { memory.deallocate() }
    return memory
  }
}

extension Comparison {
  fileprivate var number: UInt8 {
    switch self {
    case .equal: 0
    case .notEqual: 1
    case .less: 2
    case .lessOrEqual: 3
    case .greater: 4
    case .greaterOrEqual: 5
    }
  }
}
