package import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import Truths
import TruthsServerCore
import UnixSignals

/// A server from its start to its end.
package struct RunningServer: Sendable {
  private let options: ServerOptions
  private let store: OpenedStore
  private let access: Access
  private let metrics = ServerMetrics()
  private let logger: Logger
  /// How long connections may take, and how many there may be.
  var connectionLimits = ConnectionLimits.standard()

  /// Loads the rules, and opens and checks the ledger. Nothing is served yet.
  ///
  /// - Parameter logs: takes each line of the log.
  /// - Throws: ``StartFault``.
  package init(
    _ options: ServerOptions, logs: @escaping @Sendable (Data) -> Void = { FileHandle.standardError.write($0) }
  ) async throws(StartFault) {
    let logger = Logger(label: "truths-server") { _ in JSONLogHandler(write: logs) }
    (self.options, self.logger) = (options, logger)
    switch options.speakers {
    case .everybody(let actor): access = .everybody(Speaker(actor))
    case .identities(let path): access = .identities(try await Identities(path, logger: logger))
    }
    do {
      store = try OpenedStore(options, metrics: metrics, logger: logger)
      // The first line of a new journal names the stream.
      await store.host.tick()
      try await store.host.finish()
    } catch let fault as StartFault {
      throw fault
    } catch let findings as Findings {
      throw StartFault(findings.text(), .badData)
    } catch {
      throw StartFault("\(error)", .system)
    }
  }

  /// How many connections of the session are open: one for each request that it answers, and for each stream.
  var openConnections: Int {
    get async { await store.host.openConnections }
  }

  /// Serves until TERM or INT, or the end of the input that it serves. Then it takes no further connections, ends streams and
  /// requests that wait, answers what it was asked, and has the last batch written, all within 10 seconds.
  ///
  /// - Parameter announce: given one line of JSON once requests are answered; not where standard output has a client, who is
  ///   told so.
  /// - Throws: ``StartFault`` where the address cannot be listened to, or the last batch did not reach the disk.
  package func run(_ announce: @escaping @Sendable (String) -> Void) async throws(StartFault) {
    let isListening = Flag()
    if let unchecked = store.unchecked {
      LedgerCheckThread.start(unchecked, for: store.host) { fault in
        if let fault { logger.critical("\(options.ledger): \(fault)") }
      }
    }
    let (ready, readiness) = AsyncStream<Ready>.makeStream()
    var background: [any Service] = [Ticker(host: store.host, logger: logger), RuleWatcher(rollout: store.rollout)]
    if case .identities(let identities) = access { background.append(IdentityWatcher(identities: identities)) }
    var services: [ServiceGroupConfiguration.ServiceConfiguration] = []
    if let address = options.address {
      let application = application(at: address, background) { bound in
        isListening.set()
        let ready = await self.ready(at: bound)
        if options.isStdio { readiness.yield(ready) } else { announce(ready.line) }
      }
      services.append(.init(service: application))
    } else {
      services += background.map { .init(service: $0) }
      readiness.yield(await self.ready(at: nil))
    }
    if options.isStdio, case .everybody(let speaker) = access {
      let client = StdioClient(host: store.host, speaker: speaker, metrics: metrics, logger: logger) {
        for await ready in ready { return Array(ready.line.utf8) }
        return nil
      }
      services.append(.init(service: client, successTerminationBehavior: .gracefullyShutdownGroup))
    }
    var configuration = ServiceGroupConfiguration(
      services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(8)
    do {
      try await ServiceGroup(configuration: configuration).run()
    } catch {
      if let address = options.address, !isListening.isSet {
        throw StartFault("\(address.text): it cannot be listened to: \(error)", .system)
      }
      logger.warning("requests were broken off: \(error)")
    }
    do {
      try await store.host.finish()
    } catch {
      throw StartFault("\(options.ledger): the last decisions were not written: \(error)", .system)
    }
  }

  private func application(
    at address: ListenAddress, _ services: [any Service], _ onRunning: @escaping @Sendable (ListenAddress) async -> Void
  ) -> some Service {
    let connections = ConnectionTable(most: connectionLimits.most)
    let site = ServedSite(
      publicURL: options.publicURL, metrics: metrics, connections: connections, recordsEvaluations: options.recordsEvaluations)
    return Application(
      responder: Gatekeeper(host: store.host, rollout: store.rollout, access: access, site: site),
      server: .http1(configuration: guarded(connections)),
      configuration: ApplicationConfiguration(
        address: .hostname(address.host, port: address.port), backlog: 1_024,
        availableConnectionsDelegate: .maximum(connections.most + ConnectionLimits.refusedAtOnce, logger: logger)),
      services: services,
      onServerRunning: { channel in
        var bound = address
        bound.port = channel.localAddress?.port ?? address.port
        await onRunning(bound)
      }, logger: logger)
  }

  private func ready(at address: ListenAddress?) async -> Ready {
    let streamID = (try? await store.host.read { $0.streamID }) ?? ""
    return Ready(http: address?.text, ledger: options.ledger, stream_id: streamID, truths: store.rulesHash)
  }
}

extension RunningServer {
  /// How connections are read, and which are ended.
  private func guarded(_ connections: ConnectionTable) -> HTTP1Channel.Configuration {
    let (limits, logger, sizes) = (connectionLimits, logger, ConnectionLimits.headers)
    return HTTP1Channel.Configuration(
      // The guard sees a WebSocket's messages as the others see them.
      additionalChannelHandlers: [UpgradeHandler(), ConnectionGuard(table: connections, limits: limits, logger: logger)],
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: sizes.field, maxHeaderListSize: sizes.list, maxHeaderFieldCount: sizes.count))
  }
}

/// Whether something has happened.
private final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }

  func set() { value.withLock { $0 = true } }
}

/// What is printed when requests are answered.
private struct Ready: Encodable {
  let http: String?
  let ledger: String
  let stream_id: String
  let truths: String

  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// Lets the session do what is due, once a second, and logs when the disk begins to refuse, and when it no longer does.
private struct Ticker: Service {
  let host: SessionHost
  let logger: Logger

  func run() async {
    try? await cancelWhenGracefulShutdown {
      var known: StoreFault?
      while true {
        try await Task.sleep(for: .seconds(1))
        let fault = await host.fault
        if let fault, fault != known { logger.error("nothing is recorded: \(fault)") }
        if fault == nil, known != nil { logger.notice("it is recorded again") }
        known = fault
        await host.tick()
      }
    }
  }
}
