import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// One evaluation of one proposal, step by step (runtime.md §3).
struct RunEvaluation {
  let procedure: RunProcedure
  let proposal: ReceivedProposal
  let now: Timestamp
  let budget: Budget
  /// Whether the values under the terms of clauses that hold are wanted, for a story.
  let isExplained: Bool
  /// The context as it was given.
  let given: Context
  /// The context that the proposal is decided on: the one given, with what followed from it by itself.
  private(set) var before: Context
  /// What followed.
  private(set) var closed: [Entry] = []
  let inputHash: Digest
  let proposalHash: Digest
  /// The run that goes on, when this proposal began one before.
  var continued: RunRecord?
  /// Every clause that was read, for the story.
  var examined: [ExaminedTruth] = []
  /// The truths that fired, by id; each leaves a trace.
  var fired: [String] = []
  var provisional: [ProducedFact] = []
  /// What its entries are made with.
  let sealer: EntrySealer

  init(
    procedure: RunProcedure, proposal: ReceivedProposal, now: Timestamp, budget: Budget, isExplained: Bool, context: Context,
    sealer: EntrySealer
  ) {
    self.procedure = procedure
    self.proposal = proposal
    self.now = now
    self.budget = budget
    self.isExplained = isExplained
    self.sealer = sealer
    given = context.reading(within: budget)
    before = given
    proposalHash = proposal.hash(&sealer.scratch)
    inputHash = Hashes.input(
      context: context.head, truths: procedure.truthsHash, budget: budget.isStandard ? nil : budget.json, &sealer.scratch
    ) { proposal.writeUsed(at: now, to: &$0) }
  }

  var program: Program { _read { yield procedure.program } }

  /// Steps 0 and 1, then the rest: the whole procedure for a proposal that has just come. An answer that was given before is
  /// given again as it was; nothing is appended for it, so nothing is closed.
  mutating func decide() -> RunOutcome {
    // Before any answer of somebody else is given again.
    if let mismatch { return conclude(close() ?? mismatch) }
    let runs = before.runs
    if let key = proposal.idempotencyKey, let known = runs.run(key: key, userID: proposal.userID, hash: proposalHash) {
      guard known.isOpen else { return replay(known) }
      continued = known
    } else if let key = proposal.idempotencyKey, let other = runs.run(key: key, userID: proposal.userID) {
      let verdict = close() ?? idempotencyConflict(key, other)
      return conclude(verdict)
    } else if proposal.idempotencyKey == nil {
      continued = runs.openRun(hash: proposalHash)
    }
    let verdict = close() ?? verdict()
    return conclude(verdict)
  }

  /// Evaluates a waiting run again; what has not changed leaves no entries.
  mutating func resume(_ record: RunRecord) -> RunOutcome {
    continued = record
    let verdict = close() ?? mismatch ?? verdict()
    return conclude(verdict)
  }

  /// Step 0: the truths on facts run over the context; what stops them stops the decision.
  private mutating func close() -> Verdict? {
    let closing = procedure.close(given, now: now, budget: budget)
    (before, closed) = (closing.context.working(given.store.work), closing.entries)
    if let exhausted = closing.exhausted {
      return .stop(.halted, .propose, .builtIn(.budget, .structural, "the run goes past \(exhausted.text)"))
    }
    guard let first = closing.violations.first else { return nil }
    return Verdict(
      decision: .halted, status: .halted, truthID: first.truthID, reason: first.reason, violations: closing.violations,
      steps: Step.upTo(.propose, .stop))
  }

  /// Steps 1 (rest) to 6: what the proposal comes to.
  private mutating func verdict() -> Verdict {
    if let adopted = before.adopted, adopted != procedure.truthsHash {
      return .stop(.halted, .propose, .builtIn(.notAdopted, .structural, notAdoptedReason(adopted)))
    }
    if let stopped = changedStop { return stopped }
    if before.runs.isAccepted(proposalID: proposal.identity) {
      let reason = "proposal \(proposal.identity) was accepted before, and a proposal is accepted once"
      return .stop(.rejected, .propose, .builtIn(.decided, .requirement, reason))
    }
    let (typed, faults) = proposal.typed(by: procedure, now: now)
    guard let typed, !isRunTaken else {
      let reason = isRunTaken ? takenRunReason : DataFaults(inOrder(faults)).text
      return .stop(.rejected, .propose, .builtIn(.wellFormed, .requirement, reason))
    }
    if let stopped = queueStop ?? adoptionStop(typed) { return stopped }
    return governed(typed)
  }

  /// The faults in the order that JCS gives the members at fault: in which order they were received is not hashed.
  private func inOrder(_ faults: [DataFault]) -> [DataFault] {
    if faults.count < 2 { return faults }
    return ProposalReader.read(proposal.received.sorted).typed(by: procedure, now: now).faults
  }

  private mutating func governed(_ typed: TypedProposal) -> Verdict {
    let waiting = consent(typed)
    let examination = procedure.engine.examine(
      typed, store: waiting == nil ? before.store : before.store.unobserved, isExplained: isExplained)
    guard !examination.fired.isEmpty else {
      let intent = program.intents[typed.intent].name
      let reason = "no truth governs \(intent) here, and an action that no truth governs is not taken"
      return .stop(.rejected, .propose, .builtIn(.governed, .requirement, reason))
    }
    fired = examination.fired.map { program.truths[$0].id }
    if let waiting { return waiting }
    examined = examination.truths
    return check(typed, examination)
  }

  /// Whether the proposal is appended: it begins a run, or goes on with one in other words than before, with a consent or an
  /// override perhaps, so that the ledger tells what was decided (runtime-2.md §1). Another timestamp alone is none.
  var isAppended: Bool {
    guard let continued else { return true }
    let before = ProposalReader.read(
      LocatedJSON(unlocated: .object(continued.entry.payload)), actor: continued.entry.actor, &sealer.scratch)
    var old = ByteBuffer()
    var new = ByteBuffer()
    before.writeUsed(at: .epoch, to: &old)
    proposal.writeUsed(at: .epoch, to: &new)
    return old.bytes != new.bytes
  }

  /// Whether the `run_id` that the proposal claims belongs to another one, or to what comes from outside.
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

  /// What is in force is changed by what is in force alone: in a ledger that adopted nothing yet, the truths of its first run.
  private func adoptionStop(_ typed: TypedProposal) -> Verdict? {
    let intent = program.intents[typed.intent]
    guard intent.isBuiltIn, intent.name == "adopt_truths", let first = before.runs.firstTruths, first != procedure.truthsHash
    else { return nil }
    if before.adopted != nil { return nil }
    let reason =
      "this ledger began under the truths \(first), and these are \(procedure.truthsHash): an adoption is decided by those that "
      + "are in force (truths adopt NEW --truths IN_FORCE)"
    return .stop(.halted, .propose, .builtIn(.notAdopted, .structural, reason))
  }

  private func notAdoptedReason(_ adopted: String) -> String {
    "this ledger adopted the truths \(adopted), and these are \(procedure.truthsHash): adopt them first (truths adopt), or "
      + "decide with the adopted ones"
  }

  /// A proposal that claims to be by somebody else than is known to propose.
  private var mismatch: Verdict? {
    proposal.actorMismatch.map { .stop(.rejected, .propose, .builtIn(.actorMismatch, .requirement, $0)) }
  }
}

extension Budget {
  /// As it is hashed, where it is not the default.
  var json: JSONValue {
    .object([
      "max_cycles": .number(Decimal(maxCycles)), "max_steps": .number(Decimal(maxSteps)), "max_facts": .number(Decimal(maxFacts)),
    ])
  }
}
