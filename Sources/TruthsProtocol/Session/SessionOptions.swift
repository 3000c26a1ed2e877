package import TruthsJSON

/// Who may do with a session what no truth speaks about: pause it, resume it, set its budgets, ask for others.
package enum Operators: Hashable, Sendable {
  case nobody
  /// Whoever speaks: for a session within one program, whose clients are that program's own.
  case everybody
  /// Who has the actor's `user_id` and `org_id`.
  case actor(JSONObject)
}

/// What a session is run with.
package struct SessionOptions: Hashable, Sendable {
  /// The largest gap between a client's `seq` and the stream's that is answered with a delta.
  package var maxResumeGap: Int
  /// How many recent events go with a snapshot.
  package var recentEvents: Int
  /// How many events are kept in memory; at least those that a delta may have.
  package var keptEvents: Int
  /// How many messages of one client, and of all, may wait to be carried out; one more is refused.
  package var waitingMessages = 1_000
  package var allWaitingMessages = 10_000
  /// How many answers may wait for one client to take them; a client that asks on is cut off from what it asks.
  package var waitingAnswers = 1_000
  /// How many runs that wait are evaluated again before the next message is carried out.
  package var slice = 32
  /// After how many milliseconds without a message a subscriber gets a checkpoint; `nil`: never.
  package var heartbeat: Int?
  /// The transports that the process serves; `nil`: each connection's own.
  package var transports: [TransportFlags.Flag]?
  /// Whose the session's own control is: who may pause it, set its budgets and ask for others where no truth says so.
  package var operators = Operators.nobody
  /// The largest value that an `update_budget` may set, by member.
  package var ceilings: [String: Int] = [:]
  /// Whether all inputs are kept, so that the session can be replayed.
  package var keepsInputs = false

  /// 10,000 events (contract §13.6).
  package static let standardResumeGap = 10_000

  package init(maxResumeGap: Int = SessionOptions.standardResumeGap, recentEvents: Int = 100) {
    self.maxResumeGap = max(0, maxResumeGap)
    self.recentEvents = max(0, recentEvents)
    keptEvents = max(self.maxResumeGap + self.recentEvents, 1_000)
  }
}
