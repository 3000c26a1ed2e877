import TruthsProgram
import TruthsText

/// One step of compiled code: what to do, where its result goes, and what it reads. 16 bytes, without references.
///
/// Code works on a row of registers: the slots of a frame (``TruthsProgram/Node/slot(_:)``), then what is worked out on the way.
struct Instruction: BitwiseCopyable, Sendable {
  var opcode: Opcode
  /// The truth value that settles a quantifier; 1 for a test whose answer is turned round.
  var flag: UInt8 = 0
  /// How many constants a set has; what the body of a loop costs for an element, in steps of work.
  var count: UInt16 = 0
  /// The register that takes the result; where a jump leads.
  var target: UInt32 = 0
  var first: Operand = .register(0)
  var second: Operand = .register(0)
}

/// Where a value that an instruction reads stands; in some instructions a plain number.
struct Operand: BitwiseCopyable, Equatable, Sendable {
  let raw: UInt32

  static let spaceShift: UInt32 = 30

  init(raw: UInt32) { self.raw = raw }

  private init(space: UInt32, _ index: Int) {
    raw = space << Self.spaceShift | UInt32(truncatingIfNeeded: index) & 0x3FFF_FFFF
  }

  static func register(_ index: Int) -> Operand { Operand(space: 0, index) }
  static func constant(_ index: Int) -> Operand { Operand(space: 1, index) }
  static func policy(_ index: Int) -> Operand { Operand(space: 2, index) }
  static func builtin(_ index: Int) -> Operand { Operand(space: 3, index) }

  /// A number that is no place: of a probe, of a slow operation, of a loop.
  static func number(_ number: Int) -> Operand { Operand(space: 0, number) }

  @inline(__always) var space: UInt32 { raw >> Self.spaceShift }
  @inline(__always) var index: Int { Int(raw & 0x3FFF_FFFF) }
}

/// What an instruction does. Missing values go through everything that does not ask for them (clauses §13).
enum Opcode: UInt8, BitwiseCopyable, Sendable {
  /// The code ends.
  case end
  case move
  /// As a value leaves its expression: a number past 15 digits, 12 places or 10^15 is missing.
  case outside

  case jump, jumpIfFalse, jumpIfTrue, jumpIfMissing

  case not
  /// Kleene's connectives, where the first side has not settled it.
  case and, or
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  /// Whether a value is one of `count` constants from the second operand on.
  case isOneOf
  case exists, isEmpty

  case add, subtract, multiply, negate
  /// A number in the unit that the second operand names.
  case amount

  /// A field of a bound fact or record: the second operand is its index.
  case field
  /// Probes: the first operand is the number of a ``Probe``, the second the register of the first key.
  case present, lookUp, lookUpExists, state
  /// Whether a fact of a type is there.
  case hasAny

  /// Takes the next element of a loop into a register, or jumps to `target` behind the last.
  case next
  /// Takes the answer for one element of a quantifier: one that settles it goes to `target`, else the loop goes on at the place
  /// that the second operand says.
  case settle

  /// Notes what a clause came to: the first operand is the answer, `target` the clause's number, `flag` the answer at which it is
  /// violated.
  case clause
  /// The `if` of a truth: false ends the code, unknown is noted.
  case condition
  /// A ``SlowOperation`` by the number of the second operand, over registers from the first operand on.
  case slow
}

/// What a presence test, look-up or state asks for.
struct Probe: BitwiseCopyable, Sendable {
  /// Index in ``Program/facts``; of a state, in ``Program/lifecycles``.
  var type: Int
  /// Number of keys.
  var count: Int
  /// The field that is looked up.
  var field: Int = 0
}

/// What is too rare or too large for the fast loop: it works on boxed values, and may allocate. Its arguments stand in registers
/// one behind the other.
enum SlowOperation: Sendable {
  case arithmetic(Arithmetic)
  /// Holds amounts among so many inputs of a table to the currencies beside them.
  case inputs(table: Int)
  /// Holds amounts among the parts of a key to the currencies beside them; which they are, the fact type says.
  case key(fact: Int)
  case isIn, contains, like
  case matches(PatternMachine)
  case call(Function, count: Int)
  /// A table by its index in ``Program/tables``.
  case table(Int, count: Int)
  case list(count: Int)
  case record(type: Int, count: Int)
  /// What it is made of stands first, where there is anything.
  case made(RecordShape, hasBase: Bool)
  case text([TextPiece])
  case entry(EntryField)
  case old(OldCode)
  /// Begins a loop; a list that is missing goes to the target instead.
  case beginLoop(Int, LoopSource)
  case beginAggregate(Int, AggregateKind, descending: [Bool])
  /// Takes a value and its keys into an aggregate.
  case take(Int, hasValue: Bool, keys: Int)
  case endAggregate(Int)
  /// Whether the values in two registers are the same, as two rows of a table that are both true must give.
  case agree(Int, Int)
  /// A row of a table gives the value: its place in the table.
  case row(table: Int, row: Int)
}

/// A part of a text that is built.
enum TextPiece: Sendable {
  case literal(Text)
  /// The value of the next register.
  case value
}

/// What a loop goes through.
enum LoopSource: Sendable {
  /// The list in the register.
  case list
  /// Index in ``Program/facts``.
  case facts(Int)
  /// Facts that are looked up by the values of the registers from the first on.
  case lookedUp(FactAccess)
  /// Index in ``Program/lifecycles``.
  case instances(Int)
}
