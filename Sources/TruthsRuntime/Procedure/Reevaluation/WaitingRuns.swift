import TruthsEngine
import TruthsLedger
import TruthsProgram
package import TruthsText

/// The runs of a context that wait, by what their evaluations read: each is evaluated again only when something of that has
/// changed (runs §8).
///
/// Who evaluates them notes each outcome (``note(_:)``), then lets it see the context with the outcome in it
/// (``advance(to:)``), and asks which run comes next (``next(on:by:at:budget:)``). The entries are those of who evaluates every
/// waiting run after each fact.
package struct WaitingRuns: Sendable {
  private struct Run {
    let id: String
    /// What its last evaluation read; `nil` where that is not known, so that it is due.
    var reads: RunReads?
  }

  /// By the order in which they began.
  private var runs: [Int: Run] = [:]
  private var orders: [String: Int] = [:]
  private var waiting = AscendingNumbers()
  private var due = AscendingNumbers()
  private var index = ReadIndex()
  /// What was read for a run that the context seen last does not have yet.
  private var announced: (runID: String, reads: RunReads?)?
  /// How much of the context was seen.
  private var seen: SeenContext
  /// The last moment at which a run was evaluated, or was asked for.
  private var clock: Timestamp?
  /// The run that was given last in this pass; `nil` before the first.
  private var position: Int?
  /// Whether facts were appended in this pass, so that another one follows.
  private var hasNewFacts = false

  /// All waiting runs of a context, each of them due.
  ///
  /// - Complexity: O(w log w) in the runs that wait.
  package init(_ context: Context) {
    seen = SeenContext(context)
    for runID in context.runs.waiting {
      if let order = context.runs.record(runID)?.order { insert(runID, at: order, reads: nil) }
    }
  }

  /// How many runs wait.
  package var count: Int { runs.count }

  /// The first moment that a run compared with `now` and that was not reached when it was evaluated last; `nil` for none. Runs
  /// that read the moment in other ways are due whenever somebody asks later.
  package var nextMoment: Timestamp? { index.nextMoment }

  /// The runs that are due, in the order in which they began.
  package mutating func due(at now: Timestamp) -> [String] {
    reach(now)
    return due.all.compactMap { runs[$0]?.id }
  }

  // MARK: What happens

  /// Takes in what an evaluation read whose outcome is kept, before ``advance(to:)``: one that is thrown away may be of the same
  /// proposal in other words. Of an outcome that does not tell what was read, its run is due.
  package mutating func note(_ outcome: RunOutcome) {
    guard outcome.run.status == .waiting, !outcome.isReplay else { return }
    reach(outcome.run.lastActivity)
    guard let order = orders[outcome.run.runID] else {
      announced = (outcome.run.runID, outcome.reads)
      return
    }
    set(outcome.reads, at: order)
  }

  /// Takes in what was appended to the context since it was seen last.
  ///
  /// - Complexity: O(entries that are new + fact types + runs that are due by them).
  package mutating func advance(to context: Context) {
    guard context.ledger.size != seen.size else { return }
    if context.factsCount != seen.factsCount { hasNewFacts = true }
    for entry in context.ledger.entries(from: seen.size + 1) { take(entry, of: context) }
    let known = index
    known.findChanged(seen, context) { due.insert($0) }
    announced = nil
    seen = SeenContext(context)
  }

  /// Makes all runs due: the budget has changed. Where the truths have, ``init(_:)`` with the context that was read again.
  package mutating func forgetReads() {
    for order in waiting.all { set(nil, at: order) }
  }

  private mutating func take(_ entry: Entry, of context: Context) {
    guard entry.type == .decision || entry.type == .trace && entry.truthID == BuiltInTruth.cancelled.rawValue,
      let record = context.runs.record(entry.runID)
    else { return }
    if entry.type == .decision, DecisionRecord(entry.payload).decision == DecisionOutcome.accepted.rawValue {
      let known = index
      known.findAccepted(record.proposalID) { due.insert($0) }
    }
    if record.status != .waiting {
      remove(record.order)
    } else if runs[record.order] == nil {
      insert(record.runID, at: record.order, reads: announced.flatMap { $0.runID == record.runID ? $0.reads : nil })
    }
  }

  private mutating func insert(_ runID: String, at order: Int, reads: RunReads?) {
    runs[order] = Run(id: runID)
    orders[runID] = order
    waiting.insert(order)
    set(reads, at: order)
  }

  private mutating func remove(_ order: Int) {
    guard let run = runs.removeValue(forKey: order) else { return }
    if let reads = run.reads { index.remove(order, reads) }
    orders[run.id] = nil
    waiting.remove(order)
    due.remove(order)
  }

  private mutating func set(_ reads: RunReads?, at order: Int) {
    if let old = runs[order]?.reads { index.remove(order, old) }
    runs[order]?.reads = reads
    if let reads {
      index.insert(order, reads)
      due.remove(order)
    } else {
      due.insert(order)
    }
  }

  /// Time moves on, never back.
  private mutating func reach(_ now: Timestamp) {
    if let clock, now <= clock { return }
    let known = index
    if clock != nil { known.findPassed(now) { due.insert($0) } }
    clock = now
  }
}

/// Evaluating them in passes, as ``RunProcedure/waitingRuns(in:)`` is gone through until no run appends a fact.
extension WaitingRuns {
  /// Begins with the first run.
  package mutating func begin() {
    position = nil
    hasNewFacts = false
  }

  /// The run to evaluate next: the first behind the last one that is due; once there is none, again from the first if facts were
  /// appended meanwhile. While something follows from the context by itself, or prevents that, each run tells it, and is next.
  ///
  /// A run that is not evaluated stays due, and is given again in the next pass.
  ///
  /// - Complexity: O(log w) in the runs that wait, and what closing the context takes, which the evaluation needs too.
  package mutating func next(
    on context: Context, by procedure: RunProcedure, at now: Timestamp, budget: Budget = .standard
  ) -> String? {
    reach(now)
    if runs.isEmpty { return nil }
    let isClosed = procedure.close(context.reading(within: budget), now: now, budget: budget).isNothing
    let candidates = isClosed ? due : waiting
    var order = candidates.first(after: position)
    if order == nil, hasNewFacts {
      begin()
      order = candidates.first(after: nil)
    }
    position = order
    return order.flatMap { runs[$0]?.id }
  }
}

/// How much of a context was seen, without the context: who appends to that is its only owner.
struct SeenContext: Sendable {
  let size: Int
  let factsCount: Int
  let adopted: String?
  /// By index of the type, how many facts have arrived.
  let counts: [Int]
  let policies: [Value]

  init(_ context: Context) {
    size = context.ledger.size
    factsCount = context.factsCount
    adopted = context.adopted
    counts = context.store.counts
    policies = context.store.policies
  }
}
