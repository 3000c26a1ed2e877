import TruthsProgram
import TruthsText

/// Says of a match, by the places of its facts in the order of `when`, whether it is one.
protocol MatchJudge {
  /// Whether judging takes work that is counted.
  static var works: Bool { get }
  mutating func accepts(_ places: UnsafeBufferPointer<Int>) -> Bool
}

/// Every match is one.
struct AnyMatch: MatchJudge {
  static var works: Bool { false }

  @inline(__always)
  func accepts(_ places: UnsafeBufferPointer<Int>) -> Bool { true }
}

/// Goes through the matches of one truth that hold at least one new fact, over packed rows.
struct MatchSearch: ~Copyable {
  private let plan: MatchPlan
  private let store: FactStore
  /// By position of a match, the place of the first new fact of its type; none means that all are new.
  private let low: [Int]
  /// The one order that is searched, among all facts; `nil` for those of the plan.
  private let only: [MatchPlan.Step]?
  /// How many places are found before it gives up.
  private let limit: Int
  /// Steps of work that are left: a candidate that is tried is one; below 0 the search ends.
  private var workLeft: Int
  /// The places of the matches found, `width` each.
  private var found = CellBuffer<Int32>()

  /// The places of the facts bound so far, and their rows, by position.
  private struct Bound: BitwiseCopyable {
    var width: Int
    var places: UnsafeMutablePointer<Int>
    var rows: UnsafeMutablePointer<UnsafeMutablePointer<Cell>>
  }

  /// - Parameter limit: how many matches are wanted at most; one more tells that there are more.
  init(_ plan: MatchPlan, store: FactStore, low: [Int], only: [MatchPlan.Step]? = nil, limit: Int) {
    self.plan = plan
    self.store = store
    self.low = low
    self.only = only
    workLeft = store.work?.left ?? .max
    self.limit = min(limit, Int.max / 64) * plan.width
  }

  /// Whether there are more than were wanted.
  var isCut: Bool { found.count > limit }

  /// The same as an array.
  var places: [Int32] { Array(UnsafeBufferPointer(start: found.elements, count: found.count)) }

  /// Whether there is nothing new to match.
  ///
  /// - Complexity: O(facts of a match).
  static func isIdle(_ plan: MatchPlan, store: FactStore, low: [Int]) -> Bool {
    !low.isEmpty && plan.types.indices.allSatisfy { low[$0] >= store.count(plan.types[$0]) }
  }

