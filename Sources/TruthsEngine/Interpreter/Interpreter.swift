import TruthsProgram
import TruthsText

/// Runs compiled code over a row of registers (clauses §13). Total: every expression has a value, if only a missing one;
/// logic is Kleene's.
///
/// The loop itself allocates nothing and counts no reference; what is rare goes through ``SlowOperation``. Whoever runs code
/// keeps alive what the machine points to.
struct Interpreter: BitwiseCopyable {
  /// What stands at the operands.
  var operands: Operands
  var instructions: UnsafePointer<Instruction>
  var probes: UnsafePointer<Probe>
  /// The same probes bound to the store; `nil` where they go through ``execution``.
  var bound: UnsafePointer<BoundProbe>?
  /// The code that runs.
  var unit: Unmanaged<CompiledUnit>
  /// What is read beside the registers.
  let reads: Unmanaged<ExecutionEnvironment>
  /// The symbols of what is read and worked out.
  var symbols: UnsafeMutablePointer<SymbolOverlay>
  /// Whether nobody else reads the symbols, so that more may be added.
  var ownsSymbols: Bool
  /// What each clause came to, by its number; see ``ClauseOutcome``.
  var outcomes: UnsafeMutablePointer<ClauseOutcome>
  /// Clauses that do not hold.
  var failures = 0
  var condition = ConditionOutcome.fires
  /// How much has been made, in elements (``AllocationLimits``).
  var made = 0
  /// `nil` as long as nothing has asked for it.
  private(set) var memoryReference: Unmanaged<InterpreterMemory>?
  /// Whether it was made for this run alone, which lets go of it at its end.
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

  /// What is read beside the registers, with a reference: for what is rare.
  var execution: ExecutionEnvironment { reads.takeUnretainedValue() }

  /// What loops and tables need.
  var memory: InterpreterMemory {
    mutating get {
      if let memoryReference { return memoryReference.takeUnretainedValue() }
      let fresh = InterpreterMemory()
      memoryReference = .passRetained(fresh)
      ownsMemory = true
      return fresh
    }
  }

  /// Whether more work was done than may be; what came of it is no answer then.
  var isOverworked: Bool { memoryReference.map { $0._withUnsafeGuaranteedRef { $0.workLeft < 0 } } ?? false }

  /// Lets go of what this run had to make for itself.
  ///
  /// - Parameter shared: the symbols that it began with.
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

  /// Where the operands of instructions stand: by their space, the first cell.
  struct Operands: BitwiseCopyable {
    /// How many spaces there are.
    static let spaces = 4

    let bases: UnsafeMutablePointer<UnsafeMutablePointer<Cell>>

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

    /// Other registers and constants.
    @inline(__always)
    func set(registers: UnsafeMutablePointer<Cell>, constants: UnsafePointer<Cell>) {
      bases[0] = registers
      bases[1] = UnsafeMutablePointer(mutating: constants)
    }
  }

  /// Another code over other registers and constants, on the same ground.
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

/// What loops and tables need beside the registers: most code has none.
final class InterpreterMemory {
  /// Sees which rows of tables give values.
  var observer: ReadingObserver?
  /// The context before, for `old`.
  var before: ContextBefore?
  var loops: [LoopState] = []
  var aggregates: [AggregateState] = []
  var ordered = OrderedSources()
  /// What was made for the frame, and has taken its room.
  var charged: Set<Cell> = []
  /// Steps of work that are left (``WorkMeter``); below 0 every loop ends.
  var workLeft = WorkMeter.standard
  /// How many elements loops have visited.
  var visited = 0
  /// Where they ended: the instruction, in the code that ran.
  var overrun: (unit: Unmanaged<CompiledUnit>, instruction: Int, loop: Int)?
}

/// The facts and instances that were gone through, in order: inner loops go through the same ones again and again.
struct OrderedSources {
  var facts: [Int: [Cell]] = [:]
  /// Facts that were looked up by the same values.
  var groups: [Group: [Cell]] = [:]
  /// By type, for how many facts a key was made only to put them in order.
  var keysMade: [Int: Int] = [:]
  /// By type, for each place how many facts come before it.
  var ranks: [Int: [Int32]] = [:]
  var instances: [Int: [Cell]] = [:]

