import TruthsEngine
import TruthsLedger
import TruthsProgram
package import TruthsText

/// The waiting runs of a context, with the data that each has read. A run is evaluated again only if that data has changed
/// (runs §8).
///
/// The caller records each outcome (``note(_:)``), passes the context with the outcome (``advance(to:)``), and asks for the
/// next run (``next(on:by:at:budget:)``). The entries are the same as if every waiting run were evaluated after each fact.
package struct WaitingRuns: Sendable {
  private struct Run {
    let id: String
    /// The data that the run's last evaluation has read; `nil` if unknown, so that the run is due.
    var reads: RunReads?
  }

  /// The waiting runs, keyed by the order in which they began.
  private var runs: [Int: Run] = [:]
  /// The position of each waiting run in the order in which runs began, keyed by run id.
  private var orders: [String: Int] = [:]
  private var waiting = AscendingNumbers()
  private var due = AscendingNumbers()
  private var index = ReadIndex()
  /// The data that a run has read, if its decision is not yet in the context that was seen last.
  private var announced: (runID: String, reads: RunReads?)?
  /// The data of the context that was seen last.
  private var seen: SeenContext
  /// The latest time at which a run was evaluated or requested; `nil` if no run was.
  private var clock: Timestamp?
  /// The order of the last run that this pass returned; `nil` before the first.
  private var position: Int?
  /// Whether facts were appended during this pass, so that another pass follows.
  private var hasNewFacts = false

  /// Creates the set of all waiting runs of a context. All of them are due.
  ///
  /// - Complexity: O(w log w) for w waiting runs.
  package init(_ context: Context) {
    seen = SeenContext(context)
    for runID in context.runs.waiting {
      if let order = context.runs.record(runID)?.order { insert(runID, at: order, reads: nil) }
    }
  }

  /// The number of waiting runs.
  package var count: Int { runs.count }

  /// The first time in the future with which a run compared `now`; `nil` if none exists.
  ///
  /// Runs that read `now` for more than comparisons are due at any later time.
  package var nextMoment: Timestamp? { index.nextMoment }

  /// Returns the runs that are due, in the order in which they began.
  package mutating func due(at now: Timestamp) -> [String] {
    reach(now)
    return due.all.compactMap { runs[$0]?.id }
  }

  // MARK: Events

  /// Records the data that an evaluation has read, if its outcome is kept. Call it before ``advance(to:)``.
  ///
  /// Do not record an outcome that is discarded, because it may belong to the same proposal in a different form. If an outcome
  /// has no reads, its run becomes due.
  package mutating func note(_ outcome: RunOutcome) {
    guard outcome.run.status == .waiting, !outcome.isReplay else { return }
    reach(outcome.run.lastActivity)
    guard let order = orders[outcome.run.runID] else {
      announced = (outcome.run.runID, outcome.reads)
      return
    }
    set(outcome.reads, at: order)
  }

  /// Updates the runs by the entries that were appended to the context after it was last seen.
  ///
  /// - Complexity: O(new entries + fact types + runs that become due).
  package mutating func advance(to context: Context) {
    guard context.ledger.size != seen.size else { return }
    if context.factsCount != seen.factsCount { hasNewFacts = true }
    for entry in context.ledger.entries(from: seen.size + 1) { take(entry, of: context) }
    let known = index
    known.findChanged(seen, context) { due.insert($0) }
    announced = nil
    seen = SeenContext(context)
  }

  /// Makes all runs due, after a change of the budget. After a change of the truths, use ``init(_:)`` with the reread context.
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

  /// Moves the clock forward, and makes the runs due whose results may have changed. The clock never goes back.
  private mutating func reach(_ now: Timestamp) {
    if let clock, now <= clock { return }
    let known = index
    if clock != nil { known.findPassed(now) { due.insert($0) } }
    clock = now
  }
}

/// The evaluation of waiting runs in passes. Passes continue until one of them appends no fact.
extension WaitingRuns {
  /// Begins a pass with the first run.
  package mutating func begin() {
    position = nil
    hasNewFacts = false
  }

  /// Returns the id of the run to evaluate next: the first due run after the last one returned. `nil` if none exists.
  ///
  /// At the end of a pass, a new pass begins if facts were appended. While the context is not closed, every waiting run counts
  /// as due, because each evaluation closes the context or reports why it cannot be closed. A run that is not evaluated stays
  /// due, and is returned again in the next pass.
  ///
  /// - Complexity: O(log w) for w waiting runs, plus the cost of closing the context, which the evaluation needs too.
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

/// The data of a context that is compared later. It does not hold the context itself, so that the context has a single owner.
struct SeenContext: Sendable {
  let size: Int
  let factsCount: Int
  let adopted: String?
  /// The number of facts of each type. The index is that of the type in ``Program/facts``.
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
