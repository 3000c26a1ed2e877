import TruthsJSON
package import TruthsProgram
import TruthsText

/// Runs compiled code (clauses §13) on a frame over one store, one truth after another. One thread may use it at a time.
package final class Evaluator {
  package private(set) var environment: Environment
  let execution: ExecutionEnvironment
  /// The symbols of the store, and of values read and computed here.
  private let symbols: UnsafeMutablePointer<SymbolOverlay>
  /// The fields of the proposal, whose cells stay valid in every frame.
  private var fields: [Value] = []
  /// The elements allocated since the symbols were last dropped.
  ///
  /// `allocated` counts the elements of this frame for the decision (``AllocationLimits``). Explanations have their own limit,
  /// and a second one for values that only a run with explanations needs.
  private var grown = 0
  private var allocated = 0
  private var quota = ExplanationQuota()
  private var extraQuota = ExplanationQuota()
  /// The shortened quotations of long values, by cells that are still valid.
  var quotations: [Cell: String] = [:]
  /// Whether only a run with explanations needs the values computed now.
  var usesExtraQuota = false

  /// The elements allocated in a frame for explanations, and the cells that they were counted for.
  private struct ExplanationQuota {
    var allocated = 0
    var charged: Set<Cell> = []
  }

  private var builtins: CellRow
  private let policies: CellRow
  /// The registers: trigger fields, `let`s and variables of the frame, then temporaries.
  private var registers = RegisterBuffer()
  private(set) var frameSize = 0
  private var unit: CompiledUnit?
  private let memory = InterpreterMemory()
  private var clauseOutcomes = OutcomeBuffer()
  /// The outcome of the `if` that ran last.
  private(set) var condition = ConditionOutcome.fires
  /// The observer of the store; `nil` while an explanation is made.
  var observer: ReadingObserver?

  /// The context before the run, for `old`; `nil` where no clause uses it.
  var before: ContextBefore?
  /// The context before the run, on which approvers are computed; `nil` where this evaluator reads it anyway.
  var approvalStore: FactStore?

  /// The meter for the work done here; `nil` for unbounded work.
  let work: WorkMeter?

  init(_ execution: ExecutionEnvironment, _ environment: Environment) {
    self.environment = environment
    work = execution.store.work
    self.execution = execution
    symbols = .allocate(capacity: 1)
    symbols.initialize(to: SymbolOverlay(over: execution.store.symbols))
    builtins = environment.cells(&symbols.pointee)
    policies = execution.store.policyRow
    observer = execution.store.observer
  }

  deinit {
    symbols.deinitialize(count: 1)
    symbols.deallocate()
  }

  package var program: Program { _read { yield execution.code.program } }

  package var store: FactStore { _read { yield execution.store } }

  // MARK: Frames

  /// Returns the cells of a proposal's fields, which stay valid in every frame. It must be called before any code runs.
  func cells(of fields: [Value]) -> [Cell] {
    self.fields = fields
    return fields.map { symbols.pointee.cell(of: $0) }
  }

  /// Begins a frame. Its cells must be set again, because symbols of earlier frames are dropped once they exceed a limit.
  package func forget() {
    forgetMade()
    if quota.allocated > 0 { quota = ExplanationQuota() }
    if extraQuota.allocated > 0 { extraQuota = ExplanationQuota() }
    guard grown > AllocationLimits.heavy else { return }
    // The same values in the same order get the same numbers again.
    symbols.pointee = SymbolOverlay(over: execution.store.symbols)
    _ = environment.cells(&symbols.pointee)
    _ = fields.map { symbols.pointee.cell(of: $0) }
    grown = 0
    memory.ordered = OrderedSources()
    quotations = [:]
  }

  /// Begins a frame with other values of what clauses read of their surroundings.
  package func forget(_ environment: Environment) {
    self.environment = environment
    forget()
    builtins = environment.cells(&symbols.pointee)
  }

  /// Resets the allocation count of the frame; the values made so far stay valid.
  func forgetMade() {
    if allocated > 0 { memory.charged.removeAll(keepingCapacity: allocated < AllocationLimits.ofValue) }
    allocated = 0
  }

  /// Begins an empty frame.
  func begin(frameSize: Int) {
    self.frameSize = frameSize
    registers.reserve(max(1, frameSize))
    registers.clear(frameSize)
  }

  /// Begins an empty frame for the code that runs next.
  func begin(_ unit: CompiledUnit, frameSize: Int) {
    forget()
    begin(frameSize: frameSize)
    self.unit = unit
    registers.reserve(unit.registerCount)
  }

  /// The slots of the frame as values.
  package var slots: [Value] {
    get { (0..<frameSize).map { value(of: registers[$0]) } }
    set {
      forget()
      for (slot, value) in newValue.enumerated() where slot < frameSize { registers[slot] = symbols.pointee.cell(of: value) }
    }
  }

  /// Sets a slot of the frame.
  package func set(_ slot: Int, to value: Value) {
    if slot < frameSize { registers[slot] = symbols.pointee.cell(of: value) }
  }

  func set(_ slot: Int, to cell: Cell) { registers[slot] = cell }

  func value(of cell: Cell) -> Value { execution.value(of: cell, symbols.pointee) }

  func cell(of value: Value) -> Cell { symbols.pointee.cell(of: value) }

  /// Returns the cell of a register: a slot, or a result of code.
  func cell(in register: Int) -> Cell { registers[register] }

  // MARK: Running

  /// Runs the code of the frame from a position, and records the outcomes of its clauses.
  ///
  /// - Returns: the number of clauses that do not hold.
  @discardableResult
  func run(from start: Int, clauses: Int = 0) -> Int {
    guard let unit else { return 0 }
    return run(unit, unit.constants, from: start, clauses: clauses, &allocated)
  }

  /// Records that the only clause of the frame holds, if this is known without running the clause.
  func noteHolding() { clauseOutcomes.reserve(1) }

  /// Returns the outcome of a clause of the last run, by its number.
  func outcome(_ clause: Int) -> ClauseOutcome { clauseOutcomes[clause] }

  /// Returns the cell of an expression of the frame's code.
  func cell(_ expression: CompiledExpression) -> Cell {
    if expression.start >= 0 { run(from: expression.start) }
    return unit.map { load(expression.result, $0.constants) } ?? .absent
  }

  /// Returns the value of an expression of the frame's code.
  func value(_ expression: CompiledExpression) -> Value { value(of: cell(expression)) }

  private func load(_ operand: Operand, _ constants: CellRow) -> Cell {
    switch operand.space {
    case 0: registers[operand.index]
    case 1: constants[operand.index]
    case 2: policies[operand.index]
    default: builtins[operand.index]
    }
  }

  /// Runs code.
  ///
  /// - Parameter allocated: the elements allocated so far, under the limit that the code counts against.
  /// - Returns: the number of clauses that do not hold.
  private func run(_ unit: CompiledUnit, _ constants: CellRow, from start: Int, clauses: Int, _ allocated: inout Int) -> Int {
    clauseOutcomes.reserve(clauses)
    memory.observer = observer
    memory.before = before
    memory.workLeft = (work?.left ?? .max / 2) - Self.stepsPerRun
    let before = allocated
    let failures = withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Cell>.self, capacity: Interpreter.Operands.spaces) {
      bases in
      guard let bases = bases.baseAddress else { return 0 }
      let operands = Interpreter.Operands(
        bases, registers: registers.cells, constants: constants.cells, policies: policies.cells, builtins: builtins.cells)
      var interpreter = Interpreter(
        .passUnretained(unit), operands, reads: .passUnretained(execution), symbols: symbols, ownsSymbols: true,
        outcomes: clauseOutcomes.outcomes, memory: .passUnretained(memory))
      interpreter.allocated = allocated
      interpreter.run(from: start)
      allocated = interpreter.allocated
      condition = interpreter.condition
      return interpreter.failures
    }
    grown += allocated - before
    if let work {
      work.left = memory.workLeft
      work.visited += memory.visited
      memory.visited = 0
      if work.left < 0, memory.overrun != nil { note(overrunOf: unit, work) }
    }
    return failures
  }

  /// The cost of starting to run code, in steps of work.
  private static var stepsPerRun: Int { 2 }

  /// Records the code and the loop that exceeded the work limit.
  private func note(overrunOf unit: CompiledUnit, _ work: WorkMeter) {
    if work.place == nil { work.note(execution.code.workPlace(of: memory.overrun, in: unit, frame: self.unit)) }
  }

  // MARK: Explanations

  /// Returns the value of an expression of a clause's explanation.
  func explainedValue(_ expression: CompiledExpression, of unit: CompiledUnit) -> Value {
    value(of: explainedCell(expression, of: unit))
  }

  /// Returns the cell of an expression of a clause's explanation.
  func explainedCell(_ expression: CompiledExpression, of unit: CompiledUnit) -> Cell {
    let constants = unit.constants(&symbols.pointee)
    if expression.start >= 0 {
      registers.reserve(unit.registerCount)
      chargingExplanation { _ = run(unit, constants, from: expression.start, clauses: 0, &$0) }
    }
    return load(expression.result, constants)
  }

  /// Runs code whose allocations count for explanations, not for the decision.
  private func chargingExplanation(_ run: (inout Int) -> Void) {
    var now = usesExtraQuota ? extraQuota : quota
    swap(&memory.charged, &now.charged)
    run(&now.allocated)
    swap(&memory.charged, &now.charged)
    if usesExtraQuota { extraQuota = now } else { quota = now }
  }

  /// Returns the value of an expression over the frame, compiled for this call. An unknown truth value is a missing boolean.
  package func value(_ node: Node) -> Value { value(compiled(node)) }

  /// Compiles an expression over the frame, for many calls.
  package func compiled(_ node: Node) -> CompiledNode {
    var writer = CodeWriter(frameSize: frameSize)
    let expression = writer.expression(node)
    let unit = CompiledUnit(writer.unit, knowing: execution.code.symbols)
    spend(compiling: unit)
    return CompiledNode(expression: expression, unit: unit)
  }

  package func value(_ node: CompiledNode) -> Value { explainedValue(node.expression, of: node.unit) }

  /// Counts the work of compiling code for an explanation.
  func spend(compiling unit: CompiledUnit) {
    work?.spend(WorkMeter.stepsPerCompiledUnit + unit.instructionCount * WorkMeter.stepsPerCompiledInstruction)
  }

  // MARK: The context before

  /// Returns the value of an `old`, and leaves its frame filled.
  ///
  /// - Parameters:
  ///   - arguments: the values that its frame takes from the enclosing frame.
  ///   - frameSize: the size of the enclosing frame, where its expressions are evaluated over this frame too.
  @discardableResult
  func enter(_ old: OldCode, _ arguments: [Value], frameSize: Int = 0) -> Value {
    let code = old.code(execution.code.symbols)
    forget()
    begin(frameSize: max(old.frameSize, frameSize))
    registers.reserve(code.unit.registerCount)
    for (slot, value) in zip(old.node.arguments, arguments) { set(slot, to: value) }
    let constants = code.unit.constants(&symbols.pointee)
    _ = run(code.unit, constants, from: code.value.start, clauses: 0, &allocated)
    return value(of: load(code.value.result, constants))
  }

  // MARK: Loops of outputs

  /// Returns the elements that an output visits; `nil` where its list is missing.
  func elements(_ source: SourceNode, of output: CompiledOutput) -> [Cell]? {
    guard let lookUp = output.lookUp, store.count(lookUp.access.type) >= store.lookUpThreshold else {
      return elements(source, list: output.list)
    }
    run(from: lookUp.values)
    let request = LookUp(lookUp.access, registers.cells + lookUp.firstRegister, execution, symbols)
    guard let found = request?.run() else { return elements(source, list: nil) }
    work?.left -= found.work
    let type = lookUp.access.type
    return store.ordered(found.places, of: type, in: program).map { .fact(type, at: $0) }
  }

  /// Returns the elements of a source; `nil` where its list is missing.
  ///
  /// - Parameter list: the list, for a source that is a list.
  func elements(_ source: SourceNode, list: CompiledExpression?) -> [Cell]? {
    switch source {
    case .facts(let type): return execution.store.orderedPlaces(type, in: program).map { .fact(type, at: $0) }
    case .instances(let lifecycle):
      let cells = execution.instances(lifecycle).map { symbols.pointee.cell(of: $0) }
      work?.spend(WorkMeter.stepsPerInstance * cells.count)
      return cells
    case .list:
      guard let cell = list.map({ cell($0) }), cell.isList else { return nil }
      return Array(symbols.pointee.cells(ofBox: Int(cell.bits)))
    }
  }
}

