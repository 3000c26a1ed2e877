import TruthsCheck
import TruthsText

/// Runs compiled code over a row of registers (language.md §4). Total: every expression has a value, if only a missing one;
/// logic is Kleene's.
///
/// The loop itself allocates nothing and counts no reference; what is rare goes through ``SlowOperation``. Whoever runs code
/// keeps alive what the machine points to.
struct Machine: BitwiseCopyable {
  /// What stands at the operands.
  var operands: Operands
  var instructions: UnsafePointer<Instruction>
  var probes: UnsafePointer<Probe>
  /// The same probes bound to the store; `nil` where they go through ``ground``.
  var bound: UnsafePointer<BoundProbe>?
  /// The code that runs.
  var unit: Unmanaged<CompiledUnit>
  /// What is read beside the registers.
  let reads: Unmanaged<Ground>
  /// The symbols of what is read and worked out.
  var symbols: UnsafeMutablePointer<SymbolOverlay>
  /// Whether nobody else reads the symbols, so that more may be added.
  var ownsSymbols: Bool
  /// What each clause came to, by its number; see ``ClauseOutcome``.
  var outcomes: UnsafeMutablePointer<ClauseOutcome>
  /// Clauses that do not hold.
  var failures = 0
  var condition = ConditionOutcome.fires
  /// How much has been made, in elements (``MachineRoom``).
  var made = 0
  /// `nil` as long as nothing has asked for it.
  private(set) var kept: Unmanaged<MachineMemory>?
  /// Whether it was made for this run alone, which lets go of it at its end.
  private var ownsMemory = false

  init(
    _ unit: Unmanaged<CompiledUnit>, _ operands: Operands, reads: Unmanaged<Ground>,
    symbols: UnsafeMutablePointer<SymbolOverlay>, ownsSymbols: Bool, outcomes: UnsafeMutablePointer<ClauseOutcome>,
    memory: Unmanaged<MachineMemory>? = nil
  ) {
    self.operands = operands
    (instructions, probes) = unit._withUnsafeGuaranteedRef { ($0.instructions, $0.probes) }
    self.unit = unit
    self.reads = reads
    self.symbols = symbols
    self.ownsSymbols = ownsSymbols
    self.outcomes = outcomes
    kept = memory
  }

  /// What is read beside the registers, with a reference: for what is rare.
  var ground: Ground { reads.takeUnretainedValue() }

  /// What loops and tables need.
  var memory: MachineMemory {
    mutating get {
      if let kept { return kept.takeUnretainedValue() }
      let fresh = MachineMemory()
      kept = .passRetained(fresh)
      ownsMemory = true
      return fresh
    }
  }

  /// Whether more work was done than may be; what came of it is no answer then.
  var isOverworked: Bool { kept.map { $0._withUnsafeGuaranteedRef { $0.workLeft < 0 } } ?? false }

  /// Lets go of what this run had to make for itself.
  ///
  /// - Parameter shared: the symbols that it began with.
  mutating func end(_ shared: UnsafeMutablePointer<SymbolOverlay>) {
    if ownsMemory {
      kept?.release()
      (kept, ownsMemory) = (nil, false)
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
final class MachineMemory {
  /// Sees which rows of tables give values.
  var observer: ReadingObserver?
  var loops: [LoopState] = []
  var aggregates: [AggregateState] = []
  var ordered = OrderedSources()
  /// What was made for the frame, and has taken its room.
  var charged: Set<Cell> = []
  /// Steps of work that are left (``WorkMeter``); below 0 every loop ends.
  var workLeft = WorkMeter.standard
  /// Where they ended: the instruction, in the code that ran.
  var overrun: (unit: Unmanaged<CompiledUnit>, instruction: Int, loop: Int)?
}

/// The facts and instances that were gone through, in order: inner loops go through the same ones again and again.
struct OrderedSources {
  var facts: [Int: [Cell]] = [:]
  var instances: [Int: [Cell]] = [:]
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
final class Ground: Sendable {
  let code: CompiledProgram
  let store: FactStore

  var program: Program { _read { yield code.program } }

  init(_ code: CompiledProgram, _ store: FactStore) {
    self.code = code
    self.store = store
  }
}
