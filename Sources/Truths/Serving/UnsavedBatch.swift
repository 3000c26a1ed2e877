import TruthsProtocol

/// What has to be on the disk before anybody hears of it (ledgers §2).
public struct UnsavedBatch: Sendable {
  let batch: SessionBatch

  /// Whole lines to append to the ledger; may be empty.
  public var ledger: [UInt8] { batch.ledger }
  /// Whole lines to append to the journal; may be empty. They have to reach the disk before those of the ledger count.
  public var journal: [UInt8] { batch.journal }
  /// Whether the journal's lines stand in the place of all that it has: after a crash it has these or those, and nothing else.
  /// Such a batch has no lines for the ledger.
  public var isWholeJournal: Bool { batch.isWholeJournal }
}

/// How a ``RunSession`` goes on from what a store kept.
public struct RunRecovery: Hashable, Sendable {
  /// How many bytes of the journal count. What is behind them is to be cut off before anything is appended: it was never
  /// acknowledged. 0 where a new journal begins.
  public let journalBytes: Int
  /// Whether the stream goes on; where it does not, clients take a snapshot.
  public let isContinued: Bool
  /// Why the journal that was there does not count, for people; `nil` where it does, or there was none.
  public let fault: String?

  init(_ recovery: Recovery?, journalBytes: Int) {
    self.journalBytes = journalBytes
    isContinued = recovery == .continued
    if case .another(let reason) = recovery { fault = reason } else { fault = nil }
  }
}

/// A decision of a ``RunSession`` to be made: a value, so that any thread may make it.
public struct RunSessionWork: Sendable {
  let work: SessionWork

  /// What came of it.
  public struct Outcome: Sendable {
    let outcome: SessionWork.Outcome
  }

  /// Makes the decision.
  public func outcome() -> Outcome { Outcome(outcome: work.outcome()) }
}
