import TruthsJSON
import TruthsProgram
import TruthsText

extension Cell {
  @inline(__always)
  static func truth(_ truth: Bool) -> Cell { Cell(.boolean, bits: truth ? 1 : 0) }
}

extension Interpreter {
  // MARK: Kleene's connectives

  @inline(__always)
  static func not(_ cell: Cell) -> Cell { cell.isA(.boolean) ? .truth(cell.bits == 0) : cell }

  /// Returns Kleene's and; the first side must not be false.
  @inline(__always)
  static func and(_ first: Cell, _ second: Cell) -> Cell { second.isFalse ? second : first.isMissing ? first : second }

  /// Returns Kleene's or; the first side must not be true.
  @inline(__always)
  static func or(_ first: Cell, _ second: Cell) -> Cell { second.isTrue ? second : first.isMissing ? first : second }

  // MARK: Comparisons

  /// Compares for equality; missing with the cause of the first missing side.
  @inline(__always)
  func equal(_ left: Cell, _ right: Cell, is wanted: Bool) -> Cell {
    if left.isMissing { return left }
    if right.isMissing { return right }
    if left == right { return .truth(wanted) }
    if left.isA(.boxed) || left.extra != right.extra { return equalSlowly(left, right, is: wanted) }
    return .truth(!wanted)
  }

  @inline(__always)
  func precedes(_ left: Cell, _ right: Cell, is wanted: Bool) -> Cell {
    if left.isMissing { return left }
    if right.isMissing { return right }
    if left.extra != right.extra, let clash = clash(left, right) { return clash }
    return .truth(isBefore(left, right) == wanted)
  }

  @inline(__always)
  func follows(_ left: Cell, _ right: Cell, is wanted: Bool) -> Cell {
    if left.isMissing { return left }
    if right.isMissing { return right }
    if left.extra != right.extra, let clash = clash(left, right) { return clash }
    return .truth(isBefore(right, left) == wanted)
  }

  /// Returns whether a value is before another: numbers, texts (by scalar), times of every kind and ordered enums.
  @inline(__always)
  private func isBefore(_ left: Cell, _ right: Cell) -> Bool {
    // Numbers of the same scale and unit compare as integers.
    if left.isA(.number), left.head == right.head { return left.bits < right.bits }
    return isBeforeSlowly(left, right)
  }

  @inline(never)
  func isBeforeSlowly(_ left: Cell, _ right: Cell) -> Bool {
    // Numbers are compared first, because reading the symbols counts references.
    if let isLess = left.isLess(than: right) { return isLess }
    if left.kind == .text { spend(min(size(of: left), size(of: right)) / 4) }
    return symbols.pointee.precedes(left, right)
  }

  /// Returns whether two values are equal, element by element.
  @inline(never)
  func same(_ left: Cell, _ right: Cell) -> Bool {
    var compared = 0
    defer { spend(compared / 4) }
    return symbols.pointee.same(left, right, &compared)
  }

  @inline(__always)
  func isOneOf(_ element: Cell, _ step: Instruction) -> Cell {
    if element.isMissing { return element }
    let constants = operands.bases[1] + step.second.index
    for place in 0..<Int(step.count) where constants[place] == element { return .truth(true) }
    return element.unit == 0 ? .truth(false) : isOneOf(amount: element, step)
  }

  /// A constant is compatible with the unit of the other side.
  @inline(never)
  private func isOneOf(amount: Cell, _ step: Instruction) -> Cell {
    let constants = operands.bases[1] + step.second.index
    return .truth((0..<Int(step.count)).contains { constants[$0] == amount.with(unit: 0) })
  }

  /// Tests whether a text or list is empty.
  ///
  /// - Parameter emptyText: the cell of the empty text.
  @inline(__always)
  func isEmpty(_ cell: Cell, _ emptyText: Cell, is wanted: Bool) -> Cell {
    if cell.isA(.text) { return .truth((cell.bits == emptyText.bits) == wanted) }
    return cell.isA(.boxed) ? .truth((cell.length == 0) == wanted) : cell
  }

  // MARK: Arithmetic

