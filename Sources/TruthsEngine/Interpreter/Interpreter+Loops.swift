import TruthsProgram
import TruthsText

/// The state of a running loop.
struct LoopState {
  /// The number of the list's box; below 0 where the elements are in `cells`.
  var box = -1
  var cells: [Cell] = []
  var count = 0
  var position = 0
}

/// The intermediate result of an aggregate. Only `list` keeps every value.
struct AggregateState {
  var function = AggregateKind.count
  var count = 0
  var sum = DecimalSum()
  var spans = TimeSpanSum()
  var periods = PeriodSum()
  /// The chosen value of `min`, `max`, `first` or `last`; absent before the first value.
  var result = Cell.absent
  /// The values of a list; `keys` has their sort keys, a row for each value.
  var values: [Cell] = []
  var keys: [Cell] = []
  /// Whether the greatest comes first, for each key.
  var descending: [Bool] = []
  /// The unit of the values where it is data, and the missing result if units differ.
  var unit: UInt32 = 0
  var clash: Cell?
  /// The unit of each sort key.
  var keyUnits: [UInt32] = []

  /// Records the unit of a value. A value without a unit is compatible with every unit.
  mutating func note(unit other: UInt32) {
    if unit == 0 { unit = other }
    if unit != other, clash == nil { clash = .missing(.units(unit, other)) }
  }

  mutating func note(unit other: UInt32, ofKey key: Int) {
    while keyUnits.count <= key { keyUnits.append(0) }
    if keyUnits[key] == 0 { keyUnits[key] = other }
    if keyUnits[key] != other, clash == nil { clash = .missing(.units(keyUnits[key], other)) }
  }
}

extension Interpreter {
  // MARK: Loops

