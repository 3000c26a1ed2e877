import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

/// One evaluation of one proposal, step by step (runs §3).
struct RunEvaluation {
  let procedure: RunProcedure
  let proposal: ReceivedProposal
  let now: Timestamp
  let budget: Budget
  /// Whether the values of terms are computed for clauses that hold, for explanations.
  let isExplained: Bool
  /// Whether the outcome of a waiting run includes the data that it has read.
  var notesReads = false
  /// Whether required fields may be missing; see ``RunRequest/isPrediction``.
  var isPrediction = false
  /// The context as given.
  let initialContext: Context
  /// The context that the proposal is decided on: the given context after it was closed.
  private(set) var before: Context
  /// The facts of `before`, without earlier waiting decisions about this proposal.
  private(set) var store: FactStore
  /// The entries that closing the context has appended.
  private(set) var closed: [Entry] = []
  let inputHash: Digest
  let proposalHash: Digest
  /// The run that the proposal continues, if an open run of the same proposal exists; otherwise `nil`.
  var continued: RunRecord?
  /// Every evaluated clause with its truth, for the explanation.
  var evaluated: [EvaluatedTruth] = []
  /// The truths that fired, ordered by id: indices in ``Program/truths``. A trace is written for each.
  var fired: [Int] = []
  var provisional: [ProducedFact] = []
  /// The hasher of the run's entries.
  let hasher: EntryHasher

  init(
    procedure: RunProcedure, proposal: ReceivedProposal, now: Timestamp, budget: Budget, isExplained: Bool, context: Context,
    hasher: EntryHasher
  ) {
    self.procedure = procedure
    self.proposal = proposal
    self.now = now
    self.budget = budget
    self.isExplained = isExplained
    self.hasher = hasher
    initialContext = context.reading(within: budget)
    before = initialContext
    store = initialContext.store
    proposalHash = proposal.hash(in: procedure.language, &hasher.scratch)
    inputHash = Hashes.input(
      context: context.head, truths: procedure.truthsHash, budget: budget.isStandard ? nil : budget.json, &hasher.scratch
    ) { proposal.writeUsed(at: now, to: &$0) }
  }

  var program: Program { _read { yield procedure.program } }

  /// Whether the work limit is exceeded. If so, the result is discarded.
  var isOverworked: Bool { initialContext.store.work?.isExceeded == true }

  /// Decides a new proposal, beginning with steps 0 and 1 of the procedure.
  ///
  /// A repeated answer appends nothing, so the context is not closed for it.
  mutating func decide() -> RunOutcome {
    // This test comes first, so that no answer of another actor is repeated.
    if let mismatch { return conclude(close() ?? mismatch) }
    if let namesakeConflict { return conclude(close() ?? namesakeConflict) }
    let runs = before.runs
    if let key = proposal.idempotencyKey, let known = runs.run(key: key, userID: proposal.userID, hash: proposalHash) {
      guard known.isOpen else { return replay(known) }
      continued = known
    } else if let key = proposal.idempotencyKey, let other = runs.run(key: key, userID: proposal.userID) {
      return conclude(close() ?? idempotencyConflict(key, other))
    } else if proposal.idempotencyKey == nil {
      continued = runs.openRun(hash: proposalHash)
    }
    return conclude(close() ?? verdict())
  }

  /// Evaluates a waiting run again. If the verdict is unchanged, nothing is appended for it.
  mutating func resume(_ record: RunRecord) -> RunOutcome {
    continued = record
    return conclude(close() ?? mismatch ?? verdict())
  }

  /// Finishes the run. The entries of step 0 are kept only if the proposal is well-formed and a truth governs it.
  ///
  /// If they were always kept, any sender could set the time of derived facts (declarations §6).
  private mutating func conclude(_ verdict: Verdict) -> RunOutcome {
    if verdict.steps == Step.upTo(.propose, .stop) { (before, closed) = (initialContext, []) }
    return finalize(verdict)
  }

  /// Closes the context (step 0). If a violation or a limit prevents it, returns the verdict that halts the decision; otherwise
  /// `nil`.
  private mutating func close() -> Verdict? {
    let closing = procedure.close(initialContext, now: now, budget: budget)
    (before, closed) = (closing.context.working(initialContext.store.work), closing.entries)
    store = before.decisions?.store(before.store, evaluating: proposalHash, before.runs) ?? before.store
    if let exhausted = closing.exhausted {
      return .stop(.halted, .propose, .builtIn(.budget, .structural, "the run goes past \(exhausted.text)"))
    }
    guard let first = closing.violations.first else { return nil }
    return Verdict(
      decision: .halted, status: .halted, truthID: first.truthID, reason: first.reason, violations: closing.violations,
      steps: Step.upTo(.propose, .stop))
  }