  /// Returns a value rounded as it leaves its expression; see ``Decimal/leaving``.
  @inline(__always)
  mutating func outside(_ cell: Cell) -> Cell {
    if cell.isA(.number), cell.small <= 12, cell.bits.magnitude < 1_000_000_000_000_000 { return cell }
    if cell.isA(.number) || cell.isA(.bigNumber) { return rounded(cell) }
    return cell.isA(.boxed) ? outsideParts(cell) : cell
  }

  @inline(never)
  private mutating func rounded(_ cell: Cell) -> Cell {
    symbols.pointee.decimal(of: cell)?.leaving.map { box(.number($0)).with(unit: cell.extra) } ?? .missing(.limits)
  }

  /// Rounds the elements of a list or the fields of a record; a list with a missing element becomes missing.
  @inline(never)
  private mutating func outsideParts(_ cell: Cell) -> Cell {
    // A map always comes from input, whose numbers have few decimal places.
    guard cell.small != BoxShape.opaque.rawValue, !cell.isMap else { return cell }
    let cells = parts(of: cell)
    spend(cells.count)
    var outsideCells = cells
    for place in outsideCells.indices {
      outsideCells[place] = outside(outsideCells[place])
      if outsideCells[place].isMissing, cell.isList { return outsideCells[place] }
    }
    if outsideCells == cells { return cell }
    return cell.isList ? box(list: outsideCells) : box(outsideCells, record: cell.extra)
  }

  @inline(__always)
  mutating func add(_ left: Cell, _ right: Cell) -> Cell {
    if left.isWhole, right.isWhole {
      let (sum, overflow) = left.bits.addingReportingOverflow(right.bits)
      if !overflow { return Cell(.number, bits: sum) }
    }
    return arithmetic(.add, left, right)
  }

  @inline(__always)
  mutating func subtract(_ left: Cell, _ right: Cell) -> Cell {
    if left.isWhole, right.isWhole {
      let (difference, overflow) = left.bits.subtractingReportingOverflow(right.bits)
      if !overflow { return Cell(.number, bits: difference) }
    }
    return arithmetic(.subtract, left, right)
  }

  @inline(__always)
  mutating func multiply(_ left: Cell, _ right: Cell) -> Cell {
    if left.isWhole, right.isWhole {
      let (product, overflow) = left.bits.multipliedReportingOverflow(by: right.bits)
      if !overflow { return Cell(.number, bits: product) }
    }
    return arithmetic(.multiply, left, right)
  }

  @inline(__always)
  mutating func negate(_ cell: Cell) -> Cell {
    if cell.isA(.number), cell.bits != .min { return Cell(head: cell.head, bits: -cell.bits) }
    return negateSlowly(cell)
  }

  @inline(never)
  private mutating func negateSlowly(_ cell: Cell) -> Cell {
    box(Operations.negate(value(of: cell.with(unit: 0)))).with(unit: cell.unit)
  }

  @inline(never)
  mutating func arithmetic(_ operation: Arithmetic, _ left: Cell, _ right: Cell) -> Cell {
    if left.isMissing { return left }
    if right.isMissing { return right }
    if left.isA(.boxed), right.isA(.boxed) {
      return hasNoRoom ? .missing(.total) : box(list: elements(of: left) + elements(of: right))
    }
    spend(WorkMeter.stepsPerCall)
    if left.unit != 0 || right.unit != 0 { return amounts(operation, left, right) }
    return box(Operations.arithmetic(operation, value(of: left), value(of: right)))
  }

  // MARK: Boxes

  /// Returns the value that a cell stands for.
  func value(of cell: Cell) -> Value { execution.value(of: cell, symbols.pointee) }

  /// Returns the cell of a value; its parts become symbols of this run if new.
  @inline(never)
  mutating func box(_ value: Value) -> Cell {
    if let cell = Cell(plain: value) { return cell }
    ownSymbols()
    let elements = Self.elements(of: value)
    spend(WorkMeter.stepsPerCall + WorkMeter.stepsPerElement * elements)
    return charged(symbols.pointee.cell(of: value), elements: elements)
  }

  @inline(never)
  mutating func box(list cells: [Cell]) -> Cell {
    spend(cells.count / 4)
    if areTooLarge(cells) { return .missing(.size) }
    ownSymbols()
    return charged(symbols.pointee.box(of: cells, .list), elements: cells.count)
  }

