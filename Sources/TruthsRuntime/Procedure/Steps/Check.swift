import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

extension RunEvaluation {
  /// Performs steps 4 to 6. They evaluate the clauses, check approvals, produce the facts, and evaluate the clauses on the
  /// result.
  mutating func check(_ typed: TypedProposal, _ read: TruthEvaluation) -> Verdict {
    var evaluation = read
    evaluation.merge(
      faultsOfAssent(typed) + faultsOfAdoption(typed, evaluation.violations) + (invalidOverride(evaluation).map { [$0] } ?? []))
    let (violations, denial) = settle(evaluation.violations)
    if let stopped = stop(violations, denial, at: .check) { return stopped }
    return execute(typed, evaluation, settled: violations)
  }

  /// Returns the verdict for the first of the cases a to c that applies (runs §3.5); `nil` if no violation stops the run.
  private func stop(_ violations: [Violation], _ denial: (Violation, String)?, at step: Step.Name) -> Verdict? {
    for kind in [Violation.Kind.structural, .unknown, .postcondition] {
      if let first = violations.first(where: { $0.kind == kind }) { return verdict(.halted, first, violations, step) }
    }
    if let unmet = violations.first(where: { $0.kind == .requirement }) { return verdict(.rejected, unmet, violations, step) }
    if let (clause, words) = denial {
      var denied = verdict(.rejected, clause, violations, step)
      denied.reason = words
      return denied
    }
    let open = violations.filter { $0.kind == .acceptance && $0.isUnsettled }
    return open.first.map { wait($0, open: open, violations, step) }
  }

  private func verdict(_ decision: DecisionOutcome, _ first: Violation, _ violations: [Violation], _ step: Step.Name) -> Verdict {
    Verdict(
      decision: decision, status: .halted, truthID: first.truthID, reason: first.reason, violations: violations,
      steps: Step.upTo(step, .stop))
  }

  /// Returns the verdict of a run that waits for all open approvals. Its facts are requests for approvals that were not
  /// requested before.
  private func wait(_ first: Violation, open: [Violation], _ violations: [Violation], _ step: Step.Name) -> Verdict {
    var verdict = verdict(.halted, first, violations, step)
    verdict.status = .waiting
    verdict.steps = Step.upTo(step, .wait)
    // They are compared as `Text`, by scalars, because roles and ids may be any text.
    var (requested, shownWaits) = (Set<String>(), Set<Text>())
    var requests: [AssertedFact] = []
    for violation in open {
      if isOverworked { break }
      let awaited: Awaited = violation.wantsConsent ? agreement.awaited : .approval(AskedPeople(demand(of: violation)))
      if shownWaits.insert(Text(awaited.words)).inserted { verdict.waitingFor.append(awaited) }
      if violation.wantsConsent { continue }
      let request = request(for: violation)
      guard !before.approvals.isRequested(request), requested.insert(request).inserted else { continue }
      if let fact = approvalRequested(violation, request: request) { requests.append(fact) }
    }
    if !requests.isEmpty { verdict.facts = procedure.engine.facts(requests, on: store, envelope: envelopeOfFacts) }
    return verdict
  }

  /// The sequence, time and actor of the run's facts. In the ledger they come after the decision and, if it is appended, the
  /// proposal.
  private var envelopeOfFacts: RunEnvelope {
    RunEnvelope(firstSequence: before.nextSequence + (isAppended ? 2 : 1), now: now, actor: proposal.actor)
  }

  private func approvalRequested(_ violation: Violation, request: String) -> AssertedFact? {
    let demand = demand(of: violation)
    let texts = [
      "request": request, "proposal_id": proposal.identity, "proposal_hash": proposalHash.prefixed,
      "truth_id": violation.truthID, "clause": violation.clause, "role": demand.text, "proposed_by": proposal.userID,
      "reason": violation.reason, "requested_at": now.text,
    ]
    let members = demand.members.merging(texts.mapValues { .text($0) }) { first, _ in first }
    return builtInFact(.approvalRequested, members, truthID: violation.truthID)
  }

  /// Performs step 5. It produces the facts, runs truths that start from facts until nothing new follows, and evaluates the
  /// clauses on the result (runs §3.6).
  ///
  /// The use of an override is recorded as a fact. If clauses on the result are overridden, the step runs once more with the
  /// additional facts.
  private mutating func execute(_ typed: TypedProposal, _ evaluation: TruthEvaluation, settled: [Violation]) -> Verdict {
    var overridden = overrides(settled)
    var attempt = attempt(typed, evaluation, settled, overridden)
    let all = overrides(attempt.verdict.violations)
    if attempt.verdict.decision == .accepted, all != overridden {
      overridden = all
      attempt = self.attempt(typed, evaluation, settled, overridden)
    }
    merge(attempt.evaluated)
    provisional = attempt.provisional
    return attempt.verdict
  }

  /// The result of step 5 with certain additional facts.
  private struct Attempt {
    var verdict: Verdict
    var provisional: [ProducedFact] = []
    var evaluated: [EvaluatedTruth] = []
  }

