package import TruthsEngine
import TruthsLedger
import TruthsProgram
package import TruthsText

/// The data that one evaluation of a waiting run has read. While this data stays the same, another evaluation appends no entry.
///
/// Facts that follow from the context by itself are not included. They concern every run, and ``WaitingRuns`` handles them.
/// Steps of work are not included either, because they affect no decision.
package struct RunReads: Sendable {
  /// Whether every new entry and any time may change the result. If so, the other members are unused.
  package var isEverything = false
  /// The fact types of which any fact may have been read: indices in ``Program/facts``.
  package var types: Set<Int> = []
  /// The facts read of other types, as questions. They come from look-ups, states, loops over facts with given values, and
  /// answers to the run's requests.
  package var questions: Set<FactQuestion> = []
  /// The policies that are read: indices in ``Program/policies``.
  package var policies: Set<Int> = []
  /// The id of the proposal. It counts as read, because a proposal is accepted only once.
  package var proposalID = ""
  /// The first time at which a comparison with `now` can change; `nil` if there is no such time.
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
  /// Returns the data that an evaluation has read, if the run waits after it.
  ///
  /// Three kinds of runs read everything. The first are proposals of built-in intents, such as answers to requests, which are
  /// about other proposals. The second are queue records without a truths hash, which depend on the ledger's decisions. The
  /// third are runs that wait at step 5, whose clauses read the result.
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

  /// Adds the question for facts of a built-in type that have a value in a field.
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
  /// Returns the data that the truths on a proposal's intent, and the invariants, read of a context; `nil` if the proposal is not
  /// well-formed.
  ///
  /// `ensures` and truths on facts are not included.
  ///
  /// - Complexity: O(look-ups of the intent's truths).
  package func clauseReads(of request: RunRequest, on context: Context) -> EvaluationReads? {
    withHasher { hasher in
      let received = request.actor.map { request.proposal.vouched(by: $0) } ?? request.proposal
      let proposal = ProposalReader.read(received, actor: request.actor, language: language, &hasher.scratch)
      let now = request.now ?? proposal.timestamp ?? ReceivedProposal.defaultTimestamp
      return proposal.typed(by: self, now: now).proposal.map {
        engine.clauseReads(of: $0, store: context.store, violations: [])
      }
    }
  }

  /// The policies by which the engine determines who agrees, and for how long an approval counts: indices in
  /// ``Program/policies``.
  fileprivate var policiesOfAgreement: [Int] {
    program.policies.indices.filter { ["approver_role", "approval_ttl", "break_glass_role"].contains(program.policies[$0].name) }
  }
}

extension Timestamp {
  /// The next possible time, one millisecond later; `nil` for the last possible time.
  fileprivate var next: Timestamp? { Timestamp(milliseconds: milliseconds + 1) }
}
