import TruthsProgram
import TruthsText

/// The virtual machine that runs compiled code over registers (clauses §13).
///
/// It is total: every expression has a value, perhaps a missing one; logic is Kleene's. The main loop allocates nothing and
/// counts no references; rare operations go through ``SlowOperation``. The caller keeps alive the memory that its pointers
/// refer to.
struct Interpreter: BitwiseCopyable {
  /// The cells that operands address.
  var operands: Operands
  var instructions: UnsafePointer<Instruction>
  var probes: UnsafePointer<Probe>
  /// The probes bound to the store; `nil` where they go through ``execution``.
  var bound: UnsafePointer<BoundProbe>?
  /// The running code.
  var unit: Unmanaged<CompiledUnit>
  /// The program and store that the code reads.
  let reads: Unmanaged<ExecutionEnvironment>
  /// The symbols of the values that this run reads, and of those that it computes.
  var symbols: UnsafeMutablePointer<SymbolOverlay>
  /// Whether the symbols have no other reader, so that this run may add to them.
  var ownsSymbols: Bool
  /// The outcome of each clause, by its number.
  var outcomes: UnsafeMutablePointer<ClauseOutcome>
  /// The number of clauses that do not hold.
  var failures = 0
  var condition = ConditionOutcome.fires
  /// The allocated elements (``AllocationLimits``).
  var allocated = 0
  /// The memory of loops and tables; `nil` until first use.
  private(set) var memoryReference: Unmanaged<InterpreterMemory>?
  /// Whether the memory was made for this run, which releases it at its end.
  private var ownsMemory = false

  init(
    _ unit: Unmanaged<CompiledUnit>, _ operands: Operands, reads: Unmanaged<ExecutionEnvironment>,
    symbols: UnsafeMutablePointer<SymbolOverlay>, ownsSymbols: Bool, outcomes: UnsafeMutablePointer<ClauseOutcome>,
    memory: Unmanaged<InterpreterMemory>? = nil
  ) {
    self.operands = operands
    (instructions, probes) = unit._withUnsafeGuaranteedRef { ($0.instructions, $0.probes) }
    self.unit = unit
    self.reads = reads
    self.symbols = symbols
    self.ownsSymbols = ownsSymbols
    self.outcomes = outcomes
    memoryReference = memory
  }

  /// The program and store as a counted reference, for rare operations.
  var execution: ExecutionEnvironment { reads.takeUnretainedValue() }

  /// The memory of loops and tables.
  var memory: InterpreterMemory {
    mutating get {
      if let memoryReference { return memoryReference.takeUnretainedValue() }
      let fresh = InterpreterMemory()
      memoryReference = .passRetained(fresh)
      ownsMemory = true
      return fresh
    }
  }

  /// Whether the work limit is exceeded, so that the results are invalid.
  var isOverworked: Bool { memoryReference.map { $0._withUnsafeGuaranteedRef { $0.workLeft < 0 } } ?? false }

  /// Releases the memory and symbols that this run made.
  ///
  /// - Parameter shared: the symbols that the run began with.
  mutating func end(_ shared: UnsafeMutablePointer<SymbolOverlay>) {
    if ownsMemory {
      memoryReference?.release()
      (memoryReference, ownsMemory) = (nil, false)
    }
    guard symbols != shared else { return }
    symbols.deinitialize(count: 1)
    symbols.deallocate()
    symbols = shared
  }

  /// The first cells of the four operand spaces: registers, constants, policies and builtins.
  struct Operands: BitwiseCopyable {
    static let spaces = 4

    let bases: UnsafeMutablePointer<UnsafeMutablePointer<Cell>>