  private func attempt(
    _ typed: TypedProposal, _ evaluation: TruthEvaluation, _ settled: [Violation], _ extra: [AssertedFact]
  ) -> Attempt {
    let engine = procedure.engine
    let envelope = envelopeOfFacts
    let production = engine.produce(evaluation.fired, proposal: typed, store: store, envelope: envelope, extra: extra)
    var total = evaluation
    total.violations = settled
    if production.count > budget.maxFacts { return Attempt(verdict: outOfBudget(tooManyFacts(evaluation), total)) }
    guard production.violations.isEmpty else {
      total.merge(production.violations)
      return Attempt(verdict: stopped(total.violations, nil), provisional: engine.facts(of: production))
    }
    let derivation = engine.derive(
      from: production, before: before.store, start: before.derivationStart, environment: typed.environment, envelope: envelope,
      limits: budget.derivation, isExplained: isExplained)
    let facts = engine.facts(of: derivation.production)
    var attempt = Attempt(verdict: stopped(settled, nil), provisional: facts, evaluated: derivation.evaluated)
    if let exhausted = derivation.exhausted {
      attempt.verdict = outOfBudget("the run goes past \(exhausted.text)", total)
      return attempt
    }
    let (derived, derivedDenial) = settle(derivation.violations)
    total.merge(derived)
    total.invariantsHeld += derivation.invariantsHeld
    var denial = derivedDenial
    if !derived.contains(where: { $0.place == .builtIn }) {
      let result = engine.examineResult(
        evaluation.fired, matches: derivation.matches, proposal: typed, store: derivation.production.store,
        before: store, isExplained: isExplained)
      attempt.evaluated += result.truths
      let (postconditions, resultDenial) = settle(result.violations)
      total.merge(postconditions)
      total.invariantsHeld += result.invariantsHeld
      denial = denial ?? resultDenial
    }
    if let invalid = invalidOverride(total, derived: derivation.matches) { total.merge([invalid]) }
    attempt.verdict =
      stop(total.violations, denial, at: .execute) ?? accept(total, derivation, facts, unchanged: production.unchanged)
    return attempt
  }

  /// Returns the verdict for violations of which at least one certainly stops the run.
  private func stopped(_ violations: [Violation], _ denial: (Violation, String)?) -> Verdict {
    stop(violations, denial, at: .execute)
      ?? Verdict(
        decision: .halted, status: .halted, truthID: BuiltInTruth.governed.rawValue, reason: "", violations: violations,
        steps: Step.upTo(.execute, .stop))
  }

  /// Returns the verdict of an accepted run. The verdict names the proposal's `truth_id` if that truth fired. Otherwise it
  /// names the fired truth whose id is first in order.
  private func accept(
    _ evaluation: TruthEvaluation, _ derivation: Derivation, _ facts: [ProducedFact], unchanged: Int
  ) -> Verdict {
    let ids = fired.map { program.truths[$0].id }
    let truthID = proposal.truthID.flatMap { ids.contains($0) ? $0 : nil } ?? ids.first ?? BuiltInTruth.governed.rawValue
    let heldClauses = HeldClauses(requirements: evaluation.requirementsHeld, invariants: evaluation.invariantsHeld)
    var reason = heldClauses.reason
    if facts.isEmpty, unchanged > 0 { reason += "; every fact that it produces is there already" }
    let skipped = evaluation.violations.filter(\.isOverridden).map { demand(of: $0).text }
    if !skipped.isEmpty {
      let why = Quotation.of(proposal.override?.reason ?? "")
      reason = "Accepted under break-glass by @\(proposal.userID): \(why) (skipped: \(skipped.joined(separator: ", ")))"
    }
    var verdict = Verdict(
      decision: .accepted, status: .converged, truthID: truthID, reason: reason, violations: evaluation.violations,
      steps: Step.all)
    if reason == heldClauses.reason { verdict.heldClauses = heldClauses }
    verdict.facts = facts
    verdict.matches = derivation.matches
    return verdict
  }

  /// Returns a fact for each clause that an override covers.
  private func overrides(_ violations: [Violation]) -> [AssertedFact] {
    violations.filter(\.isOverridden).compactMap { violation in
      let members = ["request": request(for: violation), "reason": proposal.override?.reason ?? ""]
      return builtInFact(.overrideUsed, members.mapValues { .text($0) }, truthID: violation.truthID)
    }
  }

  private func tooManyFacts(_ evaluation: TruthEvaluation) -> String {
    let makers = evaluation.fired.map { program.truths[$0] }.filter { !$0.outputs.isEmpty || !$0.moves.isEmpty }.map(\.id)
    return "the run produces more than \(budget.maxFacts) facts; the truths that produce them: \(makers.joined(separator: ", "))"
  }

  private func outOfBudget(_ reason: String, _ evaluation: TruthEvaluation) -> Verdict {
    var whole = evaluation
    whole.merge([.builtIn(.budget, .structural, reason)])
    return stopped(whole.violations, nil)
  }

  /// Adds clauses that were evaluated on the result to the explanation of their truths.
  private mutating func merge(_ truths: [EvaluatedTruth]) {
    var indices = Dictionary(first: evaluated.enumerated().map { ($1.id, $0) })
    for truth in truths {
      if let place = indices[truth.id] {
        evaluated[place].clauses += truth.clauses
      } else {
        indices[truth.id] = evaluated.count
        evaluated.append(truth)
      }
    }
  }

  /// Returns a fact of pack `converge` from its members, keyed by field name; `nil` if the program has no such fact type.
  private func builtInFact(_ fact: BuiltInFact, _ members: [String: JSONValue], truthID: String) -> AssertedFact? {
    guard let type = program.facts.firstIndex(where: { $0.name == fact.rawValue }) else { return nil }
    let fields = program.facts[type].fields.map { field -> Value in
      guard let member = members[field.name] else { return .missing(.absent) }
      return program.value(of: member, as: field.type) ?? .missing(.absent)
    }
    return AssertedFact(type: type, fields: fields, truthID: truthID)
  }
}