  /// Performs the rest of step 1, and steps 2 to 6.
  private mutating func verdict() -> Verdict {
    if let adopted = before.adopted, adopted != procedure.truthsHash {
      return .stop(.halted, .propose, .builtIn(.notAdopted, .structural, notAdoptedReason(adopted)))
    }
    if let stopped = changedStop { return stopped }
    // A prediction is proposed under an identity of its own, so only the rules exclude what was done before.
    if !isPrediction, before.runs.isAccepted(proposalID: proposal.identity) {
      let reason = "proposal \(proposal.identity) was accepted before, and a proposal is accepted once"
      return .stop(.rejected, .propose, .builtIn(.decided, .requirement, reason))
    }
    let (typed, faults) = typed
    guard let typed, !isRunTaken else {
      let reason = isRunTaken ? takenRunReason : inOrder(faults).text
      return .stop(.rejected, .propose, .builtIn(.wellFormed, .requirement, reason))
    }
    if let stopped = queueStop ?? adoptionStop(typed) ?? incompleteStop(typed) { return stopped }
    return governed(typed)
  }

  /// The proposal decoded by the vocabulary; its faults if it cannot be decoded.
  var typed: (proposal: TypedProposal?, faults: DataFaults) {
    proposal.typed(by: procedure, now: now, beginning: continued.flatMap { before.beginning(ofRun: $0.runID) })
  }

  /// Returns the faults in the JCS order of the members with faults, because the received order is not hashed.
  private func inOrder(_ faults: DataFaults) -> DataFaults {
    if faults.count < 2 { return faults }
    var sorted = ProposalReader.read(proposal.received.sorted, language: procedure.language)
    sorted.looksForNames = proposal.looksForNames
    return sorted.typed(by: procedure, now: now).faults
  }

  /// Returns the rejection of a proposal without some fields that its intent requires; otherwise `nil`. The reason names all of
  /// them.
  private func incompleteStop(_ typed: TypedProposal) -> Verdict? {
    if isPrediction { return nil }
    let missing = program.missingFields(of: typed)
    guard let first = missing.first else { return nil }
    var stop = Verdict.stop(.rejected, .propose, first)
    stop.violations = missing
    stop.reason = missing.map(\.reason).joined(separator: "; ")
    return stop
  }

  private mutating func governed(_ received: TypedProposal) -> Verdict {
    let typed = withStanding(received)
    // A prediction is judged by its rules; whoever proposes it gives the consent then.
    let waiting = isPrediction ? nil : consent(typed)
    let evaluation = procedure.engine.evaluate(
      typed, store: waiting == nil ? store : store.unobserved, isExplained: isExplained)
    guard !evaluation.fired.isEmpty else {
      let intent = program.intents[typed.intent].jsonName
      let reason = "no truth governs \(intent) here, and an action that no truth governs is not taken"
      return .stop(.rejected, .propose, .builtIn(.governed, .requirement, reason))
    }
    fired = evaluation.fired
    if let waiting { return waiting }
    evaluated = evaluation.truths
    return check(typed, evaluation)
  }

  /// Whether the proposal's entry is appended. It is appended if the proposal begins a run, or differs from the run's newest
  /// proposal entry, for example by a consent.
  ///
  /// The ledger therefore contains every proposal that was decided (ledgers §4). A different timestamp alone does not count.
  var isAppended: Bool {
    guard let entry = continued.flatMap({ before.proposal(of: $0) }) else { return true }
    let earlier = ProposalReader.read(
      LocatedJSON(unlocated: .object(entry.payload)), actor: entry.actor, language: procedure.language, &hasher.scratch)
    var old = ByteBuffer()
    var new = ByteBuffer()
    earlier.writeUsed(at: .epoch, to: &old)
    proposal.writeUsed(at: .epoch, to: &new)
    return old.bytes != new.bytes
  }

  /// Whether the `run_id` that the proposal gives belongs to a different proposal, or to facts from outside.
  var isRunTaken: Bool {
    guard continued == nil, let runID = proposal.runID else { return false }
    return Self.outerRuns.contains(runID) || before.runs.record(runID) != nil
  }

  private static let outerRuns = [Entry.shortFormRun, RunProcedure.documentRun, RunProcedure.policyRun]

  private var takenRunReason: String {
    let runID = proposal.runID ?? ""
    return "run \(runID) is that of \(Self.outerRuns.contains(runID) ? "what comes from outside" : "another proposal")"
  }

  private func idempotencyConflict(_ key: String, _ known: RunRecord) -> Verdict {
    let reason = "idempotency key \(key) of @\(proposal.userID) stands for proposal \(known.proposalID) already"
    return .stop(.rejected, .propose, .builtIn(.idempotencyConflict, .requirement, reason))
  }

