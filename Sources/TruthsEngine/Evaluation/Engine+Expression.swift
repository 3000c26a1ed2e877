package import TruthsProgram
package import TruthsText

/// The result of an expression that is evaluated by itself.
package struct ExpressionAnswer: Sendable {
  /// The value after rounding; see ``TruthsText/Decimal/leaving``.
  package var value: Value
  /// The cause of a missing value: `amount is missing: not sent`.
  package var cause: String?
  /// The unit of an amount where the unit is data.
  package var unit: String?
  /// The first fault in the facts of views that the expression reads.
  package var fault: Violation?
}

extension Engine {
  /// Returns whether the value of an expression depends on the time. It may read `now`, the moment of a given proposal, or facts
  /// that are derived by reading the time.
  package func readsMoment(_ expression: CheckedExpression, hasProposal: Bool) -> Bool {
    var reads = NodeReads(program)
    reads.add(expression.node)
    if reads.readsMoment || hasProposal && reads.builtins.contains(.proposalAt) { return true }
    return derivesByEnvironment && !reads.types.isEmpty || !reads.views.isDisjoint(with: self.reads.momentary)
  }

  /// Returns the value of an expression on one store.
  ///
  /// - Parameter frame: the values of the slots from 0.
  package func answer(
    _ expression: CheckedExpression, frame: [Value], on store: FactStore, _ environment: Environment, _ now: Timestamp
  ) -> ExpressionAnswer {
    var reads = NodeReads(program)
    reads.add(expression.node)
    let (store, faults) = views(of: store, wanted: reads.views, now)
    let evaluator = evaluator(on: store, environment, frameSize: expression.frameSize)
    evaluator.slots = frame
    var answer = ExpressionAnswer(value: evaluator.outside(evaluator.value(expression.node)))
    if !faults.isEmpty {
      var reader = ViewFaultReader(faults, evaluator, lets: [])
      reader.read(expression.node)
      answer.fault = reader.violations.first
    }
    switch answer.value {
    case .missing(let cause): answer.cause = evaluator.cause(of: expression, cause)
    case .amount(_, let unit): answer.unit = code.currencies.name(of: unit)
    default: break
    }
    return answer
  }
}

extension Evaluator {
  /// Sets a slot of the frame to the fact at a place of the store.
  package func set(_ slot: Int, toFact type: Int, at place: Int) { set(slot, to: Cell.fact(type, at: place)) }

  /// Returns why an expression over the frame is missing, from its first missing name down.
  fileprivate func cause(of expression: CheckedExpression, _ cause: MissingCause) -> String {
    let frame = FrameCauses(inputs: expression.inputs, frameSize: frameSize)
    let code = CauseCode(expression.node, expression.terms, frame, program, execution.code.symbols)
    let chain = CauseReader(self, frame).chain(code)
    return chain.isEmpty ? cause.words(execution.code.currencies) ?? "nothing there" : chain.joined(separator: ": ")
  }
}
