package import TruthsJSON
import TruthsRuntime

/// What carries messages between clients and a session. The protocol of messages is the same over each transport; a transport
/// only connects, carries frames in order, and tells when a connection is lost.
///
/// Moments are milliseconds since 1970; a transport reads no clock.
package protocol Transport: Sendable {
  /// Tries to connect a client; a connection that it has is given up.
  ///
  /// - Returns: Whether it is connected now.
  mutating func open(_ client: String, over kind: TransportKind, at now: Int) -> Bool

  /// Gives a client's connection up. What was on its way is lost.
  mutating func close(_ client: String)

  /// Sends a message of a client. Without a connection nothing is sent.
  mutating func send(_ message: ClientMessage, from client: String, at now: Int)

  /// Sends a message to a client. Without a connection nothing is sent.
  mutating func send(_ message: ServerMessage, to client: String, at now: Int)

  /// Takes the next delivery that is due, if there is one.
  mutating func receive(at now: Int) -> Delivery?

  /// When the next delivery is due; `nil` while nothing is on its way.
  var nextArrival: Int? { get }
}

/// A frame, or a lost connection, that reaches its receiver.
package enum Delivery: Hashable, Sendable {
  /// A frame of a client: a message as JSON.
  case atSession(from: String, JSONValue)
  /// A frame of the session.
  case atClient(String, JSONValue)
  /// A client's connection broke.
  case lost(String)
}

/// A pipe that the protocol can run over (contract §13.7); the protocol is the same over each.
package enum TransportKind: String, Hashable, Sendable, CaseIterable {
  /// gRPC over HTTP/2, the primary.
  case grpc = "h2-grpc"
  /// The primary of browsers.
  case webSocket = "websocket"
  /// Server-sent events for events, REST for what a client sends.
  case sse
  /// REST, polling every 5 seconds.
  case rest
  /// Standard input and output of the process that serves.
  case stdio

  /// A transport by its flag (contract §13.6) or by what people call it: `grpc`, `sse+rest`, `polling`.
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

  /// Whether it is a live stream in both directions; the others are the degraded mode.
  package var isStreaming: Bool { self == .grpc || self == .webSocket || self == .stdio }

  /// Whether the session pushes events over it; where not, the client polls.
  package var isPushed: Bool { self != .rest }

  /// What a client tries, in order, when it prefers this transport: the last resort is REST, but for a process whose standard
  /// input it has: nothing else leads there.
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

/// One client's way to the session.
struct Link: Hashable, Sendable {
  /// The transport of its connection; `nil` while it has none.
  var kind: TransportKind?
  /// Frames of an earlier connection never arrive.
  var generation = 0
  /// Whether the network is gone.
  var isDown = false
  /// When the network comes back by itself, in milliseconds since 1970.
  var downUntil: Int?
  /// Nothing arrives before, so that what follows a delayed frame stays behind it.
  var holdUntil = Int.min
  /// Transports that cannot be had.
  var blocked: Set<TransportKind> = []
  /// Events held back to come in another order, and how many are waited for.
  var reordered: [Event] = []
  var reorderCount = 0

  func isReachable(over kind: TransportKind, at now: Int) -> Bool {
    let isUp = !isDown || downUntil.map { $0 <= now } ?? false
    return isUp && !blocked.contains(kind)
  }
}

/// What is on its way, in the order (moment, then sending).
struct ArrivalQueue: Sendable {
  private var parcels: [Parcel] = []
  /// Those before it have been taken.
  private var head = 0

  struct Parcel: Sendable {
    var moment: Int
    var client: String
    /// The connection that it belongs to; `nil` for what arrives whatever became of it.
    var generation: Int?
    var arrival: Delivery
  }

  /// The moment of the next arrival.
  var nextMoment: Int? { head < parcels.count ? parcels[head].moment : nil }

  /// - Complexity: O(1) for what arrives last, O(n) for what overtakes.
  mutating func add(_ arrival: Delivery, at moment: Int, client: String, generation: Int?) {
    var place = parcels.count
    while place > head, parcels[place - 1].moment > moment { place -= 1 }
    parcels.insert(Parcel(moment: moment, client: client, generation: generation, arrival: arrival), at: place)
  }

  /// Takes the next parcel, if it is due.
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