extension Evaluator {
  /// Returns the text of a clause's reason. A missing part, or a number outside the limits of a result, is printed as
  /// `missing`.
  func text(of reason: ReasonCode, _ unit: CompiledUnit) -> String {
    switch reason {
    case .value(let value): return display(value, unit)
    case .parts(let parts):
      // Most reasons are constant.
      if parts.count == 1, case .literal(let literal) = parts[0] { return literal }
      var text = ""
      for part in parts where !isOverworked {
        let words =
          switch part {
          case .literal(let literal): literal
          case .value(let value): display(value, unit)
          }
        spend(bytesMade: words.utf8.count)
        text += words
      }
      return text
    }
  }

  private func display(_ value: CompiledExpression, _ unit: CompiledUnit) -> String {
    quoted(explainedCell(value, of: unit)).text(program)
  }

  /// Returns a value rounded as it leaves its expression; see ``Decimal/leaving``.
  package func outside(_ value: Value) -> Value {
    switch value {
    case .number(let number): return number.leaving.map { .number($0) } ?? .missing(.limits)
    case .amount(let number, let unit): return number.leaving.map { .amount($0, unit: unit) } ?? .missing(.limits)
    case .list(let elements):
      let left = elements.map { outside($0) }
      return left.first(where: \.isMissing) ?? .list(left)
    case .record(let record): return .record(RecordValue(type: record.type, fields: record.fields.map { outside($0) }))
    default: return value
    }
  }
}