  /// The rejection of a proposal whose run or key is that of a namesake of another organisation (runs §5.1).
  ///
  /// The proposal would take over the run, with its answer and its approvals, which are for the same `user_id` and hash. The
  /// reason does not say whose the run is, because the proposer may not read it (sessions §10.1).
  private var namesakeConflict: Verdict? {
    guard procedure.language >= .three else { return nil }
    let (runs, organisation) = (before.runs, proposal.organisation)
    func isForeign(_ run: RunRecord?) -> Bool {
      run.flatMap { before.proposal(of: $0) }.map { $0.actor.organisation != organisation } ?? false
    }
    var reason: String?
    let known = proposal.idempotencyKey.flatMap { key in
      runs.run(key: key, userID: proposal.userID, hash: proposalHash) ?? runs.run(key: key, userID: proposal.userID)
    }
    if let key = proposal.idempotencyKey, isForeign(known) {
      reason = "idempotency key \(key) stands for another proposal already: take another key"
    } else if isForeign(runs.openRun(hash: proposalHash)) {
      reason = "a run of the same proposal is open already: give this one a `proposal_id` of its own"
    }
    return reason.map { .stop(.rejected, .propose, .builtIn(.idempotencyConflict, .requirement, $0)) }
  }

  private func notAdoptedReason(_ adopted: String) -> String {
    "this ledger adopted the truths \(adopted), and these are \(procedure.truthsHash): adopt them first (truths adopt), or "
      + "decide with the adopted ones"
  }

  /// The rejection of a proposal that claims a different actor than the known one; otherwise `nil`.
  private var mismatch: Verdict? {
    proposal.actorMismatch.map { .stop(.rejected, .propose, .builtIn(.actorMismatch, .requirement, $0)) }
  }
}

extension Budget {
  /// The limits as JSON, in the form that is hashed.
  var json: JSONValue {
    .object([
      "max_cycles": .number(Decimal(maxCycles)), "max_steps": .number(Decimal(maxSteps)), "max_facts": .number(Decimal(maxFacts)),
    ])
  }
}

/// The verdict of an evaluation, before it is written as entries.
struct Verdict {
  var decision: DecisionOutcome
  var status: RunState.Status
  var truthID: String
  var reason: String
  var violations: [Violation]
  /// The counts of clauses that hold, for a reason that states them; `nil` if the reason states anything else.
  var heldClauses: HeldClauses?
  var waitingFor: [Awaited] = []
  var steps: [Step]
  /// The facts to append, in order.
  var facts: [ProducedFact] = []
  /// The matches for which truths that start from facts have fired, in that order. A trace is written for each.
  var matches = MatchLog()

  /// Whether the run ended because it reached a limit.
  var isOutOfBudget: Bool { truthID == BuiltInTruth.budget.rawValue }

  /// Returns the verdict of an evaluation that ends at one step with one violation.
  static func stop(_ decision: DecisionOutcome, _ step: Step.Name, _ violation: Violation) -> Verdict {
    Verdict(
      decision: decision, status: .halted, truthID: violation.truthID, reason: violation.reason, violations: [violation],
      steps: Step.upTo(step, .stop))
  }
}

extension Step {
  /// Returns the steps up to a last one with the given result. All earlier steps are `ok`.
  static func upTo(_ last: Name, _ result: Result) -> [Step] {
    Name.allCases.prefix { $0 != last }.map { Step($0, .ok) } + [Step(last, result)]
  }

  /// All six steps with the result `ok`.
  static var all: [Step] { Name.allCases.map { Step($0, .ok) } }
}

extension Violation {
  static func builtIn(_ truth: BuiltInTruth, _ kind: Kind, _ reason: String) -> Violation {
    Violation(
      truthID: truth.rawValue, declaredBy: truth.rawValue, clause: "built-in", place: .builtIn, position: 0, kind: kind,
      reason: reason)
  }
}

/// Checks of proposals that are decided later than they were made, under rules that may have changed (contract §16.3).
extension RunEvaluation {
  /// The verdict that halts a proposal made under different truths or policies than those in force now; otherwise `nil`.
  private var changedStop: Verdict? {
    let action = proposal.action ?? "the proposal"
    if let hash = proposal.truthsHash, hash != procedure.governingHash(of: proposal.action) {
      return Self.changed("the truths that govern \(action) changed since it was made")
    }
    if let hash = proposal.policiesHash, hash != procedure.policiesHash(of: proposal.action, in: before) {
      return Self.changed("the policies that the truths of \(action) read changed since it was made")
    }
    return nil
  }

