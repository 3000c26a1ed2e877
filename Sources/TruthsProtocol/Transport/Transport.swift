package import TruthsJSON
import TruthsRuntime

/// A carrier of messages between clients and a session.
///
/// The protocol of messages is the same over each transport. A transport only connects, carries frames in order, and reports a
/// lost connection. Moments are milliseconds since 1970; a transport reads no clock.
package protocol Transport: Sendable {
  /// Tries to connect a client; an existing connection is closed.
  ///
  /// - Returns: `true` if it is connected now.
  mutating func open(_ client: String, over kind: TransportKind, at now: Int) -> Bool

  /// Closes a client's connection. Frames on their way are lost.
  mutating func close(_ client: String)

  /// Sends a message of a client. Without a connection nothing is sent.
  mutating func send(_ message: ClientMessage, from client: String, at now: Int)

  /// Sends a message to a client. Without a connection nothing is sent.
  mutating func send(_ message: ServerMessage, to client: String, at now: Int)

  /// Returns and removes the next delivery, if it is due.
  mutating func receive(at now: Int) -> Delivery?

  /// Moment of the next delivery; `nil` if nothing is on its way.
  var nextArrival: Int? { get }
}

/// A frame, or a lost connection, that reaches its receiver.
package enum Delivery: Hashable, Sendable {
  /// A frame of a client: a message as JSON.
  case atSession(from: String, JSONValue)
  case atClient(String, JSONValue)
  case lost(String)
}

/// A kind of connection that the protocol can run over (contract §13.7).
package enum TransportKind: String, Hashable, Sendable, CaseIterable {
  /// gRPC over HTTP/2, the primary transport.
  case grpc = "h2-grpc"
  /// WebSocket, the primary transport of browsers.
  case webSocket = "websocket"
  /// Server-sent events, with REST for the client's messages.
  case sse
  /// REST, polling every 5 seconds.
  case rest
  /// Standard input and output of the serving process.
  case stdio

  /// Parses a transport's flag (contract §13.6) or a common name, such as `grpc`, `sse+rest` or `polling`.
  package init?(name: String) {
    switch name {
    case "grpc", "stream", "in-process": self = .grpc
    case "sse+rest", "sse + rest": self = .sse
    case "polling", "rest+polling", "rest + polling": self = .rest
    default:
      guard let kind = TransportKind(rawValue: name) else { return nil }
      self = kind
    }
  }

  /// Whether the transport is a live stream in both directions; all others are the degraded mode.
  package var isStreaming: Bool { self == .grpc || self == .webSocket || self == .stdio }

  /// Whether the session pushes events over it; otherwise the client polls.
  package var isPushed: Bool { self != .rest }

  /// Transports that a client tries, in order, if it prefers this one. The last is REST, except for a process reached by its
  /// standard input, to which no other transport leads.
  package var fallbacks: [TransportKind] {
    switch self {
    case .grpc: [.grpc, .sse, .rest]
    case .webSocket: [.webSocket, .sse, .rest]
    case .sse: [.sse, .rest]
    case .rest: [.rest]
    case .stdio: [.stdio]
    }
  }
}

/// One client's connection to the session.
struct Link: Hashable, Sendable {
  /// Transport of the connection; `nil` if the client has none.
  var kind: TransportKind?
  /// Number of the connection; frames of an earlier one never arrive.
  var generation = 0
  var isDown = false
  /// Moment when the network returns by itself, in milliseconds since 1970.
  var downUntil: Int?
  /// Earliest moment of the next arrival, so that messages after a delayed frame stay behind it.
  var holdUntil = Int.min
  var blocked: Set<TransportKind> = []
  /// Events held for reordering.
  var reordered: [Event] = []
  /// Number of events to hold before they are sent in reverse order.
  var reorderCount = 0

  func isReachable(over kind: TransportKind, at now: Int) -> Bool {
    let isUp = !isDown || downUntil.map { $0 <= now } ?? false
    return isUp && !blocked.contains(kind)
  }
}

/// The deliveries on their way, ordered by moment, then by sending.
struct ArrivalQueue: Sendable {
  private var parcels: [Parcel] = []
  /// Index of the first parcel in the queue; earlier elements are already taken.
  private var head = 0

  struct Parcel: Sendable {
    var moment: Int
    var client: String
    /// Connection that the parcel belongs to; `nil` for a parcel that arrives in any case.
    var generation: Int?
    var arrival: Delivery
  }

  var nextMoment: Int? { head < parcels.count ? parcels[head].moment : nil }

  /// Adds a delivery that arrives at a moment.
  ///
  /// - Complexity: O(1) for the latest arrival, O(n) for one that overtakes others.
  mutating func add(_ arrival: Delivery, at moment: Int, client: String, generation: Int?) {
    var place = parcels.count
    while place > head, parcels[place - 1].moment > moment { place -= 1 }
    parcels.insert(Parcel(moment: moment, client: client, generation: generation, arrival: arrival), at: place)
  }

  /// Returns and removes the next parcel, if it is due.
  mutating func take(until now: Int) -> Parcel? {
    guard head < parcels.count, parcels[head].moment <= now else { return nil }
    defer {
      head += 1
      if head == parcels.count {
        parcels = []
        head = 0
      }
    }
    return parcels[head]
  }
}
