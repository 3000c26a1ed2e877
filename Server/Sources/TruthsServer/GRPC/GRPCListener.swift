import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Logging
import NIOCore
import ServiceLifecycle
import TruthsServerCore

/// Runs the gRPC server from start to shutdown.
struct GRPCListener: Service {
  private let address: ListenAddress
  private let server: GRPCServer<HTTP2ServerTransport.Posix>
  private let isListening = Flag()

  /// Time that streams get to end at shutdown.
  private static let drainTime = Duration.seconds(4)

  /// - Parameter secure: starts TLS on a connection; `nil` for plaintext.
  init(
    address: ListenAddress, gatekeeper: Gatekeeper, secure: (@Sendable (any Channel) throws -> Void)?, logger: Logger
  ) {
    self.address = address
    let connections = GRPCConnections(gatekeeper.site.connections, secure: secure, logger)
    let calls = GRPCCalls(gatekeeper: gatekeeper, connections: connections, logger: logger)
    let numeric: GRPCNIOTransportHTTP2Posix.SocketAddress =
      address.host.contains(":")
      ? .ipv6(host: address.host, port: address.port) : .ipv4(host: address.host, port: address.port)
    // The transport would read the TLS files only once, so `secure` starts TLS for each connection instead.
    let transport = HTTP2ServerTransport.Posix(
      address: numeric, transportSecurity: .plaintext, config: GRPCLimits.configuration(connections))
    let named: [any RegistrableRPCService] = [ContextServiceHandler(calls: calls), SessionServiceHandler(calls: calls)]
    server = GRPCServer(
      transport: transport, services: named + [HealthServiceHandler(calls: calls), ReflectionServiceHandler()])
  }

  /// The address that the server listens on, once it does; `nil` where listening failed.
  var boundAddress: ListenAddress? {
    get async {
      guard let bound = try? await server.transport.listeningAddress else { return nil }
      isListening.set()
      var address = address
      address.port = bound.ipv4?.port ?? bound.ipv6?.port ?? address.port
      return address
    }
  }

  /// Serves until shutdown. Then no further call is accepted, and streams end.
  ///
  /// - Throws: ``StartFault`` where listening on the address fails.
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
        // Bounded, so that a client that does not read cannot delay the shutdown.
        try await Task.sleep(for: Self.drainTime)
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}

/// Size and time limits of gRPC connections.
enum GRPCLimits {
  /// Maximum size of a message in bytes, whatever an actor's limits say. A larger message ends its stream before it is read.
  static let messageBytes = 4 << 20
  /// Maximum number of open calls of a connection, and flow-control window of each call in bytes.
  static let (streams, window) = (100, 128 << 10)

  /// Returns the transport's configuration. Every setting is given, so that no default applies.
  static func configuration(_ connections: GRPCConnections) -> HTTP2ServerTransport.Posix.Config {
    var connection = HTTP2ServerTransport.Config.Connection(
      maxAge: .seconds(24 * 3_600), maxGraceTime: .seconds(8), maxIdleTime: .seconds(300),
      // A peer that vanished is detected after 50 seconds. Clients may ping every 10 seconds, because phones do so to keep NAT
      // mappings open.
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
