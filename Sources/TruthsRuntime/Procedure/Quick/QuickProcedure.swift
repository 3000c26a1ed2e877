import Synchronization
import TruthsCheck
package import TruthsEngine
package import TruthsJSON
import TruthsSyntax
package import TruthsText

/// The decision procedure without its record, for who wants to know what proposals come to on one context and nothing else: no
/// reason, hash or entry is made. It says what ``RunProcedure/run(_:on:)`` says.
///
/// Clauses are read by ``QuickEngine``; what that does not tell goes through the whole procedure.
package final class QuickProcedure: Sendable {
  package let procedure: RunProcedure
  private let context: Context
  private let now: Timestamp?
  private let engine: QuickEngine
  /// Whether nothing follows from the context by itself, so that it is what every proposal is decided on.
  private let isClosed: Bool
  /// Readers that nobody has at the moment.
  private let readers = Mutex<[PlainReader]>([])

  /// - Parameter now: written into every proposal's timestamp, where given.
  package init(_ procedure: RunProcedure, context: Context, now: Timestamp?) {
    self.procedure = procedure
    let moment = now ?? ReceivedProposal.defaultTimestamp
    let ready = procedure.ready(context, now: moment)
    self.context = ready
    self.now = now
    engine = QuickEngine(procedure.engine, store: ready.store)
    isClosed = procedure.isClosed(ready, now: moment)
  }

  /// What a proposal comes to.
  package struct Outcome: Hashable, Sendable {
    package var decision: Decision
    package var isWaiting: Bool
    /// The first clause of each kind that does not hold; below 0 for none.
    package var verdict: QuickVerdict
    /// Whether the whole procedure ran to tell.
    package var isWhole = false
  }

  /// Makes a plain proposal ready straight from its bytes.
  ///
  /// - Parameter json: one JSON document in UTF-8.
  /// - Returns: `nil` where it is not plain, or no proposal is on this context; ``ready(_:)`` takes every one.
  /// - Complexity: O(size of the proposal).
  package func ready(plain json: [UInt8]) -> QuickProposal? {
    guard isClosed, context.runs.isEmpty else { return nil }
    let reader = readers.withLock { $0.popLast() } ?? PlainReader(procedure, engine, now: now)
    defer { readers.withLock { $0.append(reader) } }
    return reader.ready(json)
  }

  /// Makes a proposal ready: it is read once, to be decided as often as wanted.
  ///
  /// - Complexity: O(size of the proposal).
  package func ready(_ received: LocatedJSON) -> QuickProposal {
    let proposal = ProposalReader.read(received)
    let (typed, _) = proposal.typed(by: procedure, now: now ?? proposal.timestamp ?? ReceivedProposal.defaultTimestamp)
    return engine.ready(typed, received: received, isPlain: typed.map { isPlain(proposal, $0) } ?? false)
  }

  /// Whether nothing but clauses decides about a proposal: no consent, override, key or run of before.
  private func isPlain(_ proposal: ReceivedProposal, _ typed: TypedProposal) -> Bool {
    guard isClosed, proposal.idempotencyKey == nil, proposal.truthsHash == nil, proposal.override == nil, proposal.runID == nil,
      proposal.requiresConsent ?? .implicit == .implicit, procedure.program.intents[typed.intent].consent == .implicit
    else { return false }
    if context.runs.isEmpty { return true }
    return !context.runs.isAccepted(proposalID: proposal.identity) && context.runs.openRun(hash: proposal.hash) == nil
  }

  /// Decides a proposal.
  ///
  /// - Complexity: O(clauses of the intent's truths), nothing allocated, where clauses alone decide.
  package func decide(_ ready: QuickProposal) -> Outcome {
    let verdict = ready.verdict()
    if verdict.wantsCloserLook { return decideWholly(ready) }
    // What no truth governs is rejected, whatever invariants say of it.
    if !verdict.hasFired { return Outcome(decision: .rejected, isWaiting: false, verdict: QuickVerdict()) }
    if verdict.structural >= 0 || verdict.unknown >= 0 {
      return Outcome(decision: .halted, isWaiting: false, verdict: verdict)
    }
    if verdict.requirement >= 0 { return Outcome(decision: .rejected, isWaiting: false, verdict: verdict) }
    if verdict.acceptance >= 0 {
      return context.approvals.isEmpty ? Outcome(decision: .halted, isWaiting: true, verdict: verdict) : decideWholly(ready)
    }
    return Outcome(decision: .accepted, isWaiting: false, verdict: verdict)
  }

  @inline(never)
  private func decideWholly(_ ready: QuickProposal) -> Outcome {
    let clauses = ready.clauses
    let outcome = procedure.run(RunRequest(proposal: ready.received, now: now), on: context)
    var verdict = QuickVerdict()
    verdict.hasFired = true
    for violation in outcome.violations {
      let clause = clauses.firstIndex {
        $0.id == violation.truthID && $0.declaredBy == violation.declaredBy && $0.name == violation.clause
      }
      verdict.note(violation.kind, Int32(truncatingIfNeeded: clause ?? -1))
    }
    return Outcome(
      decision: outcome.decision, isWaiting: outcome.run.status == .waiting, verdict: verdict, isWhole: true)
  }
}

extension QuickVerdict {
  /// Takes in a violation, in their order; what is built in has no number.
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
