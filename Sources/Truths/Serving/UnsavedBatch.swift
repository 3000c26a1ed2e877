import TruthsProtocol

/// Changes of a session that must be on the disk before any message about them is sent (ledgers §2).
public struct UnsavedBatch: Sendable {
  let batch: SessionBatch

  /// Complete lines to append to the ledger; may be empty.
  public var ledger: [UInt8] { batch.ledger }
  /// Complete lines to append to the journal; may be empty. They must reach the disk before the ledger's lines are valid.
  public var journal: [UInt8] { batch.journal }
  /// Whether the journal's lines replace the whole journal. After a crash it has either the old or the new lines. Such a batch
  /// has no lines for the ledger.
  public var isWholeJournal: Bool { batch.isWholeJournal }
}

/// The way in which a ``RunSession`` continues from its store.
public struct RunRecovery: Hashable, Sendable {
  /// Number of valid bytes of the journal; 0 where a new journal begins. Later bytes were never acknowledged, and must be cut
  /// off before anything is appended.
  public let journalBytes: Int
  /// Whether the stream continues; otherwise clients take a snapshot.
  public let isContinued: Bool
  /// Why an existing journal is not valid, for people; `nil` if it is valid, or if no journal existed.
  public let fault: String?

  init(_ recovery: Recovery?, journalBytes: Int) {
    self.journalBytes = journalBytes
    isContinued = recovery == .continued
    if case .another(let reason) = recovery { fault = reason } else { fault = nil }
  }
}

/// A decision that a ``RunSession`` has to make. It is a value, so that any thread may make it.
public struct RunSessionWork: Sendable {
  let work: SessionWork

  /// The outcome of the decision.
  public struct Outcome: Sendable {
    let outcome: SessionWork.Outcome
  }

  /// Decides the proposal.
  public func outcome() -> Outcome { Outcome(outcome: work.outcome()) }
}
