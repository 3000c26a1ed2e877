import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// An event for a context with waiting runs.
enum WaitingStep {
  case propose(JSONObject)
  /// A fact of any type arrives; one with the key of another is its next version.
  case arrive(JSONObject)
  case setPolicy(String, JSONValue)
  /// An actor answers a request, counted back from the last one.
  case answer(action: String, request: Int, by: JSONObject)
  /// An actor consents to a waiting run, counted from the first one.
  case consent(run: Int, by: JSONObject)
  case cancel(run: Int)
  /// Time passes.
  case rest
}

/// The part of the recorded reads that is dropped, for a test that must notice it.
enum Forgotten: CaseIterable {
  case types, lookUps, answers, policies, acceptedProposals, moments, otherMoments, everything, closing
}

/// A ledger with runs that wait. After each step either all of them are evaluated again, or those alone that are due.
struct WaitingWorld {
  let procedure: RunProcedure
  private(set) var context: Context
  /// `nil` where all are evaluated.
  private(set) var waiting: WaitingRuns?
  private let forgotten: Forgotten?
  private var now = Timestamp.epoch
  /// The number of evaluations.
  private(set) var evaluations = 0

  init(_ procedure: RunProcedure, _ context: Context, onlyDue: Bool, forgetting forgotten: Forgotten? = nil) {
    self.procedure = procedure
    self.context = context
    self.forgotten = forgotten
    if onlyDue { waiting = WaitingRuns(context) }
  }

  mutating func take(_ step: WaitingStep, at now: Timestamp) throws {
    self.now = now
    switch step {
    case .propose(let proposal): try propose(proposal)
    case .arrive(let fact): arrive(fact)
    case .setPolicy(let name, let value): try set(name, value)
    case .answer(let action, let place, let actor):
      let requests = context.ledger.entries.filter { $0.type == .fact && $0.payload["type"] == .text("approval.requested") }
      if requests.isEmpty { return }
      let request = requests[requests.count - 1 - place % requests.count].payload["request"]
      try propose(["action": .text(action), "request": request ?? .null, "why": .text("no"), "actor": .object(actor)])
    case .consent(let place, let actor):
      let runs = procedure.waitingRuns(in: context)
      guard !runs.isEmpty, let record = context.runs.record(runs[place % runs.count]) else { return }
      try propose(
        ["action": .text("give_consent"), "proposal_hash": .text(record.proposalHash.prefixed), "actor": .object(actor)])
    case .cancel(let place):
      let runs = procedure.waitingRuns(in: context)
      if runs.isEmpty { return }
      let cancelled = procedure.record(
        action: "cancel", truthID: BuiltInTruth.cancelled.rawValue, decision: .halted, reason: "cancelled",
        runID: runs[place % runs.count], correlationID: "cor_test", actor: [:], now: now, on: context)
      go(on: cancelled.context)
    case .rest: break
    }
    try reevaluate()
  }

  /// Decides proposals, and evaluates runs again once all of them are decided.
  mutating func begin(_ proposals: [JSONObject], at now: Timestamp) throws {
    self.now = now
    for proposal in proposals { try propose(proposal) }
    try reevaluate()
  }

  private mutating func propose(_ proposal: JSONObject) throws {
    var request = RunRequest(proposal: LocatedJSON(unlocated: .object(proposal)), now: now)
    request.notesReads = waiting != nil
    _ = keep(try procedure.run(request, on: context))
  }

  private mutating func arrive(_ fact: JSONObject) {
    guard case .success(let read) = procedure.factReader.read(LocatedJSON(unlocated: .object(fact))) else { return }
    var changed = context
    changed.append(Entry.shortForm(payload: fact, sequence: context.nextSequence), fact: read, program: procedure.program)
    go(on: changed)
  }

  private mutating func set(_ name: String, _ value: JSONValue) throws {
    let value = LocatedJSON(unlocated: value)
    go(on: try procedure.set(policies: [PolicyAssignment(name: name, nameSpan: value.span, value: value)], on: context))
  }

  private mutating func go(on changed: Context) {
    context = changed
    waiting?.advance(to: changed)
  }

  /// - Returns: whether facts were appended.
  private mutating func keep(_ outcome: RunOutcome) -> Bool {
    let noted = tampered(outcome)
    waiting?.note(noted)
    guard !outcome.entries.isEmpty else { return false }
    go(on: outcome.context)
    return outcome.entries.contains { $0.type == .fact }
  }

  // MARK: Evaluating again

  private mutating func reevaluate() throws {
    guard waiting != nil else { return try reevaluateAll() }
    if forgotten == .closing { return try reevaluateListed() }
    waiting?.begin()
    while let runID = waiting?.next(on: context, by: procedure, at: now) { _ = try evaluate(runID) }
  }

  /// Evaluates all waiting runs until none appends a fact, as runs §8 defines it.
  private mutating func reevaluateAll() throws {
    var hasNewFacts = true
    while hasNewFacts {
      hasNewFacts = false
      for runID in procedure.waitingRuns(in: context) where try evaluate(runID) { hasNewFacts = true }
    }
  }

  /// Evaluates the listed runs, without a check of the facts that follow from the context.
  private mutating func reevaluateListed() throws {
    while let runID = waiting?.due(at: now).first { _ = try evaluate(runID) }
  }

  private mutating func evaluate(_ runID: String) throws -> Bool {
    evaluations += 1
    let outcome = try procedure.reevaluate(runID: runID, on: context, now: now, notesReads: waiting != nil)
    return outcome.map { keep($0) } ?? false
  }

  private func tampered(_ outcome: RunOutcome) -> RunOutcome {
    guard let forgotten, var reads = outcome.reads else { return outcome }
    let facts = procedure.program.facts
    switch forgotten {
    case .types: reads.types = []
    case .lookUps: reads.questions = reads.questions.filter { facts[$0.type].isBuiltIn }
    case .answers: reads.questions = reads.questions.filter { !facts[$0.type].isBuiltIn }
    case .policies: reads.policies = []
    case .acceptedProposals: reads.proposalID = ""
    case .moments: reads.nextMoment = nil
    case .otherMoments: reads.readsMoment = false
    case .everything: reads.isEverything = false
    case .closing: break
    }
    var outcome = outcome
    outcome.reads = reads
    return outcome
  }
}

/// One history, lived twice.
struct WaitingHistory {
  private(set) var all: WaitingWorld
  private(set) var due: WaitingWorld
  /// The most runs that waited at one time.
  private(set) var mostWaiting = 0

  init(_ procedure: RunProcedure, _ context: Context, forgetting forgotten: Forgotten? = nil) {
    all = WaitingWorld(procedure, context, onlyDue: false)
    due = WaitingWorld(procedure, context, onlyDue: true, forgetting: forgotten)
  }

  /// - Returns: whether the two ledgers are the same, byte for byte: their heads are over all of it.
  mutating func take(_ step: WaitingStep, at now: Timestamp) throws -> Bool {
    try all.take(step, at: now)
    try due.take(step, at: now)
    mostWaiting = max(mostWaiting, all.context.runs.waitingCount)
    return all.context.point == due.context.point && due.waiting?.count == all.context.runs.waitingCount
  }
}
