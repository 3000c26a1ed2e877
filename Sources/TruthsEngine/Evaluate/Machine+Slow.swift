import TruthsCheck
import TruthsText

extension Machine {
  /// What is rare: works on boxed values, and may allocate.
  @inline(never)
  mutating func slow(_ operation: SlowOperation, to target: Int, from base: Int) {
    let arguments = operands.registers + base
    switch operation {
    case .beginLoop(let number, let source): beginLoop(number, source, to: target, from: base)
    case .beginAggregate(let number, let function): beginAggregate(number, function)
    case .take(let number, let hasValue, let keys): take(number, hasValue: hasValue, keys: keys, from: base)
    case .row(let table, let row): kept?.takeUnretainedValue().observer?.note(ground.program.tables[table].rows[row])
    default: operands.registers[target] = result(of: operation, arguments)
    }
  }

  private mutating func result(of operation: SlowOperation, _ arguments: UnsafeMutablePointer<Cell>) -> Cell {
    switch operation {
    case .arithmetic(let operation): return arithmetic(operation, arguments[0], arguments[1])
    case .isIn: return membership(of: arguments[0], in: arguments[1])
    case .contains: return contains(arguments[0], arguments[1])
    case .like: return like(arguments[0], arguments[1])
    case .call(let function, let count): return call(function, arguments, count)
    case .table(let index, let count): return table(index, arguments, count)
    case .list(let count): return firstMissing(arguments, count) ?? box(list: (0..<count).map { arguments[$0] })
    case .record(let type, let count): return record(type, arguments, count)
    case .text(let pieces): return text(pieces, arguments)
    case .entry(let field): return entry(field, of: arguments[0])
    case .endAggregate(let number, let descending): return endAggregate(number, descending)
    case .beginLoop, .beginAggregate, .take, .row: return .absent
    }
  }

  private func firstMissing(_ arguments: UnsafeMutablePointer<Cell>, _ count: Int) -> Cell? {
    for place in 0..<count where arguments[place].isMissing { return arguments[place] }
    return nil
  }

  private mutating func membership(of element: Cell, in list: Cell) -> Cell {
    if element.isMissing { return element }
    guard list.isList else { return list }
    spend(symbols.pointee.count(ofBox: Int(list.bits)) / 4)
    return .truth(elements(of: list).contains { symbols.pointee.same($0, element) })
  }

  private mutating func contains(_ whole: Cell, _ part: Cell) -> Cell {
    guard whole.kind == .text else { return membership(of: part, in: whole) }
    guard part.kind == .text else { return part }
    let (whole, part) = (symbols.pointee.text(Int(whole.bits)), symbols.pointee.text(Int(part.bits)))
    spend(bytes: whole, part)
    return .truth(whole.contains(part))
  }

  private mutating func like(_ text: Cell, _ pattern: Cell) -> Cell {
    guard text.kind == .text else { return text }
    guard pattern.kind == .text else { return pattern }
    let (text, pattern) = (symbols.pointee.text(Int(text.bits)), symbols.pointee.text(Int(pattern.bits)))
    spend(bytes: text, pattern)
    return .truth(text.matches(pattern: pattern))
  }

  /// A function of language.md §3; missing when an argument is.
  private mutating func call(_ function: Function, _ arguments: UnsafeMutablePointer<Cell>, _ count: Int) -> Cell {
    if let missing = firstMissing(arguments, count) { return missing }
    guard count > 0 else { return .absent }
    let second = count > 1 ? value(of: arguments[1]) : nil
    spend(size(of: arguments[0]) / 4)
    guard arguments[0].isList else { return box(Operations.call(function, value(of: arguments[0]), second)) }
    return listing(function, elements(of: arguments[0]), second)
  }

  private mutating func listing(_ function: Function, _ elements: [Cell], _ second: Value?) -> Cell {
    switch function {
    case .length: return .integer(elements.count)
    case .isSorted:
      return .truth(zip(elements, elements.dropFirst()).allSatisfy { !symbols.pointee.precedes($1, $0) })
    case .first:
      guard case .number(let count) = second, let count = count.intValue else { return .missing(.range) }
      return box(list: Array(elements.prefix(max(0, count))))
    case .distinct:
      var seen = Set<Cell>()
      return box(list: elements.filter { seen.insert($0).inserted })
    default: return .absent
    }
  }

  private mutating func record(_ type: Int, _ arguments: UnsafeMutablePointer<Cell>, _ count: Int) -> Cell {
    let cells = (0..<count).map { arguments[$0] }
    if areTooLarge(cells) { return .missing(.size) }
    ownSymbols()
    return charged(symbols.pointee.box(of: cells, .record, type: UInt32(truncatingIfNeeded: type)), elements: cells.count)
  }

  /// A text with replaced parts; missing when one of them is.
  private mutating func text(_ pieces: [TextPiece], _ arguments: UnsafeMutablePointer<Cell>) -> Cell {
    if hasNoRoom { return .missing(.total) }
    var text = ""
    var next = 0
    defer { spend(text.utf8.count / WorkMeter.bytesPerStep) }
    for piece in pieces {
      switch piece {
      case .literal(let literal): text += literal.string
      case .value:
        let cell = outside(arguments[next])
        if cell.isMissing { return cell }
        text += ground.program.display(value(of: cell))
        next += 1
      }
      if Self.isTooLarge(text) { return .missing(.size) }
    }
    return box(.text(Text(text)))
  }

  /// A table over a frame of its own; missing where an argument is.
  private mutating func table(_ index: Int, _ arguments: UnsafeMutablePointer<Cell>, _ count: Int) -> Cell {
    if let missing = firstMissing(arguments, count) { return missing }
    let table = ground.code.tables[index]
    let outer = (unit: unit, bound: bound, registers: operands.registers, constants: UnsafePointer(operands.bases[1]))
    let memory = memory
    spend(table.unit.instructionCount / 8)
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
