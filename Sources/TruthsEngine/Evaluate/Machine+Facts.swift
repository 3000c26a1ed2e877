import TruthsCheck
import TruthsJSON
import TruthsText

extension Machine {
  /// Presence tests, look-ups and states: unknown exactly when a key is missing, whatever the context holds (language.md §4,
  /// "Missing").
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

  /// The same through the store.
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
    let state = ground.store.state(probe.type, key: UnsafeBufferPointer(start: keys, count: probe.count).span)
    let states = ground.program.lifecycles[probe.type].states
    return Cell(.enumeration, extra: UInt32(truncatingIfNeeded: states), bits: Int64(state?.ordinal ?? LifecycleType.start))
  }

  /// Whether a fact of a type is there.
  func hasAny(_ type: Int) -> Cell { .truth(reads._withUnsafeGuaranteedRef { $0.store.hasAny(type) }) }

  /// A field of a record or of a bound fact; of one that is missing it is missing likewise.
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

  /// A field of a fact of another store.
  @inline(never)
  private mutating func foreignField(_ index: Int, of base: Cell) -> Cell {
    guard case .fact(let fact) = value(of: base) else { return .absent }
    return box(fact.fields[index])
  }

  /// Every current fact of a type, in order.
  mutating func facts(_ type: Int) -> [Cell] {
    if let known = memory.ordered.facts[type] { return known }
    let cells = ground.store.orderedPlaces(type, in: ground.program).map { Cell.fact(type, at: $0) }
    memory.ordered.facts[type] = cells
    return cells
  }

  /// Every instance of a lifecycle as a record, in order.
  mutating func instances(_ index: Int) -> [Cell] {
    if let known = memory.ordered.instances[index] { return known }
    let cells = ground.instances(index).map { box($0) }
    memory.ordered.instances[index] = cells
    return cells
  }

  /// `p.entry.…` of a bound fact; a view has no entry.
  mutating func entry(_ field: EntryField, of base: Cell) -> Cell {
    if base.isMissing { return base }
    guard case .fact(let fact) = value(of: base), !ground.program.facts[fact.type].isDerived else { return .absent }
    switch field {
    case .sequence: return box(.number(Decimal(fact.entry.sequence)))
    case .timestamp: return box(.timestamp(fact.entry.timestamp))
    case .truthID: return fact.entry.truthID.map { box(.text(Text($0))) } ?? .absent
    case .actorUserID: return fact.entry.actor["user_id"]?.stringValue.map { box(.text(Text($0))) } ?? .absent
    }
  }
}

extension Ground {
  /// Every instance of a lifecycle as a record, in byte order of JCS of its key.
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

  /// The value that a cell stands for, facts of the store among the elements of lists included.
  func value(of cell: Cell, _ symbols: SymbolOverlay) -> Value {
    if cell.kind == .fact { return store.value(of: cell) }
    guard cell.isList else { return symbols.value(of: cell) }
    let box = Int(cell.bits)
    return .list((0..<symbols.count(ofBox: box)).map { value(of: symbols.element($0, ofBox: box), symbols) })
  }
}