    /// Sets the memory that each kind of operand addresses.
    ///
    /// - Parameter bases: room for ``spaces`` pointers. Constants, policies and builtins are never written to.
    init(
      _ bases: UnsafeMutablePointer<UnsafeMutablePointer<Cell>>, registers: UnsafeMutablePointer<Cell>,
      constants: UnsafePointer<Cell>, policies: UnsafePointer<Cell>, builtins: UnsafePointer<Cell>
    ) {
      self.bases = bases
      (bases + 0).initialize(to: registers)
      (bases + 1).initialize(to: UnsafeMutablePointer(mutating: constants))
      (bases + 2).initialize(to: UnsafeMutablePointer(mutating: policies))
      (bases + 3).initialize(to: UnsafeMutablePointer(mutating: builtins))
    }

    @inline(__always)
    var registers: UnsafeMutablePointer<Cell> { bases[0] }

    @inline(__always)
    func load(_ operand: Operand) -> Cell { bases[Int(operand.space)][operand.index] }

    /// Replaces the registers and constants.
    @inline(__always)
    func set(registers: UnsafeMutablePointer<Cell>, constants: UnsafePointer<Cell>) {
      bases[0] = registers
      bases[1] = UnsafeMutablePointer(mutating: constants)
    }
  }

  /// Switches to other code with its registers and constants; policies and builtins stay.
  @inline(__always)
  mutating func enter(
    _ unit: Unmanaged<CompiledUnit>, _ bound: UnsafePointer<BoundProbe>?, registers: UnsafeMutablePointer<Cell>,
    constants: UnsafePointer<Cell>
  ) {
    self.unit = unit
    self.bound = bound
    (instructions, probes) = unit._withUnsafeGuaranteedRef { ($0.instructions, $0.probes) }
    operands.set(registers: registers, constants: constants)
  }
}

/// The state of loops, aggregates and work, which most code does not need.
final class InterpreterMemory {
  /// The observer that records which rows of tables give values; `nil` if they are not recorded.
  var observer: ReadingObserver?
  /// The context before the run, for `old`.
  var before: ContextBefore?
  var loops: [LoopState] = []
  var aggregates: [AggregateState] = []
  var ordered = OrderedSources()
  /// The values made for the frame whose elements are already counted.
  var charged: Set<Cell> = []
  /// The remaining steps of work (``WorkMeter``); below 0 every loop ends.
  var workLeft = WorkMeter.standard
  /// The number of elements that loops have visited.
  var visited = 0
  /// The loop at which the work limit was exceeded: the code, its instruction, and the number of elements.
  var overrun: (unit: Unmanaged<CompiledUnit>, instruction: Int, loop: Int)?
}

/// The ordered facts and instances that loops visited, cached because inner loops visit them again and again.
struct OrderedSources {
  var facts: [Int: [Cell]] = [:]
  /// Facts by look-up and looked-up values.
  var groups: [Group: [Cell]] = [:]
  /// The number of sort keys computed so far, by fact type.
  var keysMade: [Int: Int] = [:]
  /// The number of facts before each place in the order, by fact type.
  var ranks: [Int: [Int32]] = [:]
  var instances: [Int: [Cell]] = [:]

  struct Group: Hashable {
    var access: ObjectIdentifier
    var values: [Cell]
  }
}

enum ClauseOutcome: UInt8, BitwiseCopyable, Sendable {
  case holds, violated, unknown
}

enum ConditionOutcome: UInt8, BitwiseCopyable, Sendable {
  case fires, doesNot, unknown
}

/// The program and store that code reads besides its registers. It is bound to one store.
final class ExecutionEnvironment: Sendable {
  let code: CompiledProgram
  let store: FactStore

  var program: Program { _read { yield code.program } }

  init(_ code: CompiledProgram, _ store: FactStore) {
    self.code = code
    self.store = store
  }
}

