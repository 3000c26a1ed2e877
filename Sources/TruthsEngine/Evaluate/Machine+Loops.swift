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

/// What the loops of an aggregate gathered.
struct AggregateState {
  var count = 0
  var values: [Cell] = []
  /// The keys of `by`, as many per value as there are.
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
  mutating func next(_ number: Int, to register: Int) -> Bool {
    let memory = memory
    let position = memory.loops[number].position
    guard position < memory.loops[number].count else { return false }
    memory.loops[number].position = position + 1
    let box = memory.loops[number].box
    operands.registers[register] =
      box < 0 ? memory.loops[number].cells[position] : symbols.pointee.element(position, ofBox: box)
    return true
  }

  // MARK: Aggregates

  mutating func beginAggregate(_ number: Int) {
    let memory = memory
    while memory.aggregates.count <= number { memory.aggregates.append(AggregateState()) }
    memory.aggregates[number] = AggregateState()
  }

  mutating func take(_ number: Int, hasValue: Bool, keys: Int, from base: Int) {
    let memory = memory
    memory.aggregates[number].count += 1
    guard hasValue else { return }
    memory.aggregates[number].values.append(operands.registers[base])
    for key in 0..<keys { memory.aggregates[number].keys.append(operands.registers[base + 1 + key]) }
  }

  mutating func endAggregate(_ number: Int, _ function: AggregateKind, _ descending: [Bool]) -> Cell {
    let rows = memory.aggregates[number]
    memory.aggregates[number] = AggregateState()
    switch function {
    case .count: return .integer(rows.count)
    case .sum(let zero): return sum(rows.values, zero: zero)
    case .min: return best(rows.values) { symbols.pointee.precedes($0, $1) }
    case .max: return best(rows.values) { symbols.pointee.precedes($1, $0) }
    case .list: return box(list: sorted(rows, descending))
    }
  }

  /// The first of the values that no other beats.
  private func best(_ values: [Cell], _ beats: (Cell, Cell) -> Bool) -> Cell {
    guard var best = values.first else { return .absent }
    for value in values.dropFirst() where beats(value, best) { best = value }
    return best
  }

  /// A sum judged at its end, in whatever order (language.md §2).
  private mutating func sum(_ values: [Cell], zero: Value) -> Cell {
    guard case .number = zero else {
      return box(values.reduce(zero) { Operations.arithmetic(.addDurations, $0, value(of: $1)) })
    }
    var total = DecimalSum()
    for cell in values { if let number = symbols.pointee.decimal(of: cell) { total.add(number) } }
    return box(Operations.number(total.result))
  }

  /// The values in the order of their keys; equal keys keep the order of the source.
  private func sorted(_ rows: AggregateState, _ descending: [Bool]) -> [Cell] {
    guard !descending.isEmpty else { return rows.values }
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
