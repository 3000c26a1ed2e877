package import TruthsEngine
import TruthsLedger
import TruthsProgram
package import TruthsText

/// What one evaluation of a waiting run read: while nothing of it changes, another evaluation leaves no entry.
///
/// Two things are no part of it. What follows from the context by itself concerns every run (``WaitingRuns`` asks for it), and
/// steps of work, which decide nothing.
package struct RunReads: Sendable {
  /// Whether all that is appended may change it, and every moment; then the rest is not told.
  package var isEverything = false
  /// Fact types of which everything may be read, by index in ``Program/facts``.
  package var types: Set<Int> = []
  /// What is read of others: look-ups, states of lifecycles, loops over the facts in which some fields have given values, and
  /// answers to the run's requests.
  package var questions: Set<FactQuestion> = []
  /// Policies, by index in ``Program/policies``.
  package var policies: Set<Int> = []
  /// The identity of the proposal, which is accepted once.
  package var proposalID = ""
  /// The first moment at which a comparison with `now` can come out otherwise; `nil` for none.
  package var nextMoment: Timestamp?
  /// Whether each moment may change it.
  package var readsMoment = false

  static let everything: RunReads = {
    var reads = RunReads()
    reads.isEverything = true
    return reads
  }()
}

extension RunEvaluation {
  /// What an evaluation read after which the run waits.
  ///
  /// Everything is read by answers to requests and the like, which are about other proposals; by records of a queue that do not
  /// say their truths, which are held to the decisions of the ledger; and by what waits at step 5, since that was worked out on
  /// the result.
  func reads(of verdict: Verdict) -> RunReads {
    guard verdict.steps.last?.name != .execute, let typed = typed.proposal,
      !program.intents[typed.intent].isBuiltIn,
      !(proposal.isQueueRecord && proposal.truthsHash == nil && proposal.queuedAt != nil)
    else { return .everything }
    let clauses = procedure.engine.clauseReads(of: typed, store: store, violations: verdict.violations)
    var reads = RunReads()
    reads.types = clauses.types
    reads.questions = clauses.questions
    reads.policies = Set(procedure.governing.policies(of: proposal.action)).union(procedure.policiesOfAgreement)
    reads.proposalID = proposal.identity
    reads.readsMoment = clauses.readsMoment
    var moments = clauses.moments
    add(.consentGiven, "proposal_hash", proposalHash.prefixed, to: &reads)
    for violation in verdict.violations where violation.kind == .acceptance && violation.place != .builtIn {
      if violation.wantsConsent { continue }
      let request = request(for: violation)
      for type in [BuiltInFact.approvalRequested, .approvalGranted, .approvalDenied] { add(type, "request", request, to: &reads) }
      moments.formUnion(endings(ofGrantsOf: request, violation))
    }
    reads.nextMoment = moments.compactMap { $0 > now ? $0 : $0 == now ? now.next : nil }.min()
    return reads
  }

  /// Adds the facts of a type of the engine's own that name something.
  private func add(_ fact: BuiltInFact, _ field: String, _ value: String, to reads: inout RunReads) {
    guard let type = program.facts.firstIndex(where: { $0.isBuiltIn && $0.name == fact.rawValue }),
      let place = program.facts[type].fields.firstIndex(where: { $0.name == field })
    else { return }
    reads.questions.insert(FactQuestion(type: type, fields: [place], values: [.text(Text(value))]))
  }

  /// When the grants of a request are as old as they may be.
  private func endings(ofGrantsOf request: String, _ violation: Violation) -> [Timestamp] {
    guard case .duration(let limit)? = enginePolicy("approval_ttl", for: violation) else { return [] }
    return before.approvals.grants(of: request).compactMap { entry in
      Assent(entry, .grant, language: procedure.language)?.timestamp.adding(limit)
    }
  }
}

extension RunProcedure {
  /// The policies by which the engine tells who agrees, and for how long: indices in ``Program/policies``.
  fileprivate var policiesOfAgreement: [Int] {
    program.policies.indices.filter { ["approver_role", "approval_ttl", "break_glass_role"].contains(program.policies[$0].name) }
  }
}

extension Timestamp {
  /// The moment right after; `nil` for the last one.
  fileprivate var next: Timestamp? { Timestamp(milliseconds: milliseconds + 1) }
}
