import TruthsCheck
import TruthsText

/// What is too rare or too large for the fast loop: it works on boxed values, and may allocate. Its arguments stand in registers
/// one behind the other.
enum SlowOperation: Sendable {
  case arithmetic(Arithmetic)
  case isIn, contains, like
  case call(Function, count: Int)
  /// A table by its index in ``Program/tables``.
  case table(Int, count: Int)
  case list(count: Int)
  case record(type: Int, count: Int)
  case text([TextPiece])
  case entry(EntryField)
  /// Begins a loop; a list that is missing goes to the target instead.
  case beginLoop(Int, LoopSource)
  case beginAggregate(Int, AggregateKind)
  /// Takes a value and its keys into an aggregate.
  case take(Int, hasValue: Bool, keys: Int)
  case endAggregate(Int, descending: [Bool])
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
  /// Index in ``Program/lifecycles``.
  case instances(Int)
}
