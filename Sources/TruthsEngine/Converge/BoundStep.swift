import TruthsCheck

/// A step of a plan over one store, read through pointers: see ``BoundPlan``, which owns what they point to.
struct BoundStep: BitwiseCopyable {
  var position: Int
  var type: Int
  /// Cells of a row.
  var width: Int
  /// Places that may stand here.
  var lower: Int
  var upper: Int
  var hasVersions: Bool
  /// Whether rows are found by index; else the range is gone through one by one: where nothing joins it, and where it is a part
  /// that is new.
  var isJoined: Bool
  /// Fields that must equal `values`; what these are at present stands in `wanted`.
  var fields: UnsafeMutablePointer<Int>
  var values: UnsafeMutablePointer<BoundOperand>
  var wanted: UnsafeMutablePointer<Cell>
  var fieldCount: Int
  var seed: UInt64
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
}

/// An operand over one store.
struct BoundOperand: BitwiseCopyable {
  /// The position of the fact that it is read from; below 0 for a constant.
  var position: Int
  var field: Int
  var constant: Cell

  /// No value.
  static let absent = BoundOperand()

  private init() { (position, field, constant) = (-1, 0, .absent) }

  /// - Parameter store: knows the constants of the program (``FactStore/init(program:)``).
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
  /// A number for ``Comparison``, which is not copied bit by bit.
  var comparison: UInt8
  var left: BoundOperand
  var right: BoundOperand
}

/// The steps of one order of a plan over one store, and the memory that they point to. Good until the store is written to.
final class BoundPlan {
  private(set) var steps: [BoundStep] = []
  private var frees: [() -> Void] = []
  /// Keeps the tables that the steps point into.
  private let store: FactStore
  private var indexes: [JoinIndex] = []

  init(_ order: [MatchPlan.Step], _ store: FactStore, _ range: (MatchPlan.Step) -> Range<Int>) {
    self.store = store
    for step in order { steps.append(bind(step, range(step))) }
  }

  deinit { for free in frees { free() } }

  private func bind(_ step: MatchPlan.Step, _ range: Range<Int>) -> BoundStep {
    let table = store.tables[step.type]
    let isJoined = !step.fields.isEmpty && range.lowerBound == 0
    let layers = table.layers.all.map { layer in
      let index = isJoined && !range.isEmpty ? layer.join(step.fields) : JoinIndex(step.fields)
      indexes.append(index)
      return BoundLayer(
        cells: layer.cells.elements, first: layer.first, count: layer.count, groups: index.slots.view,
        oldest: index.oldest.elements, next: index.next.elements)
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
      seed: CellHash.seed, tests: copy(tests), testCount: tests.count, layers: copy(layers), layerCount: layers.count)
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
