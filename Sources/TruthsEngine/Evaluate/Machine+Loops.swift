import TruthsCheck
import TruthsText

/// A loop that is being gone through.
struct LoopState {
  /// The number of the list's box; below 0 where `cells` has the elements.
  var box = -1
  var cells: [Cell] = []
  var count = 0
  var position = 0
}

/// What the loops of an aggregate have come to so far; only a list keeps every value.
struct AggregateState {
  var function = AggregateKind.count
  var count = 0
  var sum = DecimalSum()
  /// The sum of durations, or the least or greatest value; absent over nothing.
  var result = Cell.absent
  /// Of a list, and the keys of `by`, as many per value as there are.
  var values: [Cell] = []
  var keys: [Cell] = []
}

extension Machine {
  // MARK: Loops

  /// Opens a loop over a source; a list that is missing goes to the target, and nothing is gone through.
  mutating func beginLoop(_ number: Int, _ source: LoopSource, to target: Int, from base: Int) {
    let memory = memory
    while memory.loops.count <= number { memory.loops.append(LoopState()) }
    var state = LoopState()
    switch source {
    case .facts(let type): state.cells = facts(type)
    case .instances(let lifecycle): state.cells = instances(lifecycle)
    case .list:
      let list = operands.registers[base]
      if list.isList {
        state.box = Int(list.bits)
        state.count = symbols.pointee.count(ofBox: state.box)
      } else {
        operands.registers[target] = list.isMissing ? list : .absent
      }
    }
    if state.box < 0 { state.count = state.cells.count }
    memory.loops[number] = state
  }

  /// Puts the next element of a loop into a register.
  ///
  /// - Returns: whether there was one.
  @inline(never)
  mutating func next(_ number: Int, to register: Int, at place: Int, steps: Int) -> Bool {
    let memory = memory
    let position = memory.loops[number].position
    guard position < memory.loops[number].count else { return false }
    memory.workLeft -= steps
    if memory.workLeft < 0 {
      note(overrunAt: place, loop: number)
      return false
    }
    memory.loops[number].position = position + 1
    let box = memory.loops[number].box
    operands.registers[register] =
      box < 0 ? memory.loops[number].cells[position] : symbols.pointee.element(position, ofBox: box)
    return true
  }

  /// Where the work ended first; every loop ends from then on.
  private mutating func note(overrunAt place: Int, loop: Int) {
    if memory.overrun == nil { memory.overrun = (unit, place, memory.loops[loop].count) }
    memory.workLeft = -1
  }

  // MARK: Aggregates

  mutating func beginAggregate(_ number: Int, _ function: AggregateKind) {
    let memory = memory
    while memory.aggregates.count <= number { memory.aggregates.append(AggregateState()) }
    memory.aggregates[number] = AggregateState(function: function)
  }

  mutating func take(_ number: Int, hasValue: Bool, keys: Int, from base: Int) {
    let memory = memory
    memory.aggregates[number].count += 1
    guard hasValue else { return }
    let value = operands.registers[base]
    switch memory.aggregates[number].function {
    case .count: return
    case .sum(.number): if let term = symbols.pointee.decimal(of: value) { memory.aggregates[number].sum.add(term) }
    case .sum(let zero): memory.aggregates[number].result = sum(memory.aggregates[number].result, value, zero: zero)
    case .min: keep(value, number, if: symbols.pointee.precedes(value, memory.aggregates[number].result))
    case .max: keep(value, number, if: symbols.pointee.precedes(memory.aggregates[number].result, value))
    case .list:
      // One more than a list may have is enough to tell that it has too many.
      guard memory.aggregates[number].values.count <= MachineRoom.ofValue else { return }
      memory.aggregates[number].values.append(value)
      for key in 0..<keys { memory.aggregates[number].keys.append(operands.registers[base + 1 + key]) }
    }
  }

  mutating func endAggregate(_ number: Int, _ descending: [Bool]) -> Cell {
    let state = memory.aggregates[number]
    memory.aggregates[number] = AggregateState()
    switch state.function {
    case .count: return .integer(state.count)
    case .sum(.number): return box(Operations.number(state.sum.result))
    case .sum(let zero): return state.count == 0 ? box(zero) : state.result
    case .min, .max: return state.result
    case .list: return box(list: sorted(state, descending))
    }
  }

  /// Keeps a value that is the first or beats the one that was kept.
  private mutating func keep(_ value: Cell, _ number: Int, if isBetter: Bool) {
    let memory = memory
    if isBetter || memory.aggregates[number].count == 1 { memory.aggregates[number].result = value }
  }

  /// A sum of durations with one more.
  private mutating func sum(_ sum: Cell, _ term: Cell, zero: Value) -> Cell {
    box(Operations.arithmetic(.addDurations, sum == .absent ? zero : value(of: sum), value(of: term)))
  }

  /// The values in the order of their keys; equal keys keep the order of the source.
  private mutating func sorted(_ rows: AggregateState, _ descending: [Bool]) -> [Cell] {
    guard !descending.isEmpty else { return rows.values }
    spend(rows.values.count * (Int.bitWidth - rows.values.count.leadingZeroBitCount))
    let indices = rows.values.indices.sorted { left, right in
      for (place, isDescending) in descending.enumerated() {
        let one = rows.keys[left * descending.count + place]
        let other = rows.keys[right * descending.count + place]
        if symbols.pointee.precedes(one, other) { return !isDescending }
        if symbols.pointee.precedes(other, one) { return isDescending }
      }
      return left < right
    }
    return indices.map { rows.values[$0] }
  }
}
