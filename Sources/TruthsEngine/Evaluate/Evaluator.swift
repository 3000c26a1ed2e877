package import TruthsCheck
import TruthsJSON
import TruthsText

/// A frame over one store, on which compiled code is run (language.md §4), one truth after another.
package struct Evaluator {
  package let environment: Environment
  let ground: Ground
  /// The symbols of the store, and those of what is read and worked out here.
  private(set) var symbols: SymbolOverlay
  /// The fields of a proposal, whose cells outlive every frame.
  private var fields: [Value] = []
  /// How much has been made since the symbols were last dropped, and in this frame to decide by it (``MachineRoom``). What is
  /// worked out only to be told has its own room, and another one where not every way of telling asks for it.
  private var grown = 0
  private var made = 0
  private var told = Told()
  private var extra = Told()
  /// Whether what is told now is wanted by a story alone.
  var tellsExtra = false

  /// What was made in a frame only to be told.
  private struct Told {
    var made = 0
    var charged: Set<Cell> = []
  }

  private let builtins: CellRow
  private let policies: CellRow
  /// The frame: trigger fields, `let`s, variables; then what is worked out on the way.
  private var registers: [Cell] = []
  private(set) var frameSize = 0
  private var unit: CompiledUnit?
  private var constants = CellRow([])
  private let memory = MachineMemory()
  /// What the clauses that ran last came to, by their numbers.
  private(set) var outcomes: [ClauseOutcome] = []
  /// What the `if` that ran last came to.
  private(set) var condition = ConditionOutcome.fires
  /// That of the store, but while something is worked out only to be told.
  var observer: ReadingObserver?

  init(_ ground: Ground, _ environment: Environment) {
    self.environment = environment
    self.ground = ground
    var symbols = SymbolOverlay(over: ground.store.symbols)
    builtins = CellRow(environment.cells { symbols.cell(of: $0) })
    policies = CellRow(ground.store.policyCells)
    self.symbols = symbols
    observer = ground.store.observer
  }

  package var program: Program { ground.program }

  package var store: FactStore { ground.store }

  // MARK: Frames

  /// The cells of the fields of a proposal, which outlive every frame; to be asked for before any code is run.
  mutating func cells(of fields: [Value]) -> [Cell] {
    self.fields = fields
    return fields.map { symbols.cell(of: $0) }
  }

  /// Begins a frame in which nothing has been made. Its cells must be set anew: what was made before is dropped, once it is much.
  package mutating func forget() {
    if made > 0 { memory.charged.removeAll(keepingCapacity: made < MachineRoom.ofValue) }
    made = 0
    if told.made > 0 { told = Told() }
    if extra.made > 0 { extra = Told() }
    guard grown > MachineRoom.heavy else { return }
    // What is written first, in the same order, is given the same numbers again.
    symbols = SymbolOverlay(over: ground.store.symbols)
    _ = environment.cells { symbols.cell(of: $0) }
    _ = fields.map { symbols.cell(of: $0) }
    grown = 0
    memory.ordered = OrderedSources()
    if let unit { constants = bind(unit) }
  }

  /// An empty frame.
  mutating func begin(frameSize: Int) {
    self.frameSize = frameSize
    registers.removeAll(keepingCapacity: true)
    reserve(max(1, frameSize))
  }

  /// An empty frame for code that is run next.
  mutating func begin(_ unit: CompiledUnit, frameSize: Int) {
    forget()
    begin(frameSize: frameSize)
    self.unit = unit
    constants = bind(unit)
    reserve(unit.registerCount)
  }

  private mutating func bind(_ unit: CompiledUnit) -> CellRow { CellRow(unit.constants { symbols.cell(of: $0) }) }

  private mutating func reserve(_ count: Int) {
    if registers.count < count { registers += repeatElement(.absent, count: count - registers.count) }
  }

  /// The frame as values; what is set is what code reads then.
  package var slots: [Value] {
    get { registers.prefix(frameSize).map { value(of: $0) } }
    set {
      forget()
      for (slot, value) in newValue.enumerated() where slot < frameSize { registers[slot] = symbols.cell(of: value) }
    }
  }

  /// Puts a value into a slot of the frame.
  package mutating func set(_ slot: Int, to value: Value) {
    if slot < frameSize { registers[slot] = symbols.cell(of: value) }
  }

  mutating func set(_ slot: Int, to cell: Cell) { registers[slot] = cell }

  func value(of cell: Cell) -> Value { ground.value(of: cell, symbols) }

  // MARK: Running

  /// Runs the code of the frame from a place on, noting what so many clauses come to.
  mutating func run(from start: Int, clauses: Int = 0) {
    if let unit { made = run(unit, constants, from: start, clauses: clauses, made: made) }
  }

  /// The cell of an expression of the frame's code.
  mutating func cell(_ expression: CompiledExpression) -> Cell {
    if expression.start >= 0 { run(from: expression.start) }
    return load(expression.result, constants)
  }

  /// The value of an expression of the frame's code.
  mutating func value(_ expression: CompiledExpression) -> Value {
    let cell = cell(expression)
    return value(of: cell)
  }

  private func load(_ operand: Operand, _ constants: CellRow) -> Cell {
    switch operand.space {
    case 0: registers[operand.index]
    case 1: constants[operand.index]
    case 2: policies[operand.index]
    default: builtins[operand.index]
    }
  }

  /// - Parameter made: how much has been made in the frame.
  /// - Returns: how much it is then.
  private mutating func run(_ unit: CompiledUnit, _ constants: CellRow, from start: Int, clauses: Int, made: Int) -> Int {
    var after = made
    outcomes.removeAll(keepingCapacity: true)
    outcomes += repeatElement(.holds, count: max(1, clauses))
    registers.withUnsafeMutableBufferPointer { registers in
      outcomes.withUnsafeMutableBufferPointer { outcomes in
        withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Cell>.self, capacity: Machine.Operands.spaces) { bases in
          guard let registers = registers.baseAddress, let outcomes = outcomes.baseAddress, let bases = bases.baseAddress else {
            return
          }
          let operands = Machine.Operands(
            bases, registers: registers, constants: constants.cells, policies: policies.cells, builtins: builtins.cells)
          memory.observer = observer
          condition = withUnsafeMutablePointer(to: &symbols) { symbols in
            withExtendedLifetime((unit, ground, memory)) {
              var machine = Machine(
                .passUnretained(unit), operands, reads: .passUnretained(ground), symbols: symbols, ownsSymbols: true,
                outcomes: outcomes, room: MachineRoom.whole, memory: .passUnretained(memory))
              machine.made = made
              machine.run(from: start)
              after = machine.made
              return machine.condition
            }
          }
        }
      }
    }
    grown += after - made
    return after
  }

  // MARK: What is worked out only to be told

  /// The value of any expression over the frame, compiled for this once. An unknown truth value is a missing boolean.
  package mutating func value(_ node: Node) -> Value {
    let cell = cell(node)
    return value(of: cell)
  }

  private mutating func cell(_ node: Node) -> Cell {
    var writer = CodeWriter(frameSize: frameSize)
    let expression = writer.expression(node)
    let unit = CompiledUnit(writer.unit)
    let constants = bind(unit)
    if expression.start >= 0 {
      reserve(unit.registerCount)
      tell { $0.run(unit, constants, from: expression.start, clauses: 0, made: $1) }
    }
    return load(expression.result, constants)
  }

  /// Runs code that takes its room from what is told.
  private mutating func tell(_ run: (inout Evaluator, Int) -> Int) {
    var now = tellsExtra ? extra : told
    swap(&memory.charged, &now.charged)
    now.made = run(&self, now.made)
    swap(&memory.charged, &now.charged)
    if tellsExtra { extra = now } else { told = now }
  }

  /// The first element that makes an `every` or `no` fail.
  mutating func failing(_ node: QuantifiedNode) -> Value? {
    guard node.quantifier != .some, cell(.quantified(node)).isFalse else { return nil }
    return value(of: registers[node.loop.slot])
  }

  // MARK: Loops of what is produced

  /// The elements of a source; `nil` where its list is missing.
  ///
  /// - Parameter list: the list, where the source is one.
  mutating func elements(_ source: SourceNode, list: CompiledExpression?) -> [Cell]? {
    switch source {
    case .facts(let type): return ground.store.orderedPlaces(type, in: program).map { .fact(type, at: $0) }
    case .instances(let lifecycle): return ground.instances(lifecycle).map { symbols.cell(of: $0) }
    case .list:
      guard let cell = list.map({ cell($0) }), cell.isList else { return nil }
      return (0..<symbols.count(ofBox: Int(cell.bits))).map { symbols.element($0, ofBox: Int(cell.bits)) }
    }
  }
}
