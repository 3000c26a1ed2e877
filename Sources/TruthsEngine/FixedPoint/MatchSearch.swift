import TruthsProgram
import TruthsText

/// Decides whether the facts of a candidate, given by their places in the order of `when`, are a match.
protocol MatchJudge {
  /// Whether a decision costs counted work.
  static var works: Bool { get }
  mutating func accepts(_ places: UnsafeBufferPointer<Int>) -> Bool
}

/// Accepts every candidate.
struct AnyMatch: MatchJudge {
  static var works: Bool { false }

  @inline(__always)
  func accepts(_ places: UnsafeBufferPointer<Int>) -> Bool { true }
}

/// Searches the matches of one truth that contain at least one new fact, over packed rows.
struct MatchSearch: ~Copyable {
  private let plan: MatchPlan
  private let store: FactStore
  /// The place of the first new fact, by position of a match; empty where all facts are new.
  private let low: [Int]
  /// The only order in which all facts are searched; `nil` to search in the orders of the plan.
  private let only: [MatchPlan.Step]?
  /// The number of places after which the search stops.
  private let limit: Int
  /// The remaining steps of work, one for each candidate; below 0 the search ends.
  private var workLeft: Int
  /// The places of the matches found, `width` for each.
  private var matchedPlaces = CellBuffer<Int32>()

  /// The places of the bound facts, and their rows, by position.
  private struct Bound: BitwiseCopyable {
    var width: Int
    var places: UnsafeMutablePointer<Int>
    var rows: UnsafeMutablePointer<UnsafeMutablePointer<Cell>>
  }

  /// Creates a search.
  ///
  /// - Parameter limit: the largest number of matches; one more is kept as a sign that the search stopped early.
  init(_ plan: MatchPlan, store: FactStore, low: [Int], only: [MatchPlan.Step]? = nil, limit: Int) {
    self.plan = plan
    self.store = store
    self.low = low
    self.only = only
    workLeft = store.work?.left ?? .max
    self.limit = min(limit, Int.max / 64) * plan.width
  }

  var isCut: Bool { matchedPlaces.count > limit }

  var places: [Int32] { Array(UnsafeBufferPointer(start: matchedPlaces.elements, count: matchedPlaces.count)) }

  /// Returns whether there is no new fact to match.
  ///
  /// - Complexity: O(facts of a match).
  static func isIdle(_ plan: MatchPlan, store: FactStore, low: [Int]) -> Bool {
    !low.isEmpty && plan.types.indices.allSatisfy { low[$0] >= store.count(plan.types[$0]) }
  }

  /// Runs the search.
  ///
  /// - Parameter judge: decides about each candidate.
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
        if steps.isEmpty { take(bound, &judge) } else { extend(start, remaining: steps.count, bound, &judge) }
      }
      withExtendedLifetime(bindings) {}
    }
  }

  /// Returns the places to visit at a position, so that no match is found twice.
  ///
  /// The first position visits new facts, the positions before it old facts, and those after it all facts.
  private func range(_ position: Int, first: Int) -> Range<Int> {
    let end = store.count(plan.types[position])
    if only != nil { return 0..<end }
    let begin = low.isEmpty ? 0 : min(low[position], end)
    if position == first { return begin..<end }
    return position < first ? 0..<begin : 0..<end
  }

  /// Returns whether some position has no facts to visit.
  private func lacksFacts(first: Int) -> Bool { plan.types.indices.contains { range($0, first: first).isEmpty } }

  private mutating func extend(
    _ step: UnsafePointer<BoundStep>, remaining: Int, _ bound: Bound, _ judge: inout some MatchJudge
  ) {
    guard workLeft >= 0, let hash = Self.wanted(step, bound) else { return }
    let (width, upper) = (step.pointee.width, step.pointee.upper)
    for index in 0..<step.pointee.layerCount {
      let layer = step.pointee.layers[index]
      if step.pointee.absent >= 0 {
        if !extend(step, remaining: remaining, absentIn: layer, bound, &judge) { return }
      } else if step.pointee.isJoined {
        var row = Self.firstRow(step, layer, hash)
        while row >= 0 {
          if layer.first &+ row >= upper || workLeft < 0 { return }
          bind(step, remaining, layer.first &+ row, layer.cells + row &* width, bound, &judge)
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
            bind(step, remaining, layer.first &+ row, cells, bound, &judge)
          } else {
            workLeft &-= 1
          }
          row &+= 1
        }
      }
    }
  }

  /// Visits the rows of a layer in which a field has no value.
  ///
  /// - Returns: whether to search the next layer.
  private mutating func extend(
    _ step: UnsafePointer<BoundStep>, remaining: Int, absentIn layer: BoundLayer, _ bound: Bound,
    _ judge: inout some MatchJudge
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
        bind(step, remaining, layer.first &+ row, cells, bound, &judge)
      } else {
        workLeft &-= 1
      }
      candidate &+= 1
    }
    return true
  }

  @inline(__always)
  private mutating func bind(
    _ step: UnsafePointer<BoundStep>, _ remaining: Int, _ position: Int, _ row: UnsafeMutablePointer<Cell>, _ bound: Bound,
    _ judge: inout some MatchJudge
  ) {
    workLeft &-= 1
    if workLeft < 0 { return }
    if step.pointee.hasVersions, !store.isCurrent(step.pointee.type, at: position) { return }
    bound.places[step.pointee.position] = position
    bound.rows[step.pointee.position] = row
    for test in 0..<step.pointee.testCount where !holds(step.pointee.tests + test, bound) { return }
    if remaining == 1 { take(bound, &judge) } else { extend(step + 1, remaining: remaining - 1, bound, &judge) }
  }

  @inline(__always)
  private mutating func take<Judge: MatchJudge>(_ bound: Bound, _ judge: inout Judge) {
    if matchedPlaces.count > limit { return }
    // The work covers storing the places and, for a judge that evaluates, beginning a frame and reading its facts.
    workLeft &-= (Judge.works ? 3 &* (bound.width &+ WorkMeter.stepsPerCall) : bound.width) &+ WorkMeter.stepsPerMatch
    if workLeft < 0 { return }
    if Judge.works { store.work?.left = workLeft }
    let isMatch = judge.accepts(UnsafeBufferPointer(start: bound.places, count: bound.width))
    if Judge.works, let left = store.work?.left { workLeft = left }
    if !isMatch { return }
    for position in 0..<bound.width { matchedPlaces.append(Int32(truncatingIfNeeded: bound.places[position])) }
  }

  // MARK: Values

  /// Returns the oldest row of a layer with the wanted fields; below 0 if none exists.
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

  /// Computes the wanted values of a step's fields.
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

  /// Returns whether a comparison is true; `false` where a side is missing.
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