  /// Copies the symbols before the first write if another evaluator reads them.
  mutating func ownSymbols() {
    if ownsSymbols { return }
    let copy = UnsafeMutablePointer<SymbolOverlay>.allocate(capacity: 1)
    copy.initialize(to: symbols.pointee)
    symbols = copy
    ownsSymbols = true
  }

  /// Returns a map.
  ///
  /// - Parameter parts: names and values in turns.
  mutating func box(map parts: [Cell]) -> Cell {
    if areTooLarge(parts) { return .missing(.size) }
    ownSymbols()
    return charged(symbols.pointee.box(of: parts, .map), elements: parts.count)
  }

  mutating func box(_ fields: [Cell], record type: UInt32) -> Cell {
    if areTooLarge(fields) { return .missing(.size) }
    ownSymbols()
    return charged(symbols.pointee.box(of: fields, .record, type: type), elements: fields.count)
  }

  /// Returns the elements of a list; empty for other values.
  func elements(of cell: Cell) -> [Cell] { cell.isList ? parts(of: cell) : [] }

  /// Returns the elements of a list, the names and values of a map, or the fields of a record.
  func parts(of cell: Cell) -> [Cell] {
    Array(symbols.pointee.cells(ofBox: Int(cell.bits)))
  }
}

extension Cell {
  /// Whether the cell is a 64-bit number with scale 0 and no unit.
  @inline(__always)
  var isWhole: Bool { head == Self.wholeHead }

  @inline(__always)
  var isList: Bool { isA(.boxed) && small == BoxShape.list.rawValue }

  @inline(__always)
  var isMap: Bool { isA(.boxed) && small == BoxShape.map.rawValue }

  /// The number of elements of a list, or of cells of a map.
  @inline(__always)
  var length: Int { Int(extra) }
}

extension Interpreter {
  /// Runs a presence test, look-up or state. Its result is unknown exactly when a key is missing (clauses §13).
  @inline(__always)
  mutating func probe(_ step: Instruction) -> Cell {
    let probe = probes + step.first.index
    let keys = operands.registers + step.second.index
    for place in 0..<probe.pointee.count where keys[place].isMissing { return keys[place] }
    if let bound, bound[step.first.index].isBound {
      let probe = bound + step.first.index
      let row = probe.pointee.find(keys)
      if step.opcode == .present { return .truth((row >= 0) != (step.flag == 1)) }
      let cell = row < 0 ? .absent : probe.pointee.cell(at: row)
      return step.opcode == .lookUp ? cell : .truth(!cell.isMissing)
    }
    return probeStore(step, probe.pointee, keys)
  }

  /// Runs a probe that is not bound, through the store.
  @inline(never)
  private func probeStore(_ step: Instruction, _ probe: Probe, _ keys: UnsafeMutablePointer<Cell>) -> Cell {
    if step.opcode == .state { return state(probe, keys) }
    let place = find(probe, keys)
    if step.opcode == .present { return .truth((place >= 0) != (step.flag == 1)) }
    let cell = reads._withUnsafeGuaranteedRef {
      place < 0 ? .absent : $0.store.cell(probe.type, at: place, field: probe.field)
    }
    return step.opcode == .lookUp ? cell : .truth(!cell.isMissing)
  }

  @inline(never)
  private func find(_ probe: Probe, _ keys: UnsafeMutablePointer<Cell>) -> Int {
    reads._withUnsafeGuaranteedRef {
      if probe.count == 1 { return $0.store.place(probe.type, keys.pointee) }
      return $0.store.place(probe.type, key: UnsafeBufferPointer(start: keys, count: probe.count).span)
    }
  }

  private func state(_ probe: Probe, _ keys: UnsafeMutablePointer<Cell>) -> Cell {
    let state = execution.store.state(probe.type, key: UnsafeBufferPointer(start: keys, count: probe.count).span)
    let states = execution.program.lifecycles[probe.type].states
    return Cell(.enumeration, extra: UInt32(truncatingIfNeeded: states), bits: Int64(state?.ordinal ?? LifecycleType.start))
  }

