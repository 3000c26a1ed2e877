package import TruthsEngine
package import TruthsJSON
import TruthsLedger
package import TruthsProgram
package import TruthsText

/// A proposal whose values expressions can read, without a decision about it.
package struct ReadableProposal: Sendable {
  /// The index of the intent in ``Program/intents``.
  package var intent: Int { typed.intent }
  /// The time that the proposal states; `nil` if it states none.
  package let moment: Timestamp?
  let typed: TypedProposal

  /// The values that clauses read besides the intent's fields.
  package var environment: Environment { typed.environment }

  /// Returns the value of the field with a name; a missing value if the intent has no such field.
  package func value(of name: String, in program: Program) -> Value { typed.value(of: name, in: program) }
}

extension RunProcedure {
  /// Reads a proposal with the vocabulary of the program.
  ///
  /// - Parameter json: an object; the proposal.
  /// - Throws: the faults for which a run would reject the proposal as not well-formed.
  package func readable(_ json: LocatedJSON) throws(DataFaults) -> ReadableProposal {
    let received = ProposalReader.read(json, language: language)
    let (typed, faults) = received.typed(by: self, now: received.timestamp ?? ReceivedProposal.defaultTimestamp)
    guard let typed else {
      throw faults.isEmpty ? [DataFault("a proposal has an `action`", at: json.span.atStart)] : faults
    }
    return ReadableProposal(moment: received.timestamp, typed: typed)
  }

  /// Returns the value of an expression on a context, as a decision would compute it. The context is closed first.
  ///
  /// - Parameters:
  ///   - variables: the named values with which the expression was checked.
  ///   - now: the time; `nil` if the expression does not depend on it.
  /// - Throws: an error if the evaluation exceeds the budget's work limit.
  package func answer(
    _ expression: CheckedExpression, variables: [NamedValue], proposal: ReadableProposal?, now: Timestamp?,
    on context: Context,
    budget: Budget
  ) throws(WorkExceeded) -> ExpressionAnswer {
    let now = now ?? ReceivedProposal.defaultTimestamp
    let work = WorkMeter(limit: budget.maxWork)
    let closing = close(context.reading(within: budget).working(work), now: now, budget: budget)
    var environment = proposal?.typed.environment ?? Environment([:])
    environment[.now] = .timestamp(now)
    if proposal != nil { environment[.proposalAt] = .timestamp(now) }
    var answer = engine.answer(
      expression, frame: (proposal?.typed.fields ?? []) + variables.map(\.value), on: closing.context.working(work).store,
      environment,
      now)
    if let exceeded = work.exceeded { throw exceeded }
    if let exhausted = closing.exhausted {
      answer.fault = .builtIn(.budget, .structural, "the run goes past \(exhausted.text)")
    } else if let first = closing.violations.first {
      answer.fault = first
    }
    return answer
  }
}
