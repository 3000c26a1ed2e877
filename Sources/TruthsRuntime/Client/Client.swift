package import TruthsJSON
import TruthsText

/// A client of a session: a state machine from messages and moments to effects, and a view that is derived from what it has seen.
///
/// Moments are milliseconds since 1970. The client reads no clock; ``nextWake`` says when it wants to be woken by ``wake(at:)``.
package struct Client: Hashable, Sendable {
  /// Who uses it: an actor of contract §4.2. Proposals without an actor are this one's.
  package let actor: JSONObject
  /// Transports in the order in which they are tried.
  package let transports: [TransportKind]

  package internal(set) var state = ConnectionState.offline
  /// The transport of the open connection.
  package internal(set) var transport: TransportKind?
  /// What the events taken in come to.
  package internal(set) var context = ContextView()
  package internal(set) var tracker = SequenceTracker()
  package internal(set) var eventsSeen = 0
  package internal(set) var resumedAtSeq: Int?
  package internal(set) var capabilities: JSONObject?
  package internal(set) var lastAnswer: Answer?
  /// Proposals that have no answer yet, in the order in which they were made.
  var outbox: [OutboxItem] = []
  /// Whether the connection is new, and where it goes on has not been answered yet.
  var isResuming = false
  var backoff = Backoff()
  /// Whether somebody wants it connected.
  var isWanted = false
  /// Transports left to try in the attempt under way; empty while there is none.
  var attempt: [TransportKind] = []
  /// When to try again to connect.
  var retryAt: Int?
  /// When to ask next whether there is something new: the poll of REST, the heartbeat of what is pushed.
  var pollAt: Int?
  /// When to look again whether the preferred transport is to be had.
  var probeAt: Int?
  /// When to ask once more for events that are missing.
  var mendAt: Int?

  /// Every how many milliseconds it polls where nothing is pushed (contract §14.5): 5 s.
  package static let pollInterval = 5_000
  /// Every how many milliseconds it asks where events are pushed, so that it learns of one that was lost and followed by no
  /// other: 30 s.
  package static let heartbeatInterval = 30_000
  /// How long it waits before it asks again for events that did not come: 1 s.
  static let mendInterval = 1_000

  /// A client that is not connected yet.
  ///
  /// - Parameter transport: The transport that it prefers; where that is not to be had it falls back (contract §1.4).
  package init(actor: JSONObject, transport: TransportKind = .grpc) {
    self.actor = actor
    transports = transport.fallbacks
  }

  /// The device that its idempotency keys name; a key names one in any case.
  var deviceID: String {
    [actor.text("device_id"), actor.text("user_id")].compactMap { $0 }.first { !$0.isEmpty } ?? "unknown"
  }

  /// Whether messages can be sent.
  package var isConnected: Bool { transport != nil }

  /// How long after `now` it asks whether there is something new.
  func nextPoll(after now: Int) -> Int? {
    transport.map { now + ($0.isPushed ? Client.heartbeatInterval : Client.pollInterval) }
  }

  /// When it wants to be woken; `nil` while there is nothing to wait for.
  package var nextWake: Int? { [pollAt, nextWakeButPoll].compactMap { $0 }.min() }

  /// When it wants to be woken for anything but to ask whether there is something new.
  var nextWakeButPoll: Int? { [retryAt, probeAt, mendAt].compactMap { $0 }.min() }

  /// Whether the answer to a poll would tell it nothing, in a stream that has come as far as a `seq`.
  func isUpToDate(with seq: Int) -> Bool { isConnected && !isResuming && tracker.seq == seq && tracker.highest == seq }

  /// Leaves out the polls that are due before a moment; the next one is when it would have been.
  mutating func skipPolls(before end: Int) {
    guard let due = pollAt, due < end, let interval = nextPoll(after: 0), interval > 0 else { return }
    pollAt = due + (end - due + interval - 1) / interval * interval
  }
}

/// A proposal without an answer.
struct OutboxItem: Hashable, Sendable {
  var key: String
  /// What is sent: the proposal with its key, or the queue's record of it.
  var message: JSONObject
  /// Whether it was made without a connection.
  var isQueued: Bool
}
