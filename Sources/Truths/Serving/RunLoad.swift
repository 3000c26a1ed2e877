import TruthsEngine
import TruthsProtocol

/// Counts of a ``RunSession``'s decisions and waiting work, for monitoring. It contains no names of users and no values.
public struct RunLoad: Sendable {
  /// The number of decisions by one truth with one outcome since the session began.
  public struct Decisions: Hashable, Sendable {
    /// `accepted`, `rejected` or `halted`.
    public let outcome: String
    /// The id of the truth that decided; empty for the sum of all truths after the first 1,000.
    public let truthID: String
    /// Number of decisions.
    public let count: Int
  }

  /// The decisions in byte order of truths and outcomes. Repeated answers are not counted.
  public let decisions: [Decisions]
  /// Number of messages that wait to be carried out.
  public let waitingMessages: Int
  /// Number of runs that wait for an answer, a fact or a time.
  public let waitingRuns: Int
  /// Number of proposals held by a pause.
  public let heldProposals: Int
  /// Number of clients that follow the stream.
  public let subscribers: Int

  init(_ session: Session) {
    decisions = session.decisions.sorted.map {
      Decisions(outcome: $0.kind.outcome.rawValue, truthID: $0.kind.truthID, count: $0.count)
    }
    waitingMessages = session.waitingMessageCount
    waitingRuns = session.waitingRunCount
    heldProposals = session.heldProposalCount
    subscribers = session.subscriberCount
  }
}
