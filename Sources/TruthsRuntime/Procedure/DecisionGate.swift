package import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsSyntax
package import TruthsText

/// The decision procedure without recorded entries, for many decisions on one context.
///
/// It gives the same outcomes as ``RunProcedure/run(_:on:)``. If the clauses alone decide, it runs only their code, and makes
/// no reason, hash or entry. Otherwise it runs the whole procedure.
package final class DecisionGate: Sendable {
  private let procedure: RunProcedure
  private let context: Context
  private let now: Timestamp?
  private let budget: Budget
  private let engine: ReadyEngine
  /// Whether nothing follows from the context by itself, so that every proposal is decided on the context unchanged.
  private let isClosed: Bool
  /// Whether different truths than this program's are in force in the context.
  private let isForeign: Bool

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - now: the time that is written into every proposal; `nil` for each proposal's own time.
  ///   - budget: the budget of each decision.
  package init(_ procedure: RunProcedure, context: Context, now: Timestamp?, budget: Budget = .standard) {
    self.procedure = procedure
    let moment = now ?? ReceivedProposal.defaultTimestamp
    let ready = procedure.ready(context, now: moment, budget: budget)
    self.context = ready
    self.now = now
    self.budget = budget
    engine = ReadyEngine(procedure.engine, store: ready.store)
    isClosed = procedure.isClosed(ready, now: moment, budget: budget)
    isForeign = ready.adopted.map { $0 != procedure.truthsHash } ?? false
  }

  /// The outcome of a proposal.
  package struct Outcome: Hashable, Sendable {
    package var ending: RunEnding
    /// The first clause of each kind that does not hold, as an index in ``clauses(of:)``.
    package var verdict: ClauseVerdict
    /// Whether the whole procedure ran.
    package var isWhole = false

    init(_ ending: RunEnding, _ verdict: ClauseVerdict) {
      self.ending = ending
      self.verdict = verdict
    }

    /// Creates the outcome of a whole run.
    ///
    /// - Parameter clauses: the clauses of the intent, in the order of their indices; empty for a proposal that does not fit
    ///   the intent.
    package init(_ outcome: RunOutcome, _ clauses: [DecisiveClause]) {
      ending = outcome.ending
      verdict = ClauseVerdict()
      isWhole = true
      verdict.hasFired = true
      for violation in outcome.violations {
        let clause = clauses.firstIndex {
          $0.id == violation.truthID && $0.declaredBy == violation.declaredBy && $0.name == violation.clause
        }
        verdict.note(violation.kind, Int32(truncatingIfNeeded: clause ?? -1))
      }
    }
  }

  /// Prepares a proposal. It can then be decided any number of times.
  ///
  /// - Complexity: O(size of the proposal).
  package func ready(_ received: LocatedJSON) -> ReadyProposal {
    let proposal = ProposalReader.read(received, language: procedure.language)
    let (typed, _) = proposal.typed(by: procedure, now: now ?? proposal.timestamp ?? ReceivedProposal.defaultTimestamp)
    let isPlain = typed.map { $0.isComplete(in: procedure.program) && self.isPlain(proposal, $0) } ?? false
    return engine.ready(typed, received: received, isPlain: isPlain)
  }

  /// Returns whether the clauses alone decide a proposal.
  ///
  /// Only a proposal without override, key, run id, hashes and earlier run qualifies, if neither the proposal nor its intent
  /// requires consent. Also, the context must be closed, no other truths may be in force, and the work limit must be at least
  /// the standard one. Required fields are checked separately, because the fields of a row are set later.
  private func isPlain(_ proposal: ReceivedProposal, _ typed: TypedProposal) -> Bool {
    guard isClosed, !isForeign, budget.maxWork >= Budget.standard.maxWork, proposal.idempotencyKey == nil,
      proposal.truthsHash == nil, proposal.policiesHash == nil,
      !proposal.isQueueRecord, proposal.override == nil, proposal.runID == nil,
      proposal.requiresConsent ?? .implicit == .implicit, procedure.program.intents[typed.intent].consent == .implicit,
      !procedure.program.intents[typed.intent].isBuiltIn
    else { return false }
    if context.runs.isEmpty { return true }
    let hash = proposal.hash(in: procedure.language)
    return !context.runs.isAccepted(proposalID: proposal.identity) && context.runs.openRun(hash: hash) == nil
      && context.decisions?.hasWaited(hash) != true
  }

  /// Returns the clauses that apply to an intent. Their indices are the numbers in a verdict.
  package func clauses(of intent: Int) -> [DecisiveClause] { engine.clauses(of: intent) }

  /// Returns whether a proposal was prepared for this context.
  package func knows(_ ready: ReadyProposal) -> Bool { engine.owns(ready) }

  /// Decides a proposal that this gate prepared.
  ///
  /// - Throws: an error if the decision exceeds the work limit.
  /// - Complexity: O(clauses of the intent's truths) without allocations, if the clauses alone decide.
  package func decide(_ ready: ReadyProposal) throws(WorkExceeded) -> Outcome {
    guard let verdict = ready.verdict(), let outcome = outcome(of: verdict) else { return try decideWholly(ready) }
    return outcome
  }

  /// Prepares the decision of rows that differ only in their fields. `nil` if the clauses alone do not decide the rows.
  ///
  /// - Parameter common: the common part of all rows, as a proposal without fields.
  package func rows(like common: LocatedJSON) -> ReadyRows? {
    let proposal = ProposalReader.read(common, language: procedure.language)
    let (typed, _) = proposal.typed(by: procedure, now: now ?? proposal.timestamp ?? ReceivedProposal.defaultTimestamp)
    // Earlier runs are found by the hash of the whole proposal, so a context with runs needs whole proposals.
    guard let typed, context.runs.isEmpty, isPlain(proposal, typed) else { return nil }
    return engine.rows(of: typed)
  }

  /// Whether all proposals are decided at one given time, whatever time they state.
  package var hasMoment: Bool { now != nil }

  /// Decides a row; `nil` if the whole procedure is needed.
  @inline(__always)
  package func decide(_ rows: ReadyRows, _ fields: UnsafePointer<Cell>) -> Outcome? {
    for place in rows.required where fields[place].isMissing { return nil }
    return rows.verdict(fields).flatMap { outcome(of: $0) }
  }

  /// Returns the outcome that follows from the verdict of the clauses; `nil` if the whole procedure is needed.
  private func outcome(of verdict: ClauseVerdict) -> Outcome? {
    // A proposal that no truth governs is rejected, whatever invariants say.
    if !verdict.hasFired { return Outcome(.rejected, ClauseVerdict()) }
    if verdict.structural >= 0 || verdict.unknown >= 0 { return Outcome(.halted, verdict) }
    if verdict.requirement >= 0 { return Outcome(.rejected, verdict) }
    if verdict.acceptance >= 0 {
      return context.approvals.isEmpty ? Outcome(.waiting, verdict) : nil
    }
    return Outcome(.accepted, verdict)
  }

  @inline(never)
  private func decideWholly(_ ready: ReadyProposal) throws(WorkExceeded) -> Outcome {
    Outcome(try procedure.run(RunRequest(proposal: ready.received, now: now, budget: budget), on: context), ready.clauses)
  }
}

extension ClauseVerdict {
  /// Records a violation. Violations come in order, so the first of each kind is kept; the number is -1 for a built-in clause.
  fileprivate mutating func note(_ kind: Violation.Kind, _ clause: Int32) {
    switch kind {
    case .structural, .postcondition: if structural < 0 { structural = clause }
    case .unknown: if unknown < 0 { unknown = clause }
    case .requirement: if requirement < 0 { requirement = clause }
    case .acceptance: if acceptance < 0 { acceptance = clause }
    case .advisory: break
    }
  }
}