extension Interpreter {
  /// Runs code from a position to its end.
  @inline(never)
  mutating func run(from start: Int) {
    let operands = operands
    let registers = operands.registers
    let instructions = instructions
    var counter = start
    while true {
      let step = instructions[counter]
      counter += 1
      let target = Int(step.target)
      switch step.opcode {
      case .end: return
      case .move: registers[target] = operands.load(step.first)
      case .outside: registers[target] = outside(operands.load(step.first))
      case .jump: counter = target
      case .jumpIfFalse: if operands.load(step.first).isFalse { counter = target }
      case .jumpIfTrue: if operands.load(step.first).isTrue { counter = target }
      case .jumpIfMissing: if operands.load(step.first).isMissing { counter = target }
      case .not: registers[target] = Self.not(operands.load(step.first))
      case .and: registers[target] = Self.and(operands.load(step.first), operands.load(step.second))
      case .or: registers[target] = Self.or(operands.load(step.first), operands.load(step.second))
      case .equal: registers[target] = equal(operands.load(step.first), operands.load(step.second), is: true)
      case .notEqual: registers[target] = equal(operands.load(step.first), operands.load(step.second), is: false)
      case .less: registers[target] = precedes(operands.load(step.first), operands.load(step.second), is: true)
      case .greaterOrEqual: registers[target] = precedes(operands.load(step.first), operands.load(step.second), is: false)
      case .greater: registers[target] = follows(operands.load(step.first), operands.load(step.second), is: true)
      case .lessOrEqual: registers[target] = follows(operands.load(step.first), operands.load(step.second), is: false)
      case .isOneOf: registers[target] = isOneOf(operands.load(step.first), step)
      case .exists: registers[target] = .truth(operands.load(step.first).isMissing == (step.flag == 1))
      case .isEmpty: registers[target] = isEmpty(operands.load(step.first), operands.load(step.second), is: step.flag == 0)
      case .add: registers[target] = add(operands.load(step.first), operands.load(step.second))
      case .subtract: registers[target] = subtract(operands.load(step.first), operands.load(step.second))
      case .multiply: registers[target] = multiply(operands.load(step.first), operands.load(step.second))
      case .negate: registers[target] = negate(operands.load(step.first))
      case .amount: registers[target] = amount(operands.load(step.first), in: operands.load(step.second))
      case .field: registers[target] = field(step.second.index, of: operands.load(step.first))
      case .present, .lookUp, .lookUpExists, .state: registers[target] = probe(step)
      case .hasAny: registers[target] = hasAny(step.first.index)
      case .next: if !next(step.second.index, to: step.first.index, at: counter - 1, steps: Int(step.count)) { counter = target }
      case .settle: if !settle(step, operands.load(step.first)) { counter = step.second.index }
      case .clause: note(step, operands.load(step.first))
      case .condition: if ends(operands.load(step.first)) { return }
      case .slow: slow(unit._withUnsafeGuaranteedRef { $0.slow[step.second.index] }, to: target, from: step.first.index)
      }
    }
  }

  @inline(__always)
  private mutating func note(_ step: Instruction, _ answer: Cell) {
    guard answer.isA(.boolean) else {
      outcomes[Int(step.target)] = .unknown
      failures += 1
      return
    }
    let isViolated = answer.bits == Int64(step.flag)
    outcomes[Int(step.target)] = isViolated ? .violated : .holds
    if isViolated { failures += 1 }
  }

  /// Records the outcome of the `if`.
  ///
  /// - Returns: whether the code ends, because the `if` is false.
  @inline(__always)
  private mutating func ends(_ answer: Cell) -> Bool {
    condition = answer.isMissing ? .unknown : answer.isFalse ? .doesNot : .fires
    return answer.isFalse
  }

  /// Processes the answer for one element of a quantifier. The first unknown answer is kept as the result.
  ///
  /// - Returns: whether the answer for the present element decides the quantifier.
  @inline(__always)
  private func settle(_ step: Instruction, _ answer: Cell) -> Bool {
    let result = operands.registers + Int(step.target)
    if answer.isTrue {
      result.pointee = .truth(step.flag == 1)
      return true
    }
    if answer.isMissing, !result.pointee.isMissing { result.pointee = answer }
    return false
  }
}

/// The limits on values made for one frame, counted in elements.
///
/// Values are freed only with the frame, and a loop may make a large text for each element of a list. Beyond the limit values
/// are missing (``MissingCause/total``).
enum AllocationLimits {
  /// The largest number of elements in one value, nested ones included (``MissingCause/size``); sixteen bytes of text count as
  /// one.
  static var ofValue: Int { 1_000_000 }
  static var bytesPerElement: Int { 16 }

