import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import Truths
import TruthsServerCore

/// Answers requests at all addresses and sockets that the server listens on, with the same session.
struct ListenerGroup: Service {
  let places: ListenPlaces
  let limits: ConnectionLimits
  let host: SessionHost
  let rollout: RuleRollout
  let access: Access
  let publicURL: PublicURL?
  let recordsEvaluations: Bool
  let metrics: ServerMetrics
  let logger: Logger
  #if TLS
    /// TLS for connections to the addresses; `nil` for plaintext.
    var tls: TLSContext?
  #endif
  /// Called once requests are answered at all places.
  let onRunning: @Sendable (ListenPlaces) async -> Void

  /// - Throws: ``StartFault`` if listening fails at one of the addresses or sockets.
  func run() async throws {
    let connections = ConnectionTable(most: limits.most)
    let bound = BoundPlaces()
    var listeners: [Listener] = []
    if let address = places.address {
      listeners.append(
        Listener {
          try await listen(at: .hostname(address.host, port: address.port), address.text, connections) { channel in
            var known = address
            known.port = channel.localAddress?.port ?? address.port
            await tell(bound.add { $0.address = known })
          }
        })
    }
    if let socket = places.socket {
      listeners.append(
        Listener {
          try await listen(at: .unixDomainSocket(path: socket.path), socket.path, connections, isUnix: true) { _ in
            if !socket.publish(isOpen: access.tellsApart) {
              logger.error("\(socket.path): who may connect to the socket could not be set")
            }
            await tell(bound.add { $0.socket = socket })
          }
        })
    }
    if let address = places.grpc { listeners.append(Listener { try await call(at: address, connections, bound) }) }
    // If one listener fails, the group shuts the others down gracefully. They would not end if they were only cancelled.
    let services = listeners.map {
      ServiceGroupConfiguration.ServiceConfiguration(
        service: $0, successTerminationBehavior: .gracefullyShutdownGroup, failureTerminationBehavior: .gracefullyShutdownGroup)
    }
    try await ServiceGroup(configuration: ServiceGroupConfiguration(services: services, logger: logger)).run()
  }

  /// One listener, as a service of the group.
  private struct Listener: Service {
    let listen: @Sendable () async throws -> Void

    func run() async throws { try await listen() }
  }

  private func call(at address: ListenAddress, _ connections: ConnectionTable, _ bound: BoundPlaces) async throws {
    let gatekeeper = gatekeeper(connections, isSecure: isSecure)
    let listener = GRPCListener(address: address, gatekeeper: gatekeeper, secure: securing(connections), logger: logger)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await listener.run() }
      group.addTask {
        if let known = await listener.boundAddress { await tell(bound.add { $0.grpc = known }) }
      }
      try await group.waitForAll()
    }
  }

  private func gatekeeper(_ connections: ConnectionTable, isSecure: Bool) -> Gatekeeper {
    let site = ServedSite(
      publicURL: publicURL, isSecure: isSecure, metrics: metrics, connections: connections,
      recordsEvaluations: recordsEvaluations)
    return Gatekeeper(host: host, rollout: rollout, access: access, site: site)
  }

  private func tell(_ bound: ListenPlaces) async {
    if bound.count == places.count { await onRunning(bound) }
  }

  private func listen(
    at address: BindAddress, _ name: String, _ connections: ConnectionTable, isUnix: Bool = false,
    _ onBound: @escaping @Sendable (any Channel) async -> Void
  ) async throws {
    let isBound = Atomic(false)
    let application = Application(
      responder: gatekeeper(connections, isSecure: !isUnix && isSecure),
      server: server(connections, isUnix: isUnix),
      configuration: ApplicationConfiguration(
        address: address, backlog: 1_024,
        availableConnectionsDelegate: .maximum(connections.most + ConnectionLimits.refusedAtOnce, logger: logger)),
      onServerRunning: { channel in
        isBound.store(true, ordering: .relaxed)
        await onBound(channel)
      }, logger: logger)
    do {
      try await application.run()
    } catch {
      if isBound.load(ordering: .relaxed) { throw error }
      throw StartFault("\(name): it cannot be listened to: \(error)", .system)
    }
  }

  /// Whether connections to the addresses use TLS.
  private var isSecure: Bool {
    #if TLS
      tls != nil
    #else
      false
    #endif
  }

  /// Returns a closure that starts TLS on gRPC connections; `nil` for plaintext.
  private func securing(_ connections: ConnectionTable) -> (@Sendable (any Channel) throws -> Void)? {
    #if TLS
      guard let tls else { return nil }
      let time = limits.head
      return { channel in try tls.secure(channel, for: .http2, connections, within: time) }
    #else
      return nil
    #endif
  }

  private func server(_ connections: ConnectionTable, isUnix: Bool) -> HTTPServerBuilder {
    let configuration = guarded(connections, isUnix: isUnix)
    #if TLS
      if !isUnix, let tls {
        return HTTPServerBuilder { responder in
          TLSChannel(
            inner: HTTP1Channel(responder: responder, configuration: configuration), context: tls, table: connections,
            time: limits.head)
        }
      }
    #endif
    return .http1(configuration: configuration)
  }

  /// Returns the configuration of HTTP/1.1 connections, with the handler that ends slow or faulty ones.
  private func guarded(_ connections: ConnectionTable, isUnix: Bool) -> HTTP1Channel.Configuration {
    let (limits, logger, sizes) = (limits, logger, ConnectionLimits.headers)
    return HTTP1Channel.Configuration(
      // The guard comes after the upgrade handler, so that it sees WebSocket messages in the form that later handlers see.
      additionalChannelHandlers: [
        UpgradeHandler(), ConnectionGuard(table: connections, limits: limits, isUnix: isUnix, logger: logger),
      ],
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: sizes.field, maxHeaderListSize: sizes.list, maxHeaderFieldCount: sizes.count))
  }
}

/// Collects the places (addresses and socket files) that the server listens on, as its listeners start.
private final class BoundPlaces: Sendable {
  private let places = Mutex(ListenPlaces())

  /// - Returns: all places, including the new one.
  func add(_ change: (inout ListenPlaces) -> Void) -> ListenPlaces {
    places.withLock { places in
      change(&places)
      return places
    }
  }
}
