import TruthsEngine
import TruthsProtocol

/// How much a ``RunSession`` has decided and how much waits in it, for whoever watches over it. It names nobody, and no value.
public struct RunLoad: Sendable {
  /// How often a truth decided something since the session began.
  public struct Decisions: Hashable, Sendable {
    /// `accepted`, `rejected` or `halted`.
    public let outcome: String
    /// The truth that decided; empty for all truths together beyond the first 1,000.
    public let truthID: String
    /// How often.
    public let count: Int
  }

  /// What was decided, in byte order of truths and outcomes. An answer that was given before is none.
  public let decisions: [Decisions]
  /// How many messages wait to be carried out.
  public let waitingMessages: Int
  /// How many runs wait for an answer, a fact or a moment.
  public let waitingRuns: Int
  /// How many proposals a pause holds.
  public let heldProposals: Int
  /// How many clients follow the stream.
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
