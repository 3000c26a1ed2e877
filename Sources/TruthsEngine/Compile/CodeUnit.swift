import TruthsCheck

/// The compiled code of one truth, invariant or table, or of one expression that is worked out only to be told.
struct CodeUnit: Sendable {
  var instructions: [Instruction] = []
  /// Cells of values that do not depend on a store; those in `boxes` are put in their places when the code is bound to one.
  var constants: [Cell] = []
  var boxes: [BoxedConstant] = []
  var probes: [Probe] = []
  var slow: [SlowOperation] = []
  /// Slots and what is worked out on the way.
  var registerCount = 0

  /// A constant whose cell depends on the symbols of a store: a text, a large number, a list.
  struct BoxedConstant: Sendable {
    var index: Int
    var value: Value
  }
}

/// Compiled code of one expression, and where its value stands in the end.
struct CompiledExpression: Sendable {
  /// The place of the first instruction; below 0 where there is nothing to do.
  var start: Int
  var result: Operand
}
