import TruthsEngine
import TruthsJSON
import TruthsLedger

/// What may stand behind what in a ledger, whatever its truths say (runtime.md §3): a proposal begins a run of its own, and right
/// behind it stands its decision; a run that waits may be decided again, one that ended may not.
struct LedgerOrder {
  private var runs: [String: Run] = [:]

  /// A run that a proposal began.
  private enum Run {
    /// Its proposal, which nothing decided yet.
    case begun(at: Int)
    /// The decision that it waits since.
    case open(since: Int)
    case ended(at: Int)
  }

  /// Takes in the next entry.
  ///
  /// - Parameter next: the one behind it.
  /// - Returns: what should stand there and what does, where it is out of order.
  mutating func take(_ entry: Entry, next: Entry?) -> Verification.Difference? {
    switch entry.type {
    case .proposal: begin(entry, next)
    case .decision: decide(entry)
    case .trace where entry.truthID == BuiltInTruth.cancelled.rawValue: cancel(entry)
    case .fact, .trace: nil
    }
  }

  private mutating func begin(_ entry: Entry, _ next: Entry?) -> Verification.Difference? {
    if let run = runs[entry.runID] {
      // A proposal that was received again, with a consent perhaps; where that changes nothing, no decision stands behind it.
      if case .open = run { return nil }
      return difference(entry, "a proposal that begins a run of its own", "one of run \(entry.runID), \(told(run))")
    }
    runs[entry.runID] = .begun(at: entry.sequence)
    guard let next else { return difference(entry, "a proposal with its decision behind it", "the end of the ledger") }
    guard next.type == .decision, next.runID == entry.runID else {
      let found = next.type == .decision ? "the decision of run \(next.runID)" : "a \(next.type.rawValue)"
      return difference(next, "the decision of run \(entry.runID), whose proposal stands before it", found)
    }
    return nil
  }

  private mutating func decide(_ entry: Entry) -> Verification.Difference? {
    guard let run = runs[entry.runID] else {
      return difference(entry, "a decision of a run that a proposal began", "one of run \(entry.runID), which none began")
    }
    if case .ended = run {
      return difference(entry, "a decision of a run that is open", "one of run \(entry.runID), \(told(run))")
    }
    let isWaiting = entry.payload["status"]?.stringValue == RunState.Status.waiting.rawValue
    runs[entry.runID] = isWaiting ? .open(since: entry.sequence) : .ended(at: entry.sequence)
    return nil
  }

  private mutating func cancel(_ entry: Entry) -> Verification.Difference? {
    if case .ended? = runs[entry.runID] { return nil }
    if runs[entry.runID] != nil { runs[entry.runID] = .ended(at: entry.sequence) }
    return nil
  }

  private func told(_ run: Run) -> String {
    switch run {
    case .begun(let sequence), .open(let sequence): "which is open since entry \(sequence)"
    case .ended(let sequence): "which ended at entry \(sequence)"
    }
  }

  private func difference(_ entry: Entry, _ wanted: String, _ found: String) -> Verification.Difference {
    Verification.Difference(subject: "entry \(entry.sequence)", recomputed: wanted, found: found)
  }
}