  /// Opens a loop over a source. A missing list is copied to the target, and the loop visits nothing.
  mutating func beginLoop(_ number: Int, _ source: LoopSource, to target: Int, from base: Int) {
    let memory = memory
    while memory.loops.count <= number { memory.loops.append(LoopState()) }
    var state = LoopState()
    switch source {
    case .facts(let type): state.cells = facts(type)
    case .lookedUp(let access): state.cells = lookedUp(access, base)
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

  /// Returns the facts that a loop visits, in order. Totals known without visits go to the loop's aggregate.
  private mutating func lookedUp(_ access: FactAccess, _ base: Int) -> [Cell] {
    let execution = execution
    guard execution.store.count(access.type) >= execution.store.lookUpThreshold,
      let request = LookUp(access, operands.registers + base, execution, symbols)
    else { return facts(access.type) }
    let key = request.isOfGroup ? OrderedSources.Group(access: ObjectIdentifier(access), values: request.values) : nil
    if let key, let known = memory.ordered.groups[key] {
      spend(WorkMeter.stepsPerCall)
      return known
    }
    guard let answer = request.run() else { return facts(access.type) }
    spend(answer.work)
    if case .total(let aggregate, _) = access.goal {
      memory.aggregates[aggregate].count = answer.count
      memory.aggregates[aggregate].sum = answer.sum
    }
    let cells = ordered(answer.places, access.type)
    // Nested loops repeat the same look-ups.
    if let key { memory.ordered.groups[key] = cells }
    return cells
  }

  /// Returns facts of a type in order. With several layers, the order of all facts is computed once that is less work.
  private mutating func ordered(_ places: [Int], _ type: Int) -> [Cell] {
    let store = execution.store
    if places.count < 2 || store.tables[type].layers.all.count == 1 {
      return store.ordered(places, of: type, in: execution.program).map { .fact(type, at: $0) }
    }
    memory.ordered.keysMade[type, default: 0] += places.count
    if memory.ordered.ranks[type] == nil, memory.ordered.keysMade[type, default: 0] > store.count(type) {
      var ranks = [Int32](repeating: 0, count: store.count(type))
      for (rank, cell) in facts(type).enumerated() { ranks[Int(cell.bits)] = Int32(rank) }
      memory.ordered.ranks[type] = ranks
    }
    guard let ranks = memory.ordered.ranks[type] else {
      return store.ordered(places, of: type, in: execution.program).map { .fact(type, at: $0) }
    }
    return places.sorted { ranks[$0] < ranks[$1] }.map { .fact(type, at: $0) }
  }

  /// Puts the next element of a loop into a register.
  ///
  /// - Returns: whether there was one.
  @inline(never)
  mutating func next(_ number: Int, to register: Int, at instruction: Int, steps: Int) -> Bool {
    let memory = memory
    let position = memory.loops[number].position
    guard position < memory.loops[number].count else { return false }
    memory.workLeft -= steps
    memory.visited += 1
    if memory.workLeft < 0 {
      note(overrunAt: instruction, loop: number)
      return false
    }
    memory.loops[number].position = position + 1
    let box = memory.loops[number].box
    operands.registers[register] =
      box < 0 ? memory.loops[number].cells[position] : symbols.pointee.element(position, ofBox: box)
    return true
  }

  /// Records where the work limit was first exceeded; all loops end from then on.
  private mutating func note(overrunAt place: Int, loop: Int) {
    if memory.overrun == nil { memory.overrun = (unit, place, memory.loops[loop].count) }
    memory.workLeft = -1
  }

  // MARK: Aggregates

  mutating func beginAggregate(_ number: Int, _ function: AggregateKind, _ descending: [Bool]) {
    let memory = memory
    while memory.aggregates.count <= number { memory.aggregates.append(AggregateState()) }
    memory.aggregates[number] = AggregateState(function: function, descending: descending)
  }

  mutating func take(_ number: Int, hasValue: Bool, keys: Int, from base: Int) {
    let memory = memory
    memory.aggregates[number].count += 1
    guard hasValue else { return }
    let value = operands.registers[base]
    noteUnits(number, value, keys: keys, from: base)
    switch memory.aggregates[number].function {
    case .count: return
    case .sum(.number), .mean(.number):
      if let term = symbols.pointee.decimal(of: value) { memory.aggregates[number].sum.add(term) }
    case .sum(.period): if case .period(let term) = self.value(of: value) { memory.aggregates[number].periods.add(term) }
    case .sum, .mean: if case .duration(let term) = self.value(of: value) { memory.aggregates[number].spans.add(term) }
    case .min: keep(value, number, if: isBeforeSlowly(value, memory.aggregates[number].result))
    case .max: keep(value, number, if: isBeforeSlowly(memory.aggregates[number].result, value))
    case .first, .last: choose(value, keys: (0..<keys).map { operands.registers[base + 1 + $0] }, number)
    case .list:
      // One element above the limit is enough to show that the list is too long.
      guard memory.aggregates[number].values.count <= AllocationLimits.ofValue else { return }
      memory.aggregates[number].values.append(value)
      for key in 0..<keys { memory.aggregates[number].keys.append(operands.registers[base + 1 + key]) }
    }
  }

  /// Records units: amounts in different units cannot be added or compared, but `list`, `first` and `last` may contain them.
  @inline(__always)
  private mutating func noteUnits(_ number: Int, _ value: Cell, keys: Int, from base: Int) {
    for key in 0..<keys where operands.registers[base + 1 + key].unit != 0 {
      memory.aggregates[number].note(unit: operands.registers[base + 1 + key].unit, ofKey: key)
    }
    guard value.extra != 0, value.unit != 0 else { return }
    switch memory.aggregates[number].function {
    case .sum, .mean, .min, .max: memory.aggregates[number].note(unit: value.unit)
    case .list, .count, .first, .last: break
    }
  }

  mutating func endAggregate(_ number: Int) -> Cell {
    let state = memory.aggregates[number]
    if let clash = state.clash {
      memory.aggregates[number] = AggregateState()
      return clash
    }
    return ended(number).with(unit: state.unit, if: state.unit != 0)
  }

  private mutating func ended(_ number: Int) -> Cell {
    let state = memory.aggregates[number]
    memory.aggregates[number] = AggregateState()
    switch state.function {
    case .count: return .integer(state.count)
    case .sum(.number):
      spend(state.sum.cost)
      return box(Operations.number(state.sum.result))
    case .sum(.period): return box(Operations.period(state.periods.result))
    case .sum: return box(Operations.span(state.spans.result))
    case .mean(.number): return mean(state)
    case .mean: return state.spans.mean.map { box(.duration($0)) } ?? .absent
    case .min, .max, .first, .last: return state.result
    case .list: return box(list: sorted(state))
    }
  }

  private mutating func mean(_ state: AggregateState) -> Cell {
    guard state.count > 0 else { return .absent }
    spend(state.sum.cost)
    return box(Operations.number(state.sum.mean(of: state.count)))
  }

  /// Keeps the value whose keys come first, or last. Among equal keys the order of the source decides.
  private mutating func choose(_ value: Cell, keys: [Cell], _ number: Int) {
    let memory = memory
    spend(WorkMeter.stepsPerComparison * keys.count)
    if memory.aggregates[number].count > 1 {
      let (kept, descending) = (memory.aggregates[number].keys, memory.aggregates[number].descending)
      let isBefore = comes(keys, before: kept, descending)
      guard memory.aggregates[number].function == .first ? isBefore : !isBefore else { return }
    }
    memory.aggregates[number].result = value
    memory.aggregates[number].keys = keys
  }

  private func comes(_ keys: [Cell], before others: [Cell], _ descending: [Bool]) -> Bool {
    for (place, isDescending) in descending.enumerated() {
      if isBeforeSlowly(keys[place], others[place]) { return !isDescending }
      if isBeforeSlowly(others[place], keys[place]) { return isDescending }
    }
    return false
  }

  /// Keeps a value if it is the first or better than the kept one.
  private mutating func keep(_ value: Cell, _ number: Int, if isBetter: Bool) {
    let memory = memory
    if isBetter || memory.aggregates[number].count == 1 { memory.aggregates[number].result = value }
  }

  /// Returns the values in the order of their keys; equal keys keep the order of the source.
  private mutating func sorted(_ rows: AggregateState) -> [Cell] {
    let descending = rows.descending
    guard !descending.isEmpty else { return rows.values }
    spend(WorkMeter.stepsPerComparison * rows.values.count * (Int.bitWidth - rows.values.count.leadingZeroBitCount))
    if isOverworked { return rows.values }
    let indices = rows.values.indices.sorted { left, right in
      for (place, isDescending) in descending.enumerated() {
        let one = rows.keys[left * descending.count + place]
        let other = rows.keys[right * descending.count + place]
        if isBeforeSlowly(one, other) { return !isDescending }
        if isBeforeSlowly(other, one) { return isDescending }
      }
      return left < right
    }
    return indices.map { rows.values[$0] }
  }
}

extension Interpreter {
  /// Runs an operation that is outside of the fast loop.
  ///
  /// - Parameters:
  ///   - target: the register that gets the result.
  ///   - base: the register of the operation's first argument.
  @inline(never)
  mutating func slow(_ operation: SlowOperation, to target: Int, from base: Int) {
    let arguments = operands.registers + base
    switch operation {
    case .beginLoop(let number, let source): beginLoop(number, source, to: target, from: base)
    case .beginAggregate(let number, let function, let descending): beginAggregate(number, function, descending)
    case .take(let number, let hasValue, let keys): take(number, hasValue: hasValue, keys: keys, from: base)
    case .row(let table, let row):
      memoryReference?.takeUnretainedValue().observer?.note(execution.program.tables[table].rows[row])
    case .inputs(let table): hold(execution.code.currencies.tables[table], arguments)
    case .key(let fact):
      let places = execution.program.facts[fact].key
      for pair in execution.code.currencies.facts[fact] {
        guard let amount = places.firstIndex(of: pair.amount), let currency = places.firstIndex(of: pair.currency) else {
          continue
        }
        arguments[amount] = withoutUnit(arguments[amount], in: arguments[currency])
      }
    default: operands.registers[target] = result(of: operation, arguments)
    }
  }

  private mutating func result(of operation: SlowOperation, _ arguments: UnsafeMutablePointer<Cell>) -> Cell {
    switch operation {
    case .arithmetic(let operation): return arithmetic(operation, arguments[0], arguments[1])
    case .isIn: return membership(of: arguments[0], in: arguments[1])
    case .contains: return contains(arguments[0], arguments[1])
    case .like: return like(arguments[0], arguments[1])
    case .matches(let machine): return matches(arguments[0], machine)
    case .call(let function, let count): return call(function, arguments, count)
    case .table(let index, let count): return table(index, arguments, count)
    case .list(let count): return firstMissing(arguments, count) ?? box(list: (0..<count).map { arguments[$0] })
    case .record(let type, let count): return record(type, arguments, count)
    case .made(let shape, let hasBase):
      return madeRecord(shape, of: hasBase ? arguments[0] : .absent, hasBase, hasBase ? arguments + 1 : arguments)
    case .text(let pieces): return text(pieces, arguments)
    case .entry(let field): return entry(field, of: arguments[0])
    case .old(let code): return old(code, arguments)
    case .endAggregate(let number): return endAggregate(number)
    case .agree(let one, let other): return .truth(same(operands.registers[one], operands.registers[other]))
    case .beginLoop, .beginAggregate, .take, .row, .inputs, .key: return .absent
    }
  }

  /// Returns the value of an expression on the context before the run; its work counts here.
  private mutating func old(_ code: OldCode, _ arguments: UnsafeMutablePointer<Cell>) -> Cell {
    guard let before = memory.before else { return .absent }
    spend(WorkMeter.stepsPerCall)
    let values = code.node.arguments.indices.map { value(of: arguments[$0]) }
    let meter = before.evaluator.store.work
    meter?.left = memory.workLeft
    let result = before.value(of: code, values, memory.observer)
    if let meter { memory.workLeft = meter.left }
    return box(result)
  }

  /// Checks amounts in registers against their currencies.
  mutating func hold(_ pairs: [Currencies.Pair], _ cells: UnsafeMutablePointer<Cell>) {
    for pair in pairs { cells[pair.amount] = withoutUnit(cells[pair.amount], in: cells[pair.currency]) }
  }

  private func firstMissing(_ arguments: UnsafeMutablePointer<Cell>, _ count: Int) -> Cell? {
    for place in 0..<count where arguments[place].isMissing { return arguments[place] }
    return nil
  }

  private mutating func membership(of element: Cell, in list: Cell) -> Cell {
    if element.isMissing { return element }
    guard list.isList else { return list }
    spend(size(of: list) / 4)
    return isAmong(element, elements(of: list))
  }

  private mutating func contains(_ container: Cell, _ element: Cell) -> Cell {
    guard container.kind == .text else { return membership(of: element, in: container) }
    guard element.kind == .text else { return element }
    let (container, element) = (symbols.pointee.text(Int(container.bits)), symbols.pointee.text(Int(element.bits)))
    spend(WorkMeter.stepsPerCall)
    // The searched part is preprocessed first, which costs more for each byte.
    spend(bytes: container, element, element, element)
    return .truth(container.contains(element))
  }

  private mutating func like(_ text: Cell, _ pattern: Cell) -> Cell {
    guard text.kind == .text else { return text }
    guard pattern.kind == .text else { return pattern }
    let (text, pattern) = (symbols.pointee.text(Int(text.bits)), symbols.pointee.text(Int(pattern.bits)))
    // The pattern is parsed again each time, into pieces as small as one byte.
    spend(3 * WorkMeter.stepsPerCall + pattern.string.utf8.count)
    // A pattern may compare the text in small parts, which takes twice as long as one comparison.
    spend(bytes: text, text, pattern)
    return .truth(text.matches(pattern: pattern))
  }

  /// Matches a text against a regular expression. Three visited states count as one step of work.
  private mutating func matches(_ text: Cell, _ machine: PatternMachine) -> Cell {
    guard text.kind == .text else { return text }
    spend(WorkMeter.stepsPerCall + machine.stateCount / Self.statesMadePerStep)
    // The remaining work may be any number, so the product is guarded against overflow.
    var work = min(max(0, memory.workLeft), Int.max / Self.statesPerStep) * Self.statesPerStep
    let before = work
    let answer = machine.matches(symbols.pointee.text(Int(text.bits)).string, work: &work)
    spend((before - work) / Self.statesPerStep)
    return .truth(answer)
  }

  private static var statesPerStep: Int { 3 }
  /// The number of states of the machine for which one step allocates memory, twice.
  private static var statesMadePerStep: Int { 64 }

  /// Calls a function; the result is missing if an argument is missing.
  private mutating func call(_ function: Function, _ arguments: UnsafeMutablePointer<Cell>, _ count: Int) -> Cell {
    if let missing = firstMissing(arguments, count) { return missing }
    guard count > 0 else { return .absent }
    if function.convertsText, arguments[0].kind == .text { return converted(arguments[0], by: function) }
    if function.isOfCalendar { return calendarCall(function, arguments, count) }
    if arguments[0].isMap { return mapCall(function, arguments) }
    return arguments[0].isList
      ? listCall(function, arguments, count) : valueCall(function, (0..<count).map { value(of: arguments[$0]) })
  }

  /// Builds a text from literals and values; the result is missing if a value is missing.
  private mutating func text(_ pieces: [TextPiece], _ arguments: UnsafeMutablePointer<Cell>) -> Cell {
    if hasNoRoom { return .missing(.total) }
    var text = ""
    var next = 0
    defer { spend(WorkMeter.stepsPerCall + text.utf8.count / AllocationLimits.bytesPerElement) }
    for piece in pieces {
      switch piece {
      case .literal(let literal): text += literal.string
      case .value:
        let cell = outside(arguments[next])
        if cell.isMissing { return cell }
        text += execution.program.display(value(of: cell))
        next += 1
      }
      if Self.isTooLarge(text) { return .missing(.size) }
    }
    return box(.text(Text(text)))
  }

  /// Evaluates a table over a frame of its own. A missing argument affects only the parts that read it (declarations §8).
  private mutating func table(_ index: Int, _ arguments: UnsafeMutablePointer<Cell>, _ count: Int) -> Cell {
    let table = execution.code.tables[index]
    let outer = (unit: unit, bound: bound, registers: operands.registers, constants: UnsafePointer(operands.bases[1]))
    let memory = memory
    spend(WorkMeter.stepsPerTable + table.unit.instructionCount / 8)
    if memory.workLeft < 0 { return .absent }
    let (loops, aggregates) = (memory.loops, memory.aggregates)
    let result = withUnsafeTemporaryAllocation(of: Cell.self, capacity: max(table.unit.registerCount, count, 1)) {
      frame -> Cell in
      frame.initialize(repeating: .absent)
      guard let registers = frame.baseAddress else { return .absent }
      for place in 0..<count { registers[place] = arguments[place] }
      memory.loops = []
      memory.aggregates = []
      enter(.passUnretained(table.unit), nil, registers: registers, constants: table.unit.constants.cells)
      run(from: 0)
      return registers[table.result]
    }
    enter(outer.unit, outer.bound, registers: outer.registers, constants: outer.constants)
    memory.loops = loops
    memory.aggregates = aggregates
    return result
  }
}