  /// The verdict that halts a well-formed record of an offline queue; `nil` if the record may be decided.
  ///
  /// The record is halted if it is not safe to replay. It is also halted if the truths in force when it was queued are not the
  /// current ones, as far as the ledger shows them.
  private var queueStop: Verdict? {
    guard proposal.isQueueRecord else { return nil }
    if !proposal.isReplaySafe, !proposal.isForced {
      return .stop(.halted, .propose, .builtIn(.replayUnsafe, .structural, Self.unsafeReason))
    }
    guard proposal.truthsHash == nil, let queued = proposal.queuedAt, let action = proposal.action else { return nil }
    let adoption = before.adoption(at: queued)
    if adoption?.hash == procedure.truthsHash { return nil }
    guard let hash = before.runs.governingHash(ofAction: action, at: queued, since: adoption?.moment) else {
      if isUnderPresentTruthsAlone { return nil }
      let untold = "the ledger does not tell which truths governed \(action) at \(queued.text), when it was queued"
      return Self.changed(untold + ", and the record has no `truths_hash`")
    }
    if hash == procedure.governingHash(of: action) { return nil }
    return Self.changed("the truths that govern \(action) changed since it was queued, at \(queued.text)")
  }

  /// Whether the ledger shows no different truths: nothing was decided in it, or the first decision used the current truths.
  private var isUnderPresentTruthsAlone: Bool {
    guard procedure.language >= .three, before.adopted == nil else { return false }
    return before.runs.isEmpty || before.runs.firstTruths == procedure.truthsHash
  }

  private static func changed(_ reason: String) -> Verdict {
    let words = reason + "; look at it again and propose it anew"
    return .stop(.halted, .propose, .builtIn(.truthsChanged, .structural, words))
  }

  private static let unsafeReason =
    "it was queued with `replay_safe: false`, and so is not replayed by itself; look at it again, then force it "
    + "(`truths run --force`, or `forced: true` in the record) or propose it anew"
}

extension RunEvaluation {
  /// Returns the answer that repeats an earlier one, with its facts, traces and hashes, and without entries (runs §3.2).
  func replay(_ record: RunRecord) -> RunOutcome {
    let (decisionEntry, cancellation) = (before.decision(of: record), before.cancellation(of: record))
    let decided = DecisionRecord(decisionEntry?.payload ?? [:])
    let words = cancellation.map { DecisionRecord($0.payload) } ?? decided
    let proposal = before.proposal(of: record)
    let decision = decided.decision.flatMap(DecisionOutcome.init) ?? .halted
    let entries = record.resultSequences.compactMap { before.ledger.entry(sequence: $0) }
    let facts = entries.filter { $0.type == .fact }.map(\.content)
    let traces = entries.filter { $0.type == .trace }.map(\.content)
    let violations = decided.violations.compactMap { Violation($0, program: program) }
    let state = RunState(
      runID: record.runID, status: record.status, factsCount: before.factsCount, pendingProposals: before.runs.waitingCount,
      waitingFor: cancellation == nil ? decided.wait.awaited : [],
      lastActivity: (cancellation ?? decisionEntry ?? proposal)?.timestamp ?? now)
    return RunOutcome(
      decision: decision, truthID: words.truthID ?? "", reason: words.reason ?? "",
      heldClauses: decided.heldClauses, violations: violations, run: state, factContents: facts, traceContents: traces,
      entries: [],
      correlationID: proposal?.correlationID ?? "", proposalID: record.proposalID,
      proposalHash: record.proposalHash.prefixed, inputHash: decided.inputHash ?? "",
      outputHash: decided.outputHash ?? "", before: before.point, after: before.point,
      truthsHash: procedure.truthsHash, governingHash: procedure.governingHash(of: self.proposal.action),
      steps: decided.steps,
      provisionalFacts: [], evaluated: [], isOutOfBudget: words.truthID == BuiltInTruth.budget.rawValue,
      isReplay: true,
      continuation: ContextContinuation(added: ContextAddition(to: before), isClosed: false, procedure: procedure))
  }
}

extension Violation {
  /// Reads a violation from a decision entry; `nil` if a member is missing. Its span is found from the clause.
  fileprivate init?(_ recorded: RecordedViolation, program: Program) {
    guard let truthID = recorded.truthID, let clause = recorded.clause, let kind = recorded.kind, let reason = recorded.reason
    else { return nil }
    let clauses = program.truths.flatMap(\.clauses) + program.invariants.map(\.clause)
    let source = clauses.first { $0.id == truthID && $0.name == clause }
    self.init(
      truthID: truthID, declaredBy: truthID, clause: clause, place: .builtIn, position: 0, kind: kind, reason: reason,
      values: recorded.values, span: source?.span)
    approvers = recorded.approvers
    isOverridden = recorded.isOverridden
    overrideFault = recorded.overrideFault
  }
}
