import TruthsCheck
import TruthsText

/// Runs compiled code over a row of registers (language.md §4). Total: every expression has a value, if only a missing one;
/// logic is Kleene's.
///
/// The loop itself allocates nothing and holds no reference; what is rare goes through ``SlowOperation``.
struct Machine {
  /// What stands at the operands.
  var operands: Operands
  var instructions: UnsafePointer<Instruction>
  var probes: UnsafePointer<Probe>
  /// The code that runs; whoever runs it keeps it alive.
  unowned(unsafe) var unit: CompiledUnit
  /// What is read beside the registers.
  unowned(unsafe) let ground: Ground
  /// The symbols of what is read and worked out.
  var symbols: UnsafeMutablePointer<SymbolOverlay>
  /// Whether nobody else reads the symbols, so that more may be added.
  var ownsSymbols: Bool
  /// What each clause came to, by its number; see ``ClauseOutcome``.
  var outcomes: UnsafeMutablePointer<ClauseOutcome>
  /// Clauses that do not hold.
  var failures = 0
  var condition = ConditionOutcome.fires
  /// Whether production met something that the short way does not decide.
  var wantsCloserLook = false
  /// Sees which rows of tables give values.
  var observer: ReadingObserver?
  var loops: [LoopState] = []
  var aggregates: [AggregateState] = []
  var ordered = OrderedSources()

  init(
    _ unit: CompiledUnit, _ operands: Operands, ground: Ground, symbols: UnsafeMutablePointer<SymbolOverlay>, ownsSymbols: Bool,
    outcomes: UnsafeMutablePointer<ClauseOutcome>
  ) {
    self.operands = operands
    instructions = unit.instructions
    probes = unit.probes
    self.unit = unit
    self.ground = ground
    self.symbols = symbols
    self.ownsSymbols = ownsSymbols
    self.outcomes = outcomes
  }

  /// Where the operands of instructions stand.
  struct Operands {
    var registers: UnsafeMutablePointer<Cell>
    var constants: UnsafePointer<Cell>
    var policies: UnsafePointer<Cell>
    var builtins: UnsafePointer<Cell>

    @inline(__always)
    func load(_ operand: Operand) -> Cell {
      switch operand.space {
      case 0: registers[operand.index]
      case 1: constants[operand.index]
      case 2: policies[operand.index]
      default: builtins[operand.index]
      }
    }
  }

  /// Another code over other registers and constants, on the same ground.
  mutating func enter(_ unit: CompiledUnit, registers: UnsafeMutablePointer<Cell>, constants: UnsafePointer<Cell>) {
    self.unit = unit
    instructions = unit.instructions
    probes = unit.probes
    operands.registers = registers
    operands.constants = constants
  }
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
  let program: Program
  let code: CompiledProgram
  let store: FactStore

  init(program: Program, code: CompiledProgram, store: FactStore) {
    self.program = program
    self.code = code
    self.store = store
  }
}