  struct Group: Hashable {
    var access: ObjectIdentifier
    var values: [Cell]
  }
}

/// What a clause came to.
enum ClauseOutcome: UInt8, BitwiseCopyable, Sendable {
  case holds, violated, unknown
}

/// What the `if` of a truth came to.
enum ConditionOutcome: UInt8, BitwiseCopyable, Sendable {
  case fires, doesNot, unknown
}

/// What code reads beside its registers: the program and the facts. Bound to one store.
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
  /// Runs code from a place on to its end.
  @inline(never)
  mutating func run(from start: Int) {
    let operands = operands
    let registers = operands.registers
    let instructions = instructions
    var place = start
    while true {
      let step = instructions[place]
      place += 1
      let target = Int(step.target)
      switch step.opcode {
      case .end: return
      case .move: registers[target] = operands.load(step.first)
      case .outside: registers[target] = outside(operands.load(step.first))
      case .jump: place = target
      case .jumpIfFalse: if operands.load(step.first).isFalse { place = target }
      case .jumpIfTrue: if operands.load(step.first).isTrue { place = target }
      case .jumpIfMissing: if operands.load(step.first).isMissing { place = target }
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
      case .next: if !next(step.second.index, to: step.first.index, at: place - 1, steps: Int(step.count)) { place = target }
      case .settle: if !settle(step, operands.load(step.first)) { place = step.second.index }
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

  /// Takes what the `if` came to.
  ///
  /// - Returns: whether that ends the code.
  @inline(__always)
  private mutating func ends(_ answer: Cell) -> Bool {
    condition = answer.isMissing ? .unknown : answer.isFalse ? .doesNot : .fires
    return answer.isFalse
  }

  /// Takes the answer for one element of a quantifier; the first that is unknown is memoryReference.
  ///
  /// - Returns: whether the element settles it.
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

/// How much may be made for a frame altogether, in elements: what is made is dropped only with it, and a loop may make a large
/// text for each element of a list. Past it values are missing (``MissingCause/total``).
enum AllocationLimits {
  /// Elements of one value, those of its elements included (``MissingCause/size``); sixteen bytes of text count as one.
  static var ofValue: Int { 1_000_000 }
  static var bytesPerElement: Int { 16 }

  /// Elements of all that is made for one frame.
  fileprivate static var ofFrame: Int { 32 * ofValue }

  /// From so much on an evaluator drops what was made, as soon as nothing needs it.
  static var heavy: Int { ofValue }

  /// What a value that is made costs beside its elements.
  fileprivate static var perValue: Int { 2 }
}

/// Texts, lists and records that are made of others may double with each `let` or fact: what is made is held to a size, so that
/// a few lines of a pack cannot fill the memory. Past it a value is missing (``MissingCause/size``). So it is where all that is
/// made for a frame, one large text for each element of a list perhaps, is too much (``MissingCause/total``).
extension Interpreter {
  /// Whether a text is larger than a value may be.
  static func isTooLarge(_ text: String) -> Bool {
    text.utf8.count > AllocationLimits.ofValue * AllocationLimits.bytesPerElement
  }

  /// Whether a list or record of some cells would be larger than a value may be.
  ///
  /// - Complexity: O(the limit) at most, and O(the elements).
  func areTooLarge(_ cells: [Cell]) -> Bool {
    var left = AllocationLimits.ofValue
    var boxes = 0
    let fits = fit(cells[...], &left, &boxes)
    spend((AllocationLimits.ofValue - left) / 4 + boxes * WorkMeter.stepsPerBox)
    return !fits
  }

  /// Whether nothing more may be made.
  var hasNoRoom: Bool { made > AllocationLimits.ofFrame }

  /// Counts work that is done without a loop of the code.
  func spend(_ steps: Int) { memoryReference?._withUnsafeGuaranteedRef { $0.workLeft -= steps } }

  func spend(bytes texts: Text...) {
    spend(texts.reduce(0) { $0 + $1.string.utf8.count } / WorkMeter.bytesPerStep)
  }

  /// What a value takes, without what its elements do: those of a list; sixteen bytes of a text count as one.
  func size(of cell: Cell) -> Int {
    if cell.isList || cell.isMap { return symbols.pointee.count(ofBox: Int(cell.bits)) }
    guard cell.kind == .text else { return 0 }
    return symbols.pointee.text(Int(cell.bits)).string.utf8.count / AllocationLimits.bytesPerElement
  }

  /// A value that was made, as far as there is room for it. One that was made for this frame before takes none.
  mutating func charged(_ cell: Cell, elements: Int) -> Cell {
    if !memory.charged.insert(cell).inserted { return cell }
    spend(WorkMeter.stepsPerValue)
    made += AllocationLimits.perValue + elements
    return hasNoRoom ? .missing(.total) : cell
  }

  /// What a value takes.
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

  /// - Parameter boxes: counts the lists and records that are gone into.
  private func fit(_ cells: ArraySlice<Cell>, _ left: inout Int, _ boxes: inout Int) -> Bool {
    left -= cells.count
    for cell in cells where left >= 0 {
      if cell.kind == .text {
        left -= symbols.pointee.text(Int(cell.bits)).string.utf8.count / AllocationLimits.bytesPerElement
      } else if cell.kind == .boxed, cell.small != BoxShape.opaque.rawValue {
        boxes += 1
        if !fit(symbols.pointee.cells(ofBox: Int(cell.bits)), &left, &boxes) { return false }
      }
    }
    return left >= 0
  }
}
