import TruthsCheck
package import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsText

/// One proposal to run.
package struct RunRequest: Sendable {
  /// The proposal as received, with its places for messages.
  package var proposal: LocatedJSON
  /// Written into the proposal's timestamp when given (`--now`, a session's clock).
  package var now: Timestamp?
  /// Who proposes, where something outside vouches for that: a session, `--actor`. It is written into a proposal that names
  /// nobody; one that names another is rejected.
  package var actor: JSONObject?
  package var budget: Budget
  /// Whether the outcome is told to people: only then the values under the terms of clauses that hold are worked out.
  package var isExplained: Bool

  package init(
    proposal: LocatedJSON, now: Timestamp? = nil, actor: JSONObject? = nil, budget: Budget = .standard, isExplained: Bool = false
  ) {
    self.proposal = proposal
    self.now = now
    self.actor = actor
    self.budget = budget
    self.isExplained = isExplained
  }
}

/// The limits of one run (runtime.md §3, step 6).
package struct Budget: Hashable, Sendable {
  /// Rounds of the fixed point.
  package var maxCycles: Int
  /// Matches that fire.
  package var maxSteps: Int
  package var maxFacts: Int
  /// Steps of work: past them there is no decision. They decide nothing, and so are not hashed.
  package var maxWork: Int

  package init(
    maxCycles: Int = 100_000, maxSteps: Int = 10_000_000, maxFacts: Int = 1_000_000, maxWork: Int = WorkMeter.standard
  ) {
    self.maxCycles = maxCycles
    self.maxSteps = maxSteps
    self.maxFacts = maxFacts
    self.maxWork = maxWork
  }

  /// Whether it decides as the default does.
  var isStandard: Bool {
    var budget = self
    budget.maxWork = Self.standard.maxWork
    return budget == .standard
  }

  /// What holds when nothing is said; it is not hashed.
  package static let standard = Budget()
}

/// What a run came to: everything that `truths run --format json` prints (runtime.md §4), and the context after it.
package struct RunOutcome: Sendable {
  package var decision: Decision
  package var truthID: String
  package var reason: String
  package var violations: [Violation]
  package var run: RunState
  /// What the new fact entries are about, in order.
  package var factContents: [any EntryPayload]
  /// What the entries of its traces are about, in order.
  package var traceContents: [any EntryPayload]
  /// All new entries, in sequence; empty when the answer was given before.
  package var entries: [Entry]
  /// The correlation of its run.
  package var correlationID: String
  package var proposalID: String
  package var proposalHash: String
  package var inputHash: String
  package var outputHash: String
  package var before: ContextPoint
  package var after: ContextPoint
  package var truthsHash: String
  package var governingHash: String
  /// The six steps, each with its result.
  package var steps: [Step]
  /// The facts that would be appended, known before the decision; a stream shows them as provisional.
  var provisionalFacts: [ProducedFact]
  /// Every clause that was read, for the story told to people.
  package var examined: [ExaminedTruth]
  /// Whether the budget ended the run.
  package var isOutOfBudget: Bool
  /// Whether this answer was given before and is repeated (runtime.md §3, step 1).
  package var isReplay: Bool
  /// What stands behind the context that was given.
  let continuation: ContextContinuation
  /// The budget, where it is not the default: it is hashed then.
  package var budget: Budget?
}

extension RunOutcome {
  /// Payloads of the new fact entries, in order.
  package var facts: [JSONObject] { factContents.map(\.object) }

  /// §7.2 objects, in order.
  package var traces: [JSONObject] { traceContents.map(\.object) }

  /// The context with `entries` appended.
  ///
  /// - Complexity: O(entries · log size); a dry run, which asks for no context, does not pay for it.
  package var context: Context { continuation.context }
}

/// How a context goes on with what a run added.
struct ContextContinuation: Sendable {
  let added: ContextAddition
  /// Whether all that follows from the context is in it.
  let isClosed: Bool
  let procedure: RunProcedure

  var context: Context { added.whole(program: procedure.program, isClosed: isClosed).working(nil) }
}

/// A run's status object, contract §1.8.
package struct RunState: Hashable, Sendable {
  package var runID: String
  package var status: Status
  /// Fact entries of the context after the run.
  package var factsCount: Int
  /// Runs of the context that wait.
  package var pendingProposals: Int
  package var waitingFor: [String]
  package var lastActivity: Timestamp

  package init(
    runID: String, status: Status, factsCount: Int, pendingProposals: Int, waitingFor: [String], lastActivity: Timestamp
  ) {
    self.runID = runID
    self.status = status
    self.factsCount = factsCount
    self.pendingProposals = pendingProposals
    self.waitingFor = waitingFor
    self.lastActivity = lastActivity
  }

  package enum Status: String, Hashable, Sendable, CaseIterable {
    case running, converged, halted, waiting
  }

  /// The contract's object, in its field order.
  package var json: JSONObject { JSONObject { writeCompact(to: &$0) } }
}

/// The head and size of a context at one moment.
package struct ContextPoint: Hashable, Sendable {
  package var head: String
  package var size: Int

  package init(head: String, size: Int) {
    self.head = head
    self.size = size
  }
}

/// One of the six steps of contract §11 and how it ended.
package struct Step: Hashable, Sendable {
  package var name: Name
  package var result: Result

  package init(_ name: Name, _ result: Result) {
    self.name = name
    self.result = result
  }

  package enum Name: String, Hashable, Sendable, CaseIterable {
    case propose, consent, check, execute, record, trace
  }

  package enum Result: String, Hashable, Sendable {
    case ok, wait, stop
  }
}