  /// Returns whether there is any fact of a type.
  func hasAny(_ type: Int) -> Cell { .truth(reads._withUnsafeGuaranteedRef { $0.store.hasAny(type) }) }

  /// Returns a field of a record or of a bound fact; the result is missing if the record or fact is missing.
  @inline(__always)
  mutating func field(_ index: Int, of base: Cell) -> Cell {
    switch base.kind {
    case .fact: reads._withUnsafeGuaranteedRef { $0.store.cell(Int(base.extra), at: Int(base.bits), field: index) }
    case .boxed where base.small == BoxShape.record.rawValue: symbols.pointee.element(index, ofBox: Int(base.bits))
    case .boxed: foreignField(index, of: base)
    case .missing: base
    default: .absent
    }
  }

  /// Returns a field of a fact of another store.
  @inline(never)
  private mutating func foreignField(_ index: Int, of base: Cell) -> Cell {
    guard case .fact(let fact) = value(of: base) else { return .absent }
    return box(fact.fields[index])
  }

  /// Returns every current fact of a type, in order.
  mutating func facts(_ type: Int) -> [Cell] {
    if let known = memory.ordered.facts[type] { return known }
    let cells = execution.store.orderedPlaces(type, in: execution.program).map { Cell.fact(type, at: $0) }
    spend(cells.count)
    memory.ordered.facts[type] = cells
    return cells
  }

  /// Returns every instance of a lifecycle as a record, in order.
  mutating func instances(_ index: Int) -> [Cell] {
    if let known = memory.ordered.instances[index] { return known }
    let cells = execution.instances(index).map { box($0) }
    spend(WorkMeter.stepsPerInstance * cells.count)
    memory.ordered.instances[index] = cells
    return cells
  }

  /// Returns `p.entry.…` of a bound fact; missing for a view, which has no entry.
  mutating func entry(_ field: EntryField, of base: Cell) -> Cell {
    if base.isMissing { return base }
    spend(WorkMeter.stepsPerCall)
    guard let (type, entry) = reference(of: base), !execution.program.facts[type].isDerived else { return .absent }
    switch field {
    case .sequence: return box(.number(Decimal(entry.sequence)))
    case .timestamp: return box(.timestamp(entry.timestamp))
    case .truthID: return entry.truthID.map { box(.text(Text($0))) } ?? .absent
    case .actorUserID: return entry.actor["user_id"]?.stringValue.map { box(.text(Text($0))) } ?? .absent
    }
  }

  /// Returns the type and entry of a fact. For a fact of the store it does not read the fields.
  private func reference(of base: Cell) -> (type: Int, entry: EntryReference)? {
    if base.kind == .fact { return (Int(base.extra), execution.store.entry(Int(base.extra), at: Int(base.bits))) }
    guard case .fact(let fact) = value(of: base) else { return nil }
    return (fact.type, fact.entry)
  }
}

extension ExecutionEnvironment {
  /// Returns every instance of a lifecycle as a record, sorted by the JCS bytes of its key.
  func instances(_ index: Int) -> [Value] {
    let lifecycle = program.lifecycles[index]
    let names = program.enums[lifecycle.states].values
    let keyed = store.instances(index).map { instance -> (sort: [UInt8], value: Value) in
      let state = Value.enumeration(EnumValue(type: lifecycle.states, ordinal: instance.ordinal, name: names[instance.ordinal]))
      let fields = instance.key + [state]
      let sort = canonicalKey(of: fields, key: Array(lifecycle.key.indices), fields: lifecycle.key, program: program)
      return (sort, .record(RecordValue(type: lifecycle.instance, fields: fields)))
    }
    return keyed.sorted { $0.sort.lexicographicallyPrecedes($1.sort) }.map(\.value)
  }

  /// Returns the value that a cell stands for, including facts of the store as elements of lists.
  func value(of cell: Cell, _ symbols: SymbolOverlay) -> Value {
    if cell.kind == .fact { return store.value(of: cell) }
    guard cell.isList else { return symbols.value(of: cell) }
    return .list(symbols.cells(ofBox: Int(cell.bits)).map { value(of: $0, symbols) })
  }
}
