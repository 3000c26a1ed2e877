import TruthsJSON
import TruthsRuntime

/// What a session keeps of an open connection: who speaks, what was asked, and how far it has come in its view of the stream.
///
/// Nothing is queued for a subscriber but the answers to what it asked: its events are read from the log where it is, when it
/// takes them, so that a slow one costs nothing.
struct Channel: Sendable {
  var client: ConnectedClient
  /// Which connection it is, of all that the session had.
  let connection: Int
  /// Whether it gets events as they happen.
  var isSubscribed = false
  var filter = StreamFilter()
  /// Events up to this `seq` were looked at for it.
  var cursor = 0
  /// The last event of its view, and whether any was left out.
  var lastSeen = 0
  var isPartial = false
  /// The last `seq` that a message told it of.
  var toldSeq = 0
  /// Answers that it did not take yet, each behind the events up to a `seq`.
  private(set) var answers: [Pending] = []
  /// Its messages that wait to be carried out.
  var waitingMessages = 0
  /// Its messages that have no answer yet, those included.
  var unansweredMessages = 0
  /// When it got something last, in milliseconds since 1970.
  var lastFrame: Int

  /// An answer on its way.
  struct Pending: Sendable {
    /// The events up to this one come before it, and are durable by then.
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

  /// Begins to follow the stream behind a `seq`.
  mutating func subscribe(behind seq: Int, _ filter: StreamFilter) {
    isSubscribed = true
    self.filter = filter
    isPartial = isPartial || !filter.isEmpty
    cursor = seq
  }
}
