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
  package var isStreaming: Bool { self == .grpc || self == .webSocket }

  /// Whether the session pushes events over it; where not, the client polls.
  package var isPushed: Bool { self != .rest }

  /// What a client tries, in order, when it prefers this transport: the last resort is always REST.
  package var fallbacks: [TransportKind] {
    switch self {
    case .grpc: [.grpc, .sse, .rest]
    case .webSocket: [.webSocket, .sse, .rest]
    case .sse: [.sse, .rest]
    case .rest: [.rest]
    }
  }
}
