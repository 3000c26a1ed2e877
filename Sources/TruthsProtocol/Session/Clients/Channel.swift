import TruthsJSON
import TruthsRuntime

/// The session's state for one open connection: its actor, its pending answers, and its position in the stream.
///
/// Only answers are queued for a subscriber. Its events are read from the log at the moment when it takes them, so a slow
/// subscriber needs no memory.
struct Channel: Sendable {
  var client: ConnectedClient
  /// Number of this connection in the session's count of all connections.
  let connection: Int
  /// Whether the client gets events as they happen.
  var isSubscribed = false
  var filter = StreamFilter()
  /// Last `seq` that was examined for this client.
  var cursor = 0
  /// Last event of the client's view.
  var lastSeen = 0
  /// Whether events were left out of the view.
  var isPartial = false
  /// Last `seq` that a message has reported to the client.
  var toldSeq = 0
  /// Answers that the client has not taken yet, each to be sent after the events up to its `seq`.
  private(set) var answers: [Pending] = []
  /// Number of the client's messages in the queue.
  var waitingMessages = 0
  /// Number of the client's messages without an answer, queued ones included.
  var unansweredMessages = 0
  /// Moment of the last message to the client, in milliseconds since 1970.
  var lastFrame: Int

  /// An answer that the client has not taken yet.
  struct Pending: Sendable {
    /// Last event to send before the answer; it must be durable first.
    var after: Int
    var message: ServerMessage
  }

  init(_ client: ConnectedClient, connection: Int, at now: Int) {
    self.client = client
    self.connection = connection
    lastFrame = now
  }

  mutating func add(_ message: ServerMessage, after seq: Int) { answers.append(Pending(after: seq, message: message)) }

  mutating func takeAnswer() -> ServerMessage { answers.removeFirst().message }

  mutating func subscribe(behind seq: Int, _ filter: StreamFilter) {
    isSubscribed = true
    self.filter = filter
    isPartial = isPartial || !filter.isEmpty
    cursor = seq
  }
}