/// A compiled expression over the frame of an evaluator.
package struct CompiledNode {
  let expression: CompiledExpression
  let unit: CompiledUnit
}

/// A growable buffer of cells that keeps its contents when it grows.
struct RegisterBuffer: ~Copyable {
  private(set) var cells: UnsafeMutablePointer<Cell>
  private var capacity = 64

  init() {
    cells = .allocate(capacity: capacity)
    cells.initialize(repeating: .absent, count: capacity)
  }

  deinit { cells.deallocate() }

  mutating func reserve(_ count: Int) {
    if count <= capacity { return }
    let larger = max(count, 2 * capacity)
    let grown = UnsafeMutablePointer<Cell>.allocate(capacity: larger)
    grown.initialize(from: cells, count: capacity)
    (grown + capacity).initialize(repeating: .absent, count: larger - capacity)
    cells.deallocate()
    (cells, capacity) = (grown, larger)
  }

  /// Sets the first `count` cells to missing.
  func clear(_ count: Int) { cells.update(repeating: .absent, count: count) }

  subscript(place: Int) -> Cell {
    get { place < capacity ? cells[place] : .absent }
    nonmutating set { if place < capacity { cells[place] = newValue } }
  }
}

/// A growable buffer of clause outcomes.
struct OutcomeBuffer: ~Copyable {
  private(set) var outcomes: UnsafeMutablePointer<ClauseOutcome>
  private var capacity = 32

  init() {
    outcomes = .allocate(capacity: capacity)
    outcomes.initialize(repeating: .holds, count: capacity)
  }

  deinit { outcomes.deallocate() }

  /// Makes room for `count` outcomes and resets them to `holds`.
  mutating func reserve(_ count: Int) {
    if count > capacity {
      outcomes.deallocate()
      capacity = max(count, 2 * capacity)
      outcomes = .allocate(capacity: capacity)
    }
    outcomes.initialize(repeating: .holds, count: count)
  }

  subscript(clause: Int) -> ClauseOutcome { clause < capacity ? outcomes[clause] : .holds }
}
