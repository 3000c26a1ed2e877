import TruthsProgram
import TruthsText

/// The look-up of a loop over facts, with the values of its registers.
struct LookUp {
  /// The facts found.
  struct Result {
    /// The places to visit, in any order.
    var places: [Int] = []
    /// The number of facts examined, and the steps of work used.
    var examined = 0
    var work = 0
    /// The number and the sum of further facts that need no visit.
    var count = 0
    var sum = DecimalSum()
  }

  /// The parts compared by `==`, and the values that they must have.
  private let parts: [IndexPart]
  let values: [Cell]
  private let type: Int
  private let goal: FactAccess.Goal
  /// The field that orders a group, ``OrderedGroup/byArrival``, or `nil` where no order is needed.
  private let order: Int?
  private let bounds: [(comparison: Comparison, value: Cell)]
  private let tests: [(field: Int, comparison: Comparison, value: Cell)]
  private let execution: ExecutionEnvironment
  private let symbols: UnsafeMutablePointer<SymbolOverlay>

  /// Creates a look-up.
  ///
  /// - Parameters:
  ///   - registers: the values of the equalities, then the bounds, then the tests.
  ///   - symbols: the symbols of the registers.
  /// - Returns: `nil` where all facts must be visited, because missing values exclude nothing.
  init?(
    _ access: FactAccess, _ registers: UnsafePointer<Cell>, _ execution: ExecutionEnvironment,
    _ symbols: UnsafeMutablePointer<SymbolOverlay>
  ) {
    func plain(_ cell: Cell) -> Cell? { cell.isOrdered && cell.unit == 0 ? cell : nil }
    var bound = access.parts.indices.filter { place in
      let cell = registers[place]
      return !cell.isMissing && !cell.isA(.boxed) && cell.unit == 0
    }
    let areAllKnown = bound.count == access.parts.count
    // An index for each subset of values that may be missing would be too many, so only the first is used.
    if !areAllKnown { bound = Array(bound.prefix(1)) }
    let bounds = access.comparisons.enumerated().compactMap { place, comparison in
      plain(registers[access.parts.count + place]).map { (comparison: comparison, value: $0) }
    }
    let first = access.parts.count + access.comparisons.count
    let tests = access.tests.enumerated().compactMap { place, test in
      plain(registers[first + place]).map { (field: test.field, comparison: test.comparison, value: $0) }
    }
    let isWhole = areAllKnown && bounds.count == access.comparisons.count
    goal = isWhole ? access.goal : .elements
    switch goal {
    case .elements where bound.isEmpty && bounds.isEmpty && tests.isEmpty: return nil
    case .elements: order = bounds.isEmpty ? nil : access.rangeField
    case .end: order = access.rangeField
    case .total: order = bounds.isEmpty ? OrderedGroup.byArrival : access.rangeField
    }
    type = access.type
    parts = bound.map { access.parts[$0] }
    values = bound.map { registers[$0] }
    self.bounds = bounds
    self.tests = tests
    self.execution = execution
    self.symbols = symbols
  }

  /// Whether all facts with some values are wanted, without further conditions.
  var isOfGroup: Bool { goal == .elements && bounds.isEmpty && tests.isEmpty }

  /// Returns the facts found; `nil` where a scan of all facts is less work.
  func run() -> Result? {
    let table = execution.store.tables[type]
    var reader: IndexElementReader?
    func eachIndex(_ read: (FactIndex, FactLayer) -> Void) {
      for layer in table.layers.all where layer.count > 0 {
        layer.withIndex(parts) { code, row in
          let known = reader ?? IndexElementReader(type, execution)
          reader = known
          return known.cell(code, at: layer.first + Int(row))
        } _: {
          read($0, layer)
        }
      }
    }
    var count = 0
    eachIndex { count += countVisits(in: $0, $1, hasVersions: table.hasVersions) }
    if count > Self.few, count > table.count / 8 { return nil }
    var result = Result()
    eachIndex { find(in: $0, $1, hasVersions: table.hasVersions, &result) }
    // Testing whether a version is the newest costs a look-up.
    result.work = WorkMeter.stepsPerLookUp + (table.hasVersions ? result.examined : result.examined / 4)
    return result
  }

