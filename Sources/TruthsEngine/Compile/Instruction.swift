import TruthsProgram
import TruthsText

/// One instruction: an operation, its target and its operands, in 16 bytes without references.
///
/// Code works on registers: the slots of a frame (``TruthsProgram/Node/slot(_:)``), then temporaries.
struct Instruction: BitwiseCopyable, Sendable {
  var opcode: Opcode
  /// The truth value that settles a quantifier; 1 for a negated test.
  var flag: UInt8 = 0
  /// The number of constants in a set; or the cost of a loop's body for one element, in steps of work.
  var count: UInt16 = 0
  /// The register of the result, or the target of a jump.
  var target: UInt32 = 0
  var first: Operand = .register(0)
  var second: Operand = .register(0)
}

/// The location of a value that an instruction reads; in some instructions a plain number.
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

  /// Returns a plain number, such as the number of a probe, of a slow operation or of a loop.
  static func number(_ number: Int) -> Operand { Operand(space: 0, number) }

  @inline(__always) var space: UInt32 { raw >> Self.spaceShift }
  @inline(__always) var index: Int { Int(raw & 0x3FFF_FFFF) }
}

/// The operation of an instruction. Missing operands give missing results, except in operations that test for them (clauses
/// §13).
enum Opcode: UInt8, BitwiseCopyable, Sendable {
  /// Ends the code.
  case end
  case move
  /// Copies a value out of its expression: a number past 15 digits, 12 decimal places or 10^15 becomes missing.
  case outside

  case jump, jumpIfFalse, jumpIfTrue, jumpIfMissing

  case not
  /// Kleene's connectives, for a first side that has not decided.
  case and, or
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  /// Tests whether a value is one of `count` constants from the second operand on.
  case isOneOf
  case exists, isEmpty

  case add, subtract, multiply, negate
  /// Gives a number the unit that the second operand names.
  case amount

  /// Reads a field of a bound fact or record; the second operand is its index.
  case field
  /// Probes: the first operand is the number of a ``Probe``, the second the register of the first key.
  case present, lookUp, lookUpExists, state
  /// Tests whether any fact of a type exists.
  case hasAny

  /// Puts the next element of a loop into a register, or jumps to `target` after the last.
  case next
  /// Processes the answer for one element of a quantifier.
  ///
  /// If the answer for the present element decides the quantifier, it is stored in `target`; otherwise the code jumps to the
  /// second operand.
  case settle

  /// Records the outcome of a clause.
  ///
  /// The first operand is the answer, `target` the clause's number, `flag` the answer at which it is violated.
  case clause
  /// Tests the `if` of a truth: false ends the code, unknown is recorded.
  case condition
  /// Runs the ``SlowOperation`` with the number of the second operand, over registers from the first operand on.
  case slow
}

/// The question of a presence test, look-up or state.
struct Probe: BitwiseCopyable, Sendable {
  /// The index in ``Program/facts``; for a state, in ``Program/lifecycles``.
  var type: Int
  /// The number of key values by which the fact or the instance is found.
  var count: Int
  /// The index of the field that a look-up reads; not used by a presence test or a state.
  var field: Int = 0
}

/// An operation too rare or too large for the fast loop. It works on boxed values and may allocate.
///
/// The operation's arguments are in consecutive registers.
enum SlowOperation: Sendable {
  case arithmetic(Arithmetic)
  /// Checks amounts among the inputs of a table against their currencies.
  case inputs(table: Int)
  /// Checks amounts among the parts of a fact type's key against their currencies.
  case key(fact: Int)
  case isIn, contains, like
  case matches(PatternMachine)
  case call(Function, count: Int)
  /// A table by its index in ``Program/tables``.
  case table(Int, count: Int)
  case list(count: Int)
  case record(type: Int, count: Int)
  /// A record made from values. If it is a changed copy of another record, that record comes first.
  case made(RecordShape, hasBase: Bool)
  case text([TextPiece])
  case entry(EntryField)
  case old(OldCode)
  /// Begins a loop; a missing list is copied to the target instead.
  case beginLoop(Int, LoopSource)
  case beginAggregate(Int, AggregateKind, descending: [Bool])
  /// Adds a value and its sort keys to an aggregate.
  case take(Int, hasValue: Bool, keys: Int)
  case endAggregate(Int)
  /// Tests whether the values in two registers are equal, as two true rows of a table must be.
  case agree(Int, Int)
  /// Records that a row of a table gives the value.
  case row(table: Int, row: Int)
}

/// A part of an interpolated text.
enum TextPiece: Sendable {
  case literal(Text)
  /// The value of the next register.
  case value
}

/// The source of a loop's elements.
enum LoopSource: Sendable {
  /// The list in the register.
  case list
  /// Index in ``Program/facts``.
  case facts(Int)
  /// Facts looked up by the values of consecutive registers.
  case lookedUp(FactAccess)
  /// Index in ``Program/lifecycles``.
  case instances(Int)
}
