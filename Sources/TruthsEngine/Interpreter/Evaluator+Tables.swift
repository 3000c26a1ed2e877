import TruthsProgram

extension Evaluator {
  /// Returns an evaluator over the frame of a table or function, with its arguments and `let`s, for explanations.
  func frame(of table: CheckedTable, _ arguments: [Value]) -> Evaluator {
    let frame = Evaluator(execution, environment)
    frame.begin(frameSize: max(table.frameSize, table.inputs.count))
    frame.slots = arguments
    for binding in table.lets { frame.set(binding.slot, to: frame.outside(frame.value(binding.node))) }
    return frame
  }
}