  /// The number of facts that are always looked up, whatever the size of the table.
  private static var few: Int { 64 }

  /// Returns the number of facts that ``find(in:_:hasVersions:_:)`` examines.
  private func countVisits(in index: FactIndex, _ layer: FactLayer, hasVersions: Bool) -> Int {
    let group = index.group(of: values, in: layer)
    if group < 0 { return index.ungrouped.count }
    guard let order else { return index.ungrouped.count + Int(index.sizes[group]) }
    let rows = index.ordered(group, by: order, in: layer, execution.store.symbols)
    let others = index.ungrouped.count + rows.beside.count
    let range = rows.range(in: layer, isBelow: isBelow, isAbove: isAbove)
    switch goal {
    case .end: return others
    case .total(_, let field) where !hasVersions:
      let isKnown = field.map { rows.total(of: $0, over: range, in: layer) != nil } ?? true
      return others + (isKnown ? 0 : range.count)
    case .elements, .total: return others + range.count
    }
  }

  private func find(in index: FactIndex, _ layer: FactLayer, hasVersions: Bool, _ result: inout Result) {
    func isCurrent(_ row: Int32) -> Bool {
      result.examined += 1
      return !hasVersions || execution.store.isCurrent(type, at: layer.first + Int(row))
    }
    func add(_ row: Int32) { result.places.append(layer.first + Int(row)) }
    func sieve(_ rows: some Sequence<Int32>) {
      for row in rows where isCurrent(row) && !isRuledOut(row, layer) { add(row) }
    }
    sieve((0..<index.ungrouped.count).lazy.map { index.ungrouped[$0] })
    let group = index.group(of: values, in: layer)
    if group < 0 { return }
    guard let order else { return sieve(index.rows(of: group)) }
    let rows = index.ordered(group, by: order, in: layer, execution.store.symbols)
    let range = rows.range(in: layer, isBelow: isBelow, isAbove: isAbove)
    sieve(rows.beside)
    switch goal {
    case .end(let isLeast):
      for row in rows.end(of: range, isLeast: isLeast, in: layer, execution.store.symbols, isCurrent) { add(row) }
    case .total(_, let field) where !hasVersions:
      guard let total = field.map({ rows.total(of: $0, over: range, in: layer) }) ?? .some(0) else { fallthrough }
      result.count += range.count
      result.sum.add(total, scale: RunningTotals.scale)
    case .elements, .total: sieve(rows.rows[range])
    }
  }

  // MARK: Bounds

  private func isBelow(_ cell: Cell) -> Bool { bounds.contains { isBelow(cell, $0.comparison, $0.value) } }

  private func isAbove(_ cell: Cell) -> Bool { bounds.contains { isAbove(cell, $0.comparison, $0.value) } }

  /// Returns whether a row certainly fails a bound that the index does not cover.
  private func isRuledOut(_ row: Int32, _ layer: FactLayer) -> Bool {
    tests.contains { test in
      let cell = layer.cell(row, test.field)
      return cell.isOrdered
        && (isBelow(cell, test.comparison, test.value) || isAbove(cell, test.comparison, test.value))
    }
  }

  private func isBelow(_ cell: Cell, _ comparison: Comparison, _ value: Cell) -> Bool {
    switch comparison {
    case .greater: !symbols.pointee.precedes(value, cell)
    case .greaterOrEqual: symbols.pointee.precedes(cell, value)
    case .less, .lessOrEqual, .equal, .notEqual: false
    }
  }

  private func isAbove(_ cell: Cell, _ comparison: Comparison, _ value: Cell) -> Bool {
    switch comparison {
    case .less: !symbols.pointee.precedes(cell, value)
    case .lessOrEqual: symbols.pointee.precedes(value, cell)
    case .greater, .greaterOrEqual, .equal, .notEqual: false
    }
  }
}
