package import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsSyntax
package import TruthsText

/// The decision procedure without its record, for many decisions on one context.
///
/// It gives the same outcomes as ``RunProcedure/run(_:on:)``. Where the clauses alone decide, it runs only their code and makes
/// no reason, hash or entry; otherwise it runs the whole procedure.
package final class DecisionGate: Sendable {
  private let procedure: RunProcedure
  private let context: Context
  private let now: Timestamp?
  private let budget: Budget
  private let engine: ReadyEngine
  /// Whether nothing follows from the context by itself, so that every proposal is decided on it as it is.
  private let isClosed: Bool
  /// Whether other truths than this program's are in force in the context.
  private let isForeign: Bool

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - now: the time written into every proposal, if given.
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
    /// The first clause of each kind that does not hold.
    package var verdict: ClauseVerdict
    /// Whether the whole procedure ran.
    package var isWhole = false

    init(_ ending: RunEnding, _ verdict: ClauseVerdict) {
      self.ending = ending
      self.verdict = verdict
    }

    /// Creates the outcome of a whole run.
    ///
    /// - Parameter clauses: the clauses of the intent, by number; empty for a proposal that does not fit it.
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

  /// Prepares a proposal, which can then be decided any number of times.
  ///
  /// - Complexity: O(size of the proposal).
  package func ready(_ received: LocatedJSON) -> ReadyProposal {
    let proposal = ProposalReader.read(received, language: procedure.language)
    let (typed, _) = proposal.typed(by: procedure, now: now ?? proposal.timestamp ?? ReceivedProposal.defaultTimestamp)
    return engine.ready(typed, received: received, isPlain: typed.map { isPlain(proposal, $0) } ?? false)
  }

  /// Returns whether the clauses alone decide a proposal.
  ///
  /// For that it must have no consent, override, key or earlier run, no other truths may be in force, and the work limit must
  /// be at least the standard one.
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

  /// Returns the clauses that apply to an intent, by number.
  package func clauses(of intent: Int) -> [DecisiveClause] { engine.clauses(of: intent) }

  /// Returns whether a proposal was prepared for this context.
  package func knows(_ ready: ReadyProposal) -> Bool { engine.made(ready) }

  /// Decides a proposal that was prepared here.
  ///
  /// - Throws: if it exceeds the work limit.
  /// - Complexity: O(clauses of the intent's truths) without allocations, where the clauses alone decide.
  package func decide(_ ready: ReadyProposal) throws(WorkExceeded) -> Outcome {
    guard let verdict = ready.verdict(), let outcome = outcome(of: verdict) else { return try decideWholly(ready) }
    return outcome
  }

  /// Prepares for rows that differ only in their fields; `nil` where the clauses alone do not decide them.
  ///
  /// - Parameter common: the common part of all rows, as a proposal without fields.
  package func rows(like common: LocatedJSON) -> ReadyRows? {
    let proposal = ProposalReader.read(common, language: procedure.language)
    let (typed, _) = proposal.typed(by: procedure, now: now ?? proposal.timestamp ?? ReceivedProposal.defaultTimestamp)
    // Earlier runs are found by the hash of the whole proposal, so a context with runs needs whole proposals.
    guard let typed, context.runs.isEmpty, isPlain(proposal, typed) else { return nil }
    return engine.rows(of: typed)
  }

  /// Whether all proposals are decided at one time, whatever time they give.
  package var hasMoment: Bool { now != nil }

  /// Decides a row; `nil` where the whole procedure is needed.
  @inline(__always)
  package func decide(_ rows: ReadyRows, _ fields: UnsafePointer<Cell>) -> Outcome? {
    rows.verdict(fields).flatMap { outcome(of: $0) }
  }

  /// Returns the outcome for the verdict of the clauses; `nil` where the whole procedure is needed.
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
  /// Records a violation; violations come in order, and built-in ones have no number.
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