  /// The largest number of elements in all values made for one frame.
  fileprivate static var ofFrame: Int { 32 * ofValue }

  /// The number of elements from which an evaluator drops its symbols at the next frame.
  static var heavy: Int { ofValue }

  /// The cost of a value besides its elements.
  fileprivate static var perValue: Int { 2 }
}

/// Allocation limits for texts, lists and records made from others, which may double in size with each `let` or fact.
///
/// They keep a few lines of a pack from filling the memory. A value beyond the limit is missing (``MissingCause/size``), and so
/// is a value where all values of a frame together are too large (``MissingCause/total``).
extension Interpreter {
  /// Returns whether a text exceeds the size limit of a value.
  static func isTooLarge(_ text: String) -> Bool {
    text.utf8.count > AllocationLimits.ofValue * AllocationLimits.bytesPerElement
  }

  /// Returns whether a list or record of some cells would exceed the size limit of a value.
  ///
  /// - Complexity: O(the limit) at most, and O(the elements).
  func areTooLarge(_ cells: [Cell]) -> Bool {
    var left = AllocationLimits.ofValue
    var boxes = 0
    let fits = fit(cells[...], &left, &boxes)
    spend((AllocationLimits.ofValue - left) / 4 + boxes * WorkMeter.stepsPerBox)
    return !fits
  }

  /// Whether the frame's limit is exceeded.
  var hasNoRoom: Bool { allocated > AllocationLimits.ofFrame }

  /// Counts work done outside of the code's loops.
  func spend(_ steps: Int) { memoryReference?._withUnsafeGuaranteedRef { $0.workLeft -= steps } }

  func spend(bytes texts: Text...) {
    spend(texts.reduce(0) { $0 + $1.string.utf8.count } / WorkMeter.bytesPerStep)
  }

  /// Returns the size of a value without that of its elements: the length of a list, or one for each sixteen bytes of text.
  func size(of cell: Cell) -> Int {
    if cell.isList || cell.isMap { return symbols.pointee.count(ofBox: Int(cell.bits)) }
    guard cell.kind == .text else { return 0 }
    return symbols.pointee.text(Int(cell.bits)).string.utf8.count / AllocationLimits.bytesPerElement
  }

  /// Counts a made value, and returns it if it fits the limit. A value made for this frame before is not counted again.
  mutating func charged(_ cell: Cell, elements: Int) -> Cell {
    if !memory.charged.insert(cell).inserted { return cell }
    spend(WorkMeter.stepsPerValue)
    allocated += AllocationLimits.perValue + elements
    return hasNoRoom ? .missing(.total) : cell
  }

  /// Returns the size of a value in elements.
  ///
  /// - Complexity: O(the value).
  static func elements(of value: Value) -> Int {
    switch value {
    case .text(let text): text.string.utf8.count / AllocationLimits.bytesPerElement
    case .list(let values): values.reduce(values.count) { $0 + elements(of: $1) }
    case .record(let record): record.fields.reduce(record.fields.count) { $0 + elements(of: $1) }
    default: 0
    }
  }

  /// Counts the elements of cells down from `budget`.
  ///
  /// - Parameter boxes: counts the visited lists and records.
  /// - Returns: whether the elements fit.
  private func fit(_ cells: ArraySlice<Cell>, _ budget: inout Int, _ boxes: inout Int) -> Bool {
    budget -= cells.count
    for cell in cells where budget >= 0 {
      if cell.kind == .text {
        budget -= symbols.pointee.text(Int(cell.bits)).string.utf8.count / AllocationLimits.bytesPerElement
      } else if cell.kind == .boxed, cell.small != BoxShape.opaque.rawValue {
        boxes += 1
        if !fit(symbols.pointee.cells(ofBox: Int(cell.bits)), &budget, &boxes) { return false }
      }
    }
    return budget >= 0
  }
}
