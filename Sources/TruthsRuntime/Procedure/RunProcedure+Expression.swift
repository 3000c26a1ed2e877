package import TruthsEngine
package import TruthsJSON
import TruthsLedger
package import TruthsProgram
package import TruthsText

/// A proposal whose fields expressions read; nothing is decided about it.
package struct ReadableProposal: Sendable {
  /// Index in ``Program/intents``.
  package var intent: Int { typed.intent }
  /// The moment that it states; `nil` where it states none.
  package let moment: Timestamp?
  let typed: TypedProposal

  /// What clauses read of it beside its fields.
  package var environment: Environment { typed.environment }

  /// The value of a field by its name; missing where the intent has none.
  package func value(of name: String, in program: Program) -> Value { typed.value(of: name, in: program) }
}

extension RunProcedure {
  /// A proposal read against the vocabulary.
  ///
  /// - Parameter json: an object.
  /// - Throws: what a run would reject it for as not well-formed.
  package func readable(_ json: LocatedJSON) throws(DataFaults) -> ReadableProposal {
    let received = ProposalReader.read(json, language: language)
    let (typed, faults) = received.typed(by: self, now: received.timestamp ?? ReceivedProposal.defaultTimestamp)
    guard let typed else {
      throw faults.isEmpty ? [DataFault("a proposal has an `action`", at: json.span.atStart)] : faults
    }
    return ReadableProposal(moment: received.timestamp, typed: typed)
  }

  /// What an expression comes to on a context, after the truths on facts have run over it, as in a decision.
  ///
  /// - Parameters:
  ///   - kept: the values that it was checked with.
  ///   - now: the moment; of what does not depend on it, any.
  /// - Throws: where it takes more work than the budget has.
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
