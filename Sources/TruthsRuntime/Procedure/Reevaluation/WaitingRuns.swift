import TruthsEngine
import TruthsLedger
import TruthsProgram
package import TruthsText

/// The waiting runs of a context by their reads. Each is evaluated again only when data that it read has changed (runs §8).
///
/// The caller records each outcome (``note(_:)``), then passes the context with the outcome (``advance(to:)``), and asks for
/// the next run (``next(on:by:at:budget:)``). The entries are the same as if every waiting run were evaluated after each fact.
package struct WaitingRuns: Sendable {
  private struct Run {
    let id: String
    /// The reads of its last evaluation; `nil` where they are unknown, so that the run is due.
    var reads: RunReads?
  }

  /// The runs by the order in which they began.
  private var runs: [Int: Run] = [:]
  private var orders: [String: Int] = [:]
  private var waiting = AscendingNumbers()
  private var due = AscendingNumbers()
  private var index = ReadIndex()
  /// The reads of a run that is not yet in the context seen last.
  private var announced: (runID: String, reads: RunReads?)?
  /// The part of the context that was seen.
  private var seen: SeenContext
  /// The last time at which a run was evaluated or requested.
  private var clock: Timestamp?
  /// The last run given in this pass; `nil` before the first.
  private var position: Int?
  /// Whether facts were appended in this pass, so that another pass follows.
  private var hasNewFacts = false

  /// Creates the set of all waiting runs of a context, all of them due.
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

  /// The first time that a run compared with `now` and that has not been reached; `nil` for none.
  ///
  /// Runs that read `now` in other ways are due at any later time.
  package var nextMoment: Timestamp? { index.nextMoment }

  /// Returns the runs that are due, in the order in which they began.
  package mutating func due(at now: Timestamp) -> [String] {
    reach(now)
    return due.all.compactMap { runs[$0]?.id }
  }

  // MARK: Events

  /// Records the reads of an evaluation whose outcome is kept, before ``advance(to:)``.
  ///
  /// A discarded outcome must not be recorded, because it may be of the same proposal in other words. If an outcome has no
  /// reads, its run is due.
  package mutating func note(_ outcome: RunOutcome) {
    guard outcome.run.status == .waiting, !outcome.isReplay else { return }
    reach(outcome.run.lastActivity)
    guard let order = orders[outcome.run.runID] else {
      announced = (outcome.run.runID, outcome.reads)
      return
    }
    set(outcome.reads, at: order)
  }

  /// Takes in the entries appended to the context since it was last seen.
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

  /// Moves the clock forward, never back, and makes the affected runs due.
  private mutating func reach(_ now: Timestamp) {
    if let clock, now <= clock { return }
    let known = index
    if clock != nil { known.findPassed(now) { due.insert($0) } }
    clock = now
  }
}

/// Evaluation of waiting runs in passes, which end when a pass appends no fact.
extension WaitingRuns {
  /// Begins a pass with the first run.
  package mutating func begin() {
    position = nil
    hasNewFacts = false
  }

  /// Returns the run to evaluate next: the first due run after the last one given.
  ///
  /// At the end of a pass it starts again if facts were appended. While the context is not closed, every waiting run counts as
  /// due, because each evaluation closes the context or reports why it cannot be closed. A run that is not evaluated stays due,
  /// and is given again in the next pass.
  ///
  /// - Complexity: O(log w) for w waiting runs, and the cost of closing the context, which the evaluation needs too.
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

/// The seen part of a context, without the context itself, so that its appender stays the only owner.
struct SeenContext: Sendable {
  let size: Int
  let factsCount: Int
  let adopted: String?
  /// The number of facts of each type, by index of the type.
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
