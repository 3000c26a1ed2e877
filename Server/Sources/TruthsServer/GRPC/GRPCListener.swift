import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Logging
import NIOCore
import ServiceLifecycle
import TruthsServerCore

/// Serves clients over gRPC, from the start of a server to its end.
struct GRPCListener: Service {
  private let address: ListenAddress
  private let server: GRPCServer<HTTP2ServerTransport.Posix>
  private let isListening = Flag()

  /// How long streams may take to end once the server does.
  private static let drainTime = Duration.seconds(4)

  /// - Parameter secure: has a connection begin with TLS; `nil`: they are in clear.
  init(
    address: ListenAddress, gatekeeper: Gatekeeper, secure: (@Sendable (any Channel) throws -> Void)?, logger: Logger
  ) {
    self.address = address
    let connections = GRPCConnections(gatekeeper.site.connections, secure: secure, logger)
    let calls = GRPCCalls(gatekeeper: gatekeeper, connections: connections, logger: logger)
    let numeric: GRPCNIOTransportHTTP2Posix.SocketAddress =
      address.host.contains(":")
      ? .ipv6(host: address.host, port: address.port) : .ipv4(host: address.host, port: address.port)
    // The transport would read the files of TLS once; connections begin with TLS by themselves.
    let transport = HTTP2ServerTransport.Posix(
      address: numeric, transportSecurity: .plaintext, config: GRPCLimits.configuration(connections))
    let named: [any RegistrableRPCService] = [ContextServiceHandler(calls: calls), SessionServiceHandler(calls: calls)]
    server = GRPCServer(
      transport: transport, services: named + [HealthServiceHandler(calls: calls), ReflectionServiceHandler()])
  }

  /// Where it listens, as soon as it does; `nil` where it cannot.
  var boundAddress: ListenAddress? {
    get async {
      guard let bound = try? await server.transport.listeningAddress else { return nil }
      isListening.set()
      var address = address
      address.port = bound.ipv4?.port ?? bound.ipv6?.port ?? address.port
      return address
    }
  }

  /// Serves until the server ends: then no further call is taken, and streams end.
  ///
  /// - Throws: ``StartFault`` where the address cannot be listened to.
  func run() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        do {
          try await server.serve()
        } catch {
          if isListening.isSet { throw error }
          throw StartFault("\(address.text): it cannot be listened to: \(error)", .system)
        }
      }
      group.addTask {
        try await gracefulShutdown()
        server.beginGracefulShutdown()
        // A client that takes nothing must not hold up the end.
        try await Task.sleep(for: Self.drainTime)
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}

/// How much a client may send, and how long a connection may take.
enum GRPCLimits {
  /// The most bytes of a message, whatever the limits of an actor say: a larger one ends its stream before it is read.
  static let messageBytes = 4 << 20
  /// How many calls of a connection may be open, and how many bytes may be on their way in one of them.
  static let (streams, window) = (100, 128 << 10)

  /// All of the transport's settings, none of them by default.
  static func configuration(_ connections: GRPCConnections) -> HTTP2ServerTransport.Posix.Config {
    var connection = HTTP2ServerTransport.Config.Connection(
      maxAge: .seconds(24 * 3_600), maxGraceTime: .seconds(8), maxIdleTime: .seconds(300),
      // A client that is gone without a word is noticed after 50 seconds. Phones keep their way through a network open.
      keepalive: .init(
        time: .seconds(30), timeout: .seconds(20),
        clientBehavior: .init(minPingIntervalWithoutCalls: .seconds(10), allowWithoutCalls: true)))
    connection.flushCoalescing = .init(maxFlushDelay: .microseconds(100), maxBytes: 64 << 10)
    return HTTP2ServerTransport.Posix.Config(
      http2: .init(maxFrameSize: 16 << 10, targetWindowSize: window, maxConcurrentStreams: streams),
      rpc: .init(maxRequestPayloadSize: messageBytes), connection: connection, compression: .init(enabledAlgorithms: .none),
      channelDebuggingCallbacks: .init(
        onBindTCPListener: nil, onAcceptTCPConnection: { connections.admit($0) }, onAcceptHTTP2Stream: nil))
  }
}
