package import TruthsCheck
import TruthsJSON
import TruthsText

/// A frame over one store, on which compiled code is run (language.md §4), one truth after another. For one thread at a time.
package final class Evaluator {
  package let environment: Environment
  let ground: Ground
  /// The symbols of the store, and those of what is read and worked out here.
  private let symbols: UnsafeMutablePointer<SymbolOverlay>
  /// The fields of a proposal, whose cells outlive every frame.
  private var fields: [Value] = []
  /// How much has been made since the symbols were last dropped, and in this frame to decide by it (``MachineRoom``). What is
  /// worked out only to be told has its own room, and another one where not every way of telling asks for it.
  private var grown = 0
  private var made = 0
  private var told = Told()
  private var extra = Told()
  /// What is quoted of the long values of the frame.
  var quotations: [Cell: String] = [:]
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
  private var registers = CellRoom()
  private(set) var frameSize = 0
  private var unit: CompiledUnit?
  private let memory = MachineMemory()
  private var clauseOutcomes = OutcomeRoom()
  /// What the `if` that ran last came to.
  private(set) var condition = ConditionOutcome.fires
  /// That of the store, but while something is worked out only to be told.
  var observer: ReadingObserver?

  /// Counts what is done here; `nil` where nobody bounds it.
  private let work: WorkMeter?

  init(_ ground: Ground, _ environment: Environment) {
    self.environment = environment
    work = ground.store.work
    self.ground = ground
    symbols = .allocate(capacity: 1)
    symbols.initialize(to: SymbolOverlay(over: ground.store.symbols))
    builtins = environment.cells(&symbols.pointee)
    policies = ground.store.policyRow
    observer = ground.store.observer
  }

  deinit {
    symbols.deinitialize(count: 1)
    symbols.deallocate()
  }

  package var program: Program { _read { yield ground.code.program } }

  package var store: FactStore { _read { yield ground.store } }

  // MARK: Frames

  /// The cells of the fields of a proposal, which outlive every frame; to be asked for before any code is run.
  func cells(of fields: [Value]) -> [Cell] {
    self.fields = fields
    return fields.map { symbols.pointee.cell(of: $0) }
  }

  /// Begins a frame in which nothing has been made. Its cells must be set anew: what was made before is dropped, once it is much.
  package func forget() {
    forgetMade()
    if told.made > 0 { told = Told() }
    if extra.made > 0 { extra = Told() }
    if !quotations.isEmpty { quotations = [:] }
    guard grown > MachineRoom.heavy else { return }
    // What is written first, in the same order, is given the same numbers again.
    symbols.pointee = SymbolOverlay(over: ground.store.symbols)
    _ = environment.cells(&symbols.pointee)
    _ = fields.map { symbols.pointee.cell(of: $0) }
    grown = 0
    memory.ordered = OrderedSources()
  }

  /// What was made in the frame so far takes no room of what is made next; it stays.
  func forgetMade() {
    if made > 0 { memory.charged.removeAll(keepingCapacity: made < MachineRoom.ofValue) }
    made = 0
  }

  /// An empty frame.
  func begin(frameSize: Int) {
    self.frameSize = frameSize
    registers.reserve(max(1, frameSize))
    registers.clear(frameSize)
  }

  /// An empty frame for code that is run next.
  func begin(_ unit: CompiledUnit, frameSize: Int) {
    forget()
    begin(frameSize: frameSize)
    self.unit = unit
    registers.reserve(unit.registerCount)
  }

  /// The frame as values; what is set is what code reads then.
  package var slots: [Value] {
    get { (0..<frameSize).map { value(of: registers[$0]) } }
    set {
      forget()
      for (slot, value) in newValue.enumerated() where slot < frameSize { registers[slot] = symbols.pointee.cell(of: value) }
    }
  }

  /// Puts a value into a slot of the frame.
  package func set(_ slot: Int, to value: Value) {
    if slot < frameSize { registers[slot] = symbols.pointee.cell(of: value) }
  }

  func set(_ slot: Int, to cell: Cell) { registers[slot] = cell }

  func value(of cell: Cell) -> Value { ground.value(of: cell, symbols.pointee) }

  /// The cell of a register: of a slot, or of what code has left there.
  func cell(in register: Int) -> Cell { registers[register] }

  // MARK: Running

  /// Runs the code of the frame from a place on, noting what so many clauses come to.
  ///
  /// - Returns: how many of them do not hold.
  @discardableResult
  func run(from start: Int, clauses: Int = 0) -> Int {
    guard let unit else { return 0 }
    return run(unit, unit.constants, from: start, clauses: clauses, &made)
  }

  /// What a clause that ran last came to, by its number.
  func outcome(_ clause: Int) -> ClauseOutcome { clauseOutcomes[clause] }

  /// The cell of an expression of the frame's code.
  func cell(_ expression: CompiledExpression) -> Cell {
    if expression.start >= 0 { run(from: expression.start) }
    return unit.map { load(expression.result, $0.constants) } ?? .absent
  }

  /// The value of an expression of the frame's code.
  func value(_ expression: CompiledExpression) -> Value { value(of: cell(expression)) }

  private func load(_ operand: Operand, _ constants: CellRow) -> Cell {
    switch operand.space {
    case 0: registers[operand.index]
    case 1: constants[operand.index]
    case 2: policies[operand.index]
    default: builtins[operand.index]
    }
  }

  /// - Parameter made: how much has been made where the code takes its room from.
  /// - Returns: how many clauses do not hold.
  private func run(_ unit: CompiledUnit, _ constants: CellRow, from start: Int, clauses: Int, _ made: inout Int) -> Int {
    clauseOutcomes.reserve(clauses)
    memory.observer = observer
    memory.workLeft = (work?.left ?? .max / 2) - Self.stepsPerRun
    let before = made
    let failures = withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Cell>.self, capacity: Machine.Operands.spaces) {
      bases in
      guard let bases = bases.baseAddress else { return 0 }
      let operands = Machine.Operands(
        bases, registers: registers.cells, constants: constants.cells, policies: policies.cells, builtins: builtins.cells)
      var machine = Machine(
        .passUnretained(unit), operands, reads: .passUnretained(ground), symbols: symbols, ownsSymbols: true,
        outcomes: clauseOutcomes.outcomes, memory: .passUnretained(memory))
      machine.made = made
      machine.run(from: start)
      made = machine.made
      condition = machine.condition
      return machine.failures
    }
    grown += made - before
    if let work {
      work.left = memory.workLeft
      if work.left < 0, memory.overrun != nil { note(overrunOf: unit, work) }
    }
    return failures
  }

  /// What it costs to begin with some code.
  private static var stepsPerRun: Int { 2 }

  /// Tells whose code ran when the limit of work was passed, and what it went through.
  private func note(overrunOf unit: CompiledUnit, _ work: WorkMeter) {
    if work.place == nil { work.note(ground.code.place(of: memory.overrun, in: unit, frame: self.unit)) }
  }

  // MARK: What is worked out only to be told

  /// The value of an expression of code that is told of a clause.
  func told(_ expression: CompiledExpression, of unit: CompiledUnit) -> Value {
    value(of: toldCell(expression, of: unit))
  }

  /// The same as a cell.
  func toldCell(_ expression: CompiledExpression, of unit: CompiledUnit) -> Cell {
    let constants = unit.constants(&symbols.pointee)
    if expression.start >= 0 {
      registers.reserve(unit.registerCount)
      tell { _ = run(unit, constants, from: expression.start, clauses: 0, &$0) }
    }
    return load(expression.result, constants)
  }

  /// Runs code that takes its room from what is told.
  private func tell(_ run: (inout Int) -> Void) {
    var now = tellsExtra ? extra : told
    swap(&memory.charged, &now.charged)
    run(&now.made)
    swap(&memory.charged, &now.charged)
    if tellsExtra { extra = now } else { told = now }
  }

  /// The value of any expression over the frame, compiled for this once. An unknown truth value is a missing boolean.
  package func value(_ node: Node) -> Value {
    var writer = CodeWriter(frameSize: frameSize)
    let expression = writer.expression(node)
    return told(expression, of: CompiledUnit(writer.unit, knowing: ground.code.symbols))
  }

  // MARK: Loops of what is produced

  /// The elements of a source; `nil` where its list is missing.
  ///
  /// - Parameter list: the list, where the source is one.
  func elements(_ source: SourceNode, list: CompiledExpression?) -> [Cell]? {
    switch source {
    case .facts(let type): return ground.store.orderedPlaces(type, in: program).map { .fact(type, at: $0) }
    case .instances(let lifecycle): return ground.instances(lifecycle).map { symbols.pointee.cell(of: $0) }
    case .list:
      guard let cell = list.map({ cell($0) }), cell.isList else { return nil }
      return (0..<symbols.pointee.count(ofBox: Int(cell.bits))).map { symbols.pointee.element($0, ofBox: Int(cell.bits)) }
    }
  }
}
