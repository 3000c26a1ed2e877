package import TruthsJSON

/// The actors who may control a session where no truth governs: pause it, resume it, set its budgets, ask for others.
package enum Operators: Hashable, Sendable {
  case nobody
  /// All actors: for a session within one program, whose clients belong to that program.
  case everybody
  /// One actor, compared by all members.
  case actor(JSONObject)
}

/// The configuration of a session.
package struct SessionOptions: Hashable, Sendable {
  /// Largest gap between a client's `seq` and the stream's that is answered with a delta, in events.
  package var maxResumeGap: Int
  /// Number of recent events in a snapshot.
  package var recentEvents: Int
  /// Number of events kept in memory; at least as many as a delta may have.
  package var keptEvents: Int
  /// Maximum number of queued messages of one client. Further ones are refused.
  package var waitingMessages = 1_000
  /// Maximum number of queued messages of all clients. Further ones are refused.
  package var allWaitingMessages = 10_000
  /// Maximum number of answers that a client has not taken. Beyond it, the client's messages are ignored.
  package var waitingAnswers = 1_000
  /// Maximum number of waiting runs evaluated between two messages.
  package var slice = 32
  /// Time without a message after which a subscriber gets a checkpoint, in milliseconds; `nil` means never.
  package var heartbeat: Int?
  /// Transports that the process serves; `nil` means that of each connection.
  package var transports: [TransportFlags.Flag]?
  /// The actors who may control the session where no truth governs that.
  package var operators = Operators.nobody
  /// Largest value that an `update_budget` may set, by member.
  package var ceilings: [String: Int] = [:]
  /// Whether all inputs are kept, so that the session can be replayed.
  package var keepsInputs = false

  /// Default of ``maxResumeGap``: 10,000 events (contract §13.6).
  package static let standardResumeGap = 10_000

  package init(maxResumeGap: Int = SessionOptions.standardResumeGap, recentEvents: Int = 100) {
    self.maxResumeGap = max(0, maxResumeGap)
    self.recentEvents = max(0, recentEvents)
    keptEvents = max(self.maxResumeGap + self.recentEvents, 1_000)
  }
}
