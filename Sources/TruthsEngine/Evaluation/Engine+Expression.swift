package import TruthsProgram
package import TruthsText

/// What an expression of its own comes to.
package struct ExpressionAnswer: Sendable {
  /// As it leaves its expression: see ``TruthsText/Decimal/leaving``.
  package var value: Value
  /// Why it is missing: `amount is missing: not sent`.
  package var cause: String?
  /// The unit of an amount whose unit is data.
  package var unit: String?
  /// What is wrong with the facts of views that it reads.
  package var fault: Violation?
}

extension Engine {
  /// Whether what an expression comes to depends on the moment: it reads `now`, or what is derived by it.
  package func readsMoment(_ expression: CheckedExpression) -> Bool {
    var reads = NodeReads(program)
    reads.add(expression.node)
    if reads.readsMoment { return true }
    return derivesByEnvironment && !reads.types.isEmpty || !reads.views.isEmpty && self.reads.viewsReadMoment
  }

  /// The value of an expression on one store.
  ///
  /// - Parameter frame: what fills the frame from slot 0.
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
      answer.fault = reader.found.first
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
  /// Puts the fact at a place of the store into a slot of the frame.
  package func set(_ slot: Int, toFact type: Int, at place: Int) { set(slot, to: Cell.fact(type, at: place)) }

  /// Why an expression over the frame is missing, from the first name in it that is.
  fileprivate func cause(of expression: CheckedExpression, _ cause: MissingCause) -> String {
    let frame = FrameCauses(inputs: expression.inputs, frameSize: frameSize)
    let code = CauseCode(expression.node, expression.terms, frame, program, execution.code.symbols)
    let chain = CauseReader(self, frame).chain(code)
    return chain.isEmpty ? cause.words(execution.code.currencies) ?? "nothing there" : chain.joined(separator: ": ")
  }
}
