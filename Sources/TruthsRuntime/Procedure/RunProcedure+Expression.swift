package import TruthsEngine
package import TruthsJSON
import TruthsLedger
package import TruthsProgram
package import TruthsText

/// A proposal that expressions can read, without a decision.
package struct ReadableProposal: Sendable {
  /// The index in ``Program/intents``.
  package var intent: Int { typed.intent }
  /// The time that it states; `nil` where it states none.
  package let moment: Timestamp?
  let typed: TypedProposal

  /// The values that clauses read besides its fields.
  package var environment: Environment { typed.environment }

  /// Returns the value of a field by its name; missing where the intent has no such field.
  package func value(of name: String, in program: Program) -> Value { typed.value(of: name, in: program) }
}

extension RunProcedure {
  /// Reads a proposal by the vocabulary.
  ///
  /// - Parameter json: an object.
  /// - Throws: the faults for which a run would reject it as not well-formed.
  package func readable(_ json: LocatedJSON) throws(DataFaults) -> ReadableProposal {
    let received = ProposalReader.read(json, language: language)
    let (typed, faults) = received.typed(by: self, now: received.timestamp ?? ReceivedProposal.defaultTimestamp)
    guard let typed else {
      throw faults.isEmpty ? [DataFault("a proposal has an `action`", at: json.span.atStart)] : faults
    }
    return ReadableProposal(moment: received.timestamp, typed: typed)
  }

  /// Returns the value of an expression on a closed context, as in a decision.
  ///
  /// - Parameters:
  ///   - kept: the named values that the expression was checked with.
  ///   - now: the time; any, if the expression does not depend on it.
  /// - Throws: if it exceeds the budget's work limit.
  package func answer(
    _ expression: CheckedExpression, kept: [NamedValue], proposal: ReadableProposal?, now: Timestamp?, on context: Context,
    budget: Budget
  ) throws(WorkExceeded) -> ExpressionAnswer {
    let now = now ?? ReceivedProposal.defaultTimestamp
    let work = WorkMeter(limit: budget.maxWork)
    let closing = close(context.reading(within: budget).working(work), now: now, budget: budget)
    var environment = proposal?.typed.environment ?? Environment([:])
    environment[.now] = .timestamp(now)
    if proposal != nil { environment[.proposalAt] = .timestamp(now) }
    var answer = engine.answer(
      expression, frame: (proposal?.typed.fields ?? []) + kept.map(\.value), on: closing.context.working(work).store, environment,
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
