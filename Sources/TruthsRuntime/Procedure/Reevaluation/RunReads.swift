package import TruthsEngine
import TruthsLedger
import TruthsProgram
package import TruthsText

/// The reads of one evaluation of a waiting run. While these data stay the same, another evaluation leaves no entry.
///
/// Facts that follow from the context by itself are not included, because they concern every run (``WaitingRuns`` handles
/// them). Steps of work are not included either, because they decide nothing.
package struct RunReads: Sendable {
  /// Whether every entry and any time may change the result; then the other members are unused.
  package var isEverything = false
  /// Fact types that may be read completely: indices in ``Program/facts``.
  package var types: Set<Int> = []
  /// The facts read of other types: look-ups, states, loops over facts with given values, and answers to the run's requests.
  package var questions: Set<FactQuestion> = []
  /// The policies that are read: indices in ``Program/policies``.
  package var policies: Set<Int> = []
  /// The id of the proposal, because it is accepted only once.
  package var proposalID = ""
  /// The first time at which a comparison with `now` can change; `nil` for none.
  package var nextMoment: Timestamp?
  /// Whether any time may change the result.
  package var readsMoment = false

  static let everything: RunReads = {
    var reads = RunReads()
    reads.isEverything = true
    return reads
  }()
}

extension RunEvaluation {
  /// Returns the reads of an evaluation after which the run waits.
  ///
  /// Three kinds of runs read everything: answers to requests and similar proposals, which are about other proposals; queue
  /// records without a truths hash, which depend on the ledger's decisions; and runs that wait at step 5, whose clauses read
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

  /// Adds the facts of a built-in type that have a value in a field.
  private func add(_ fact: BuiltInFact, _ field: String, _ value: String, to reads: inout RunReads) {
    guard let type = program.facts.firstIndex(where: { $0.isBuiltIn && $0.name == fact.rawValue }),
      let place = program.facts[type].fields.firstIndex(where: { $0.name == field })
    else { return }
    reads.questions.insert(FactQuestion(type: type, fields: [place], values: [.text(Text(value))]))
  }

  /// Returns the times at which the grants of a request expire.
  private func endings(ofGrantsOf request: String, _ violation: Violation) -> [Timestamp] {
    guard case .duration(let limit)? = enginePolicy("approval_ttl", for: violation) else { return [] }
    return before.approvals.grants(of: request).compactMap { entry in
      Assent(entry, .grant, language: procedure.language)?.timestamp.adding(limit)
    }
  }
}

extension RunProcedure {
  /// The policies by which the engine determines who agrees, and for how long: indices in ``Program/policies``.
  fileprivate var policiesOfAgreement: [Int] {
    program.policies.indices.filter { ["approver_role", "approval_ttl", "break_glass_role"].contains(program.policies[$0].name) }
  }
}

extension Timestamp {
  /// The next time, a millisecond later; `nil` for the last one.
  fileprivate var next: Timestamp? { Timestamp(milliseconds: milliseconds + 1) }
}