  /// - Parameter judge: asked of each match.
  mutating func run(_ judge: inout some MatchJudge) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: max(1, plan.width)) { places in
      withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Cell>.self, capacity: max(1, plan.width)) { rows in
        guard let places = places.baseAddress, let rows = rows.baseAddress else { return }
        run(Bound(width: plan.width, places: places, rows: rows), &judge)
      }
    }
    store.work?.left = workLeft
  }

  private mutating func run(_ bound: Bound, _ judge: inout some MatchJudge) {
    let firsts = low.isEmpty || only != nil ? 0..<1 : 0..<plan.width
    for first in firsts where !lacksFacts(first: first) {
      let bindings = BoundPlan(only ?? plan.orders[first], store) { range($0.position, first: first) }
      bindings.steps.withUnsafeBufferPointer { steps in
        guard let start = steps.baseAddress else { return }
        if steps.isEmpty { take(bound, &judge) } else { extend(start, left: steps.count, bound, &judge) }
      }
      withExtendedLifetime(bindings) {}
    }
  }

  /// The places that may stand at a position: new facts at the first position, old ones before it, all behind it, so that no
  /// match is met twice.
  private func range(_ position: Int, first: Int) -> Range<Int> {
    let end = store.count(plan.types[position])
    if only != nil { return 0..<end }
    let begin = low.isEmpty ? 0 : min(low[position], end)
    if position == first { return begin..<end }
    return position < first ? 0..<begin : 0..<end
  }

  /// Whether nothing can stand at some position.
  private func lacksFacts(first: Int) -> Bool { plan.types.indices.contains { range($0, first: first).isEmpty } }

  private mutating func extend(
    _ step: UnsafePointer<BoundStep>, left: Int, _ bound: Bound, _ judge: inout some MatchJudge
  ) {
    guard workLeft >= 0, let hash = Self.wanted(step, bound) else { return }
    let (width, upper) = (step.pointee.width, step.pointee.upper)
    for index in 0..<step.pointee.layerCount {
      let layer = step.pointee.layers[index]
      if step.pointee.absent >= 0 {
        if !extend(step, left: left, absentIn: layer, bound, &judge) { return }
      } else if step.pointee.isJoined {
        var row = Self.firstRow(step, layer, hash)
        while row >= 0 {
          if layer.first &+ row >= upper || workLeft < 0 { return }
          bind(step, left, layer.first &+ row, layer.cells + row &* width, bound, &judge)
          row = Int(layer.next[row])
        }
      } else {
        var row = max(0, step.pointee.lower - layer.first)
        let end = min(layer.count, upper - layer.first)
        let isFree = step.pointee.fieldCount == 0
        while row < end {
          if workLeft < 0 { return }
          let cells = layer.cells + row &* width
          if isFree || Self.isWanted(step, cells) {
            bind(step, left, layer.first &+ row, cells, bound, &judge)
          } else {
            workLeft &-= 1
          }
          row &+= 1
        }
      }
    }
  }

  /// Goes through the rows of a layer in which a field has no value.
  ///
  /// - Returns: whether the next layer is to be searched.
  private mutating func extend(
    _ step: UnsafePointer<BoundStep>, left: Int, absentIn layer: BoundLayer, _ bound: Bound, _ judge: inout some MatchJudge
  ) -> Bool {
    let (width, lower, upper) = (step.pointee.width, step.pointee.lower, step.pointee.upper)
    let begin = step.pointee.isJoined ? 0 : max(0, lower - layer.first)
    let end = step.pointee.isJoined ? layer.ungroupedCount : layer.count
    var candidate = begin
    while candidate < end {
      let row = step.pointee.isJoined ? Int(layer.ungrouped[candidate]) : candidate
      if layer.first &+ row >= upper || workLeft < 0 { return false }
      let cells = layer.cells + row &* width
      if cells[step.pointee.absent].isMissing, Self.isWanted(step, cells) {
        bind(step, left, layer.first &+ row, cells, bound, &judge)
      } else {
        workLeft &-= 1
      }
      candidate &+= 1
    }
    return true
  }

  @inline(__always)
  private mutating func bind(
    _ step: UnsafePointer<BoundStep>, _ left: Int, _ place: Int, _ row: UnsafeMutablePointer<Cell>, _ bound: Bound,
    _ judge: inout some MatchJudge
  ) {
    workLeft &-= 1
    if workLeft < 0 { return }
    if step.pointee.hasVersions, !store.isCurrent(step.pointee.type, at: place) { return }
    bound.places[step.pointee.position] = place
    bound.rows[step.pointee.position] = row
    for test in 0..<step.pointee.testCount where !holds(step.pointee.tests + test, bound) { return }
    if left == 1 { take(bound, &judge) } else { extend(step + 1, left: left - 1, bound, &judge) }
  }

  @inline(__always)
  private mutating func take<Judge: MatchJudge>(_ bound: Bound, _ judge: inout Judge) {
    if found.count > limit { return }
    // The places of a match are kept, and to judge it a frame is begun and its facts are looked at one by one.
    workLeft &-= (Judge.works ? 3 &* (bound.width &+ WorkMeter.stepsPerCall) : bound.width) &+ WorkMeter.stepsPerMatch
    if workLeft < 0 { return }
    if Judge.works { store.work?.left = workLeft }
    let isMatch = judge.accepts(UnsafeBufferPointer(start: bound.places, count: bound.width))
    if Judge.works, let left = store.work?.left { workLeft = left }
    if !isMatch { return }
    for position in 0..<bound.width { found.append(Int32(truncatingIfNeeded: bound.places[position])) }
  }

  // MARK: Values

  /// The oldest row of a layer whose fields are what is wanted; below 0 where there is none.
  @inline(__always)
  private static func firstRow(_ step: UnsafePointer<BoundStep>, _ layer: BoundLayer, _ hash: UInt64) -> Int {
    let (width, oldest) = (step.pointee.width, layer.oldest)
    let group: Int
    if step.pointee.fieldCount == 1 {
      let (cells, cell) = (layer.cells + step.pointee.fields.pointee, step.pointee.wanted.pointee)
      group = layer.groups.find(hash) { cells[Int(oldest[$0]) &* width] == cell }
    } else {
      group = layer.groups.find(hash) { isWanted(step, layer.cells + Int(oldest[$0]) &* width) }
    }
    return group < 0 ? group : Int(oldest[group])
  }

  @inline(__always)
  private static func isWanted(_ step: UnsafePointer<BoundStep>, _ row: UnsafeMutablePointer<Cell>) -> Bool {
    for place in 0..<step.pointee.fieldCount where row[step.pointee.fields[place]] != step.pointee.wanted[place] {
      return false
    }
    return true
  }

  /// Works out what the fields of a step must be.
  ///
  /// - Returns: the hash of the values; `nil` where one of them is missing.
  @inline(__always)
  private static func wanted(_ step: UnsafePointer<BoundStep>, _ bound: Bound) -> UInt64? {
    if step.pointee.fieldCount == 0 { return 0 }
    if step.pointee.fieldCount == 1 {
      let cell = load(step.pointee.values.pointee, bound)
      step.pointee.wanted.pointee = cell
      return cell.isMissing ? nil : CellHash.add(cell, to: step.pointee.seed)
    }
    var hash = step.pointee.seed
    for place in 0..<step.pointee.fieldCount {
      let cell = load(step.pointee.values[place], bound)
      if cell.isMissing { return nil }
      step.pointee.wanted[place] = cell
      hash = CellHash.add(cell, to: hash)
    }
    return hash
  }

  @inline(__always)
  private static func load(_ operand: BoundOperand, _ bound: Bound) -> Cell {
    operand.position < 0 ? operand.constant : bound.rows[operand.position][operand.field]
  }

  /// Whether a comparison is true; with a missing side it is not.
  private func holds(_ test: UnsafePointer<BoundComparing>, _ bound: Bound) -> Bool {
    let (left, right) = (Self.load(test.pointee.left, bound), Self.load(test.pointee.right, bound))
    if left.isMissing || right.isMissing { return false }
    switch test.pointee.comparison {
    case 0: return store.symbols.same(left, right)
    case 1: return !store.symbols.same(left, right)
    case 2: return store.symbols.precedes(left, right)
    case 3: return !store.symbols.precedes(right, left)
    case 4: return store.symbols.precedes(right, left)
    default: return !store.symbols.precedes(left, right)
    }
  }
}
