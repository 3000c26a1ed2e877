import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsText

extension RunEvaluation {
  /// Steps 4 to 6: every clause, then approvals, then the facts and what must hold of them.
  mutating func check(_ typed: TypedProposal, _ read: Examination) -> Verdict {
    var examination = read
    if let invalid = invalidOverride(examination) { examination.merge([invalid]) }
    let (violations, denial) = settle(examination.violations, typed)
    if let stopped = stop(violations, denial, at: .check) { return stopped }
    return execute(typed, examination, settled: violations)
  }

  /// The first of a to c that applies (runtime.md §3, step 4); `nil` where nothing stops the run.
  private func stop(_ violations: [Violation], _ denial: (Violation, String)?, at step: Step.Name) -> Verdict? {
    let kinds: [[Violation.Kind]] = [[.structural], [.unknown], [.postcondition]]
    for kind in kinds {
      if let first = violations.first(where: { kind.contains($0.kind) }) { return verdict(.halted, first, violations, step) }
    }
    if let unmet = violations.first(where: { $0.kind == .requirement }) { return verdict(.rejected, unmet, violations, step) }
    if let (clause, words) = denial {
      var denied = verdict(.rejected, clause, violations, step)
      denied.reason = words
      return denied
    }
    let open = violations.filter { $0.kind == .acceptance && $0.approvedBy == nil && !$0.isOverridden }
    return open.first.map { wait($0, open: open, violations, step) }
  }

  private func verdict(_ decision: Decision, _ first: Violation, _ violations: [Violation], _ step: Step.Name) -> Verdict {
    Verdict(
      decision: decision, status: .halted, truthID: first.truthID, reason: first.reason, violations: violations,
      steps: Step.upTo(step, .stop))
  }

  /// The run waits for every approval that is open, and asks for those that were not asked for before.
  private func wait(_ first: Violation, open: [Violation], _ violations: [Violation], _ step: Step.Name) -> Verdict {
    var verdict = verdict(.halted, first, violations, step)
    verdict.status = .waiting
    verdict.steps = Step.upTo(step, .wait)
    var asked = Set<String>()
    for violation in open {
      let words = "approval from @\(role(of: violation))"
      if !verdict.waitingFor.contains(words) { verdict.waitingFor.append(words) }
      let request = request(for: violation)
      guard !before.approvals.isRequested(request), asked.insert(request).inserted else { continue }
      if let fact = approvalRequested(violation, request: request) { verdict.facts.append(fact) }
    }
    return verdict
  }

  private func approvalRequested(_ violation: Violation, request: String) -> ProducedFact? {
    builtInFact(
      .approvalRequested,
      [
        "request": request, "proposal_id": proposal.identity, "proposal_hash": proposalHash, "truth_id": violation.truthID,
        "clause": violation.clause, "role": role(of: violation), "proposed_by": proposal.userID, "reason": violation.reason,
        "requested_at": now.text,
      ], truthID: violation.truthID)
  }

  /// Step d: produces the facts, then reads what must hold of the result.
  private mutating func execute(_ typed: TypedProposal, _ examination: Examination, settled: [Violation]) -> Verdict {
    let firstSequence = before.nextSequence + (continued == nil ? 2 : 1)
    let production = procedure.engine.produce(
      examination.fired, proposal: typed, store: before.store, firstSequence: firstSequence, now: now, actor: proposal.actor)
    provisional = production.facts.map(\.payload)
    guard production.facts.count <= budget.maxFacts else { return outOfBudget(examination) }
    guard production.violations.isEmpty else {
      var halted = examination
      halted.violations = settled
      halted.merge(production.violations)
      return stop(halted.violations, nil, at: .execute) ?? accept(examination, settled, production.facts, isAllThere: false)
    }
    let result = procedure.engine.examineResult(
      examination.fired, proposal: typed, store: production.store, isExplained: isExplained)
    merge(result.truths)
    let (postconditions, denial) = settle(result.violations, typed)
    var whole = examination
    whole.violations = settled
    whole.merge(postconditions)
    whole.invariantsHeld += result.invariantsHeld
    return stop(whole.violations, denial, at: .execute)
      ?? accept(whole, whole.violations, production.facts, isAllThere: production.unchanged > 0)
  }

  /// The least id that fired, or the proposal's own where that truth fired.
  private func accept(
    _ examination: Examination, _ violations: [Violation], _ facts: [ProducedFact], isAllThere: Bool
  ) -> Verdict {
    let truthID = proposal.truthID.flatMap { fired.contains($0) ? $0 : nil } ?? fired.first ?? BuiltInTruth.governed.rawValue
    var reason = "\(examination.requirementsHeld) requirements and \(examination.invariantsHeld) invariants hold"
    if facts.isEmpty, isAllThere { reason += "; every fact that it produces is there already" }
    var verdict = Verdict(
      decision: .accepted, status: .converged, truthID: truthID, reason: reason, violations: violations, steps: Step.all)
    verdict.facts = facts
    for violation in violations where violation.isOverridden {
      let members = ["request": request(for: violation), "reason": proposal.override?.reason ?? ""]
      if let used = builtInFact(.overrideUsed, members, truthID: violation.truthID) { verdict.facts.append(used) }
    }
    return verdict
  }

  private func outOfBudget(_ examination: Examination) -> Verdict {
    let reason =
      "the run produces more than \(budget.maxFacts) facts; the truths that produce them: \(fired.joined(separator: ", "))"
    var verdict = Verdict.stop(.halted, .execute, .builtIn(.budget, .structural, reason))
    verdict.isOutOfBudget = true
    return verdict
  }

  /// Adds clauses read on the result to the story of their truth.
  private mutating func merge(_ truths: [ExaminedTruth]) {
    for truth in truths {
      if let index = examined.firstIndex(where: { $0.id == truth.id }) {
        examined[index].clauses += truth.clauses
      } else {
        examined.append(truth)
      }
    }
  }

  /// A fact of pack `converge` from texts by field name.
  private func builtInFact(_ fact: BuiltInFact, _ members: [String: String], truthID: String) -> ProducedFact? {
    guard let type = program.facts.firstIndex(where: { $0.name == fact.rawValue }) else { return nil }
    let fields = program.facts[type].fields.map { field -> Value in
      guard let text = members[field.name] else { return .missing(.absent) }
      return program.value(written: Text(text), as: field.type) ?? .text(Text(text))
    }
    let payload = program.payload(type: type, fields: fields)
    return ProducedFact(type: type, fields: fields, truthID: truthID, payload: payload)
  }
}
