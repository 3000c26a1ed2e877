package import Foundation
import Logging
import ServiceLifecycle
import Truths
import TruthsServerCore
import UnixSignals

/// A server from start to shutdown.
package struct RunningServer: Sendable {
  private let options: ServerOptions
  private let store: OpenedStore
  private let access: Access
  #if TLS
    private let tls: TLSContext?
  #endif
  private let metrics = ServerMetrics()
  private let logger: Logger
  /// Time and number limits of connections.
  var connectionLimits: ConnectionLimits

  /// Loads the rules, and opens and checks the ledger. Nothing is served yet.
  ///
  /// - Parameter logs: writes each line of the log.
  /// - Throws: ``StartFault``.
  package init(
    _ options: ServerOptions, logs: @escaping @Sendable (Data) -> Void = { FileHandle.standardError.write($0) }
  ) async throws(StartFault) {
    let logger = Logger(label: "truths-server") { _ in JSONLogHandler(write: logs) }
    (self.options, self.logger) = (options, logger)
    connectionLimits = .standard(listeners: options.places.count)
    switch options.speakers {
    case .everybody(let actor): access = .everybody(Speaker(actor))
    case .identities(let path):
      let connections = Identities.Verified(certificates: options.tls?.clientCA != nil, users: options.places.socket != nil)
      access = .identities(try await Identities(path, connections: connections, logger: logger))
    }
    #if TLS
      tls = try options.tls.map { (files) throws(StartFault) in try TLSContext(files, logger: logger) }
    #endif
    do {
      store = try OpenedStore(options, metrics: metrics, logger: logger)
      // Writes the first line of a new journal, which names the stream.
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

  /// Number of open session connections: one for each request being answered, and one for each stream.
  var openConnections: Int {
    get async { await store.host.openConnections }
  }

  /// Serves until TERM or INT, or until the end of the standard input that it serves. Then it accepts no further connections,
  /// ends streams and waiting requests, answers open requests, and writes the last batch, all within 10 seconds.
  ///
  /// - Parameter announce: gets one line of JSON once requests are answered. Not called where standard output belongs to a
  ///   client, which gets a notification instead.
  /// - Throws: ``StartFault`` where listening fails, or where the last batch could not be written.
  package func run(_ announce: @escaping @Sendable (String) -> Void) async throws(StartFault) {
    try options.places.socket?.makeWay()
    defer { options.places.socket?.remove() }
    if let unchecked = store.unchecked {
      LedgerCheckThread.start(unchecked, for: store.host) { fault in
        if let fault { logger.critical("\(options.ledger): \(fault)") }
      }
    }
    let (ready, readiness) = AsyncStream<Ready>.makeStream()
    var background: [any Service] = [Ticker(host: store.host, logger: logger), RuleWatcher(rollout: store.rollout)]
    if case .identities(let identities) = access { background.append(FileWatcher { await identities.reloadIfChanged() }) }
    #if TLS
      if let tls { background.append(FileWatcher { tls.reloadIfChanged() }) }
    #endif
    let listeners = listeners { places in
      let ready = await self.ready(at: places)
      if options.isStdio { readiness.yield(ready) } else { announce(ready.line) }
    }
    if let listeners { background.append(listeners) } else { readiness.yield(await self.ready(at: ListenPlaces())) }
    var services = background.map { ServiceGroupConfiguration.ServiceConfiguration(service: $0) }
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
    } catch let fault as StartFault {
      throw fault
    } catch {
      logger.warning("requests were broken off: \(error)")
    }
    do {
      try await store.host.finish()
    } catch {
      throw StartFault("\(options.ledger): the last decisions were not written: \(error)", .system)
    }
  }

  private func listeners(_ onRunning: @escaping @Sendable (ListenPlaces) async -> Void) -> ListenerGroup? {
    guard options.places.count > 0 else { return nil }
    var group = ListenerGroup(
      places: options.places, limits: connectionLimits, host: store.host, rollout: store.rollout, access: access,
      publicURL: options.publicURL, recordsEvaluations: options.recordsEvaluations, metrics: metrics, logger: logger,
      onRunning: onRunning)
    #if TLS
      group.tls = tls
    #endif
    return group
  }

  private func ready(at addresses: ListenPlaces) async -> Ready {
    let streamID = (try? await store.host.read { $0.streamID }) ?? ""
    let address = addresses.address?.text
    return Ready(
      grpc: addresses.grpc?.text, http: options.tls == nil ? address : nil, https: options.tls == nil ? nil : address,
      unix: addresses.socket?.path, ledger: options.ledger, stream_id: streamID, truths: store.rulesHash)
  }
}

/// The JSON line that is printed once requests are answered.
private struct Ready: Encodable {
  let grpc: String?
  let http: String?
  let https: String?
  let unix: String?
  let ledger: String
  let stream_id: String
  let truths: String

  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// Runs the session's due work once a second, and logs when writing to the disk begins to fail and when it recovers.
private struct Ticker: Service {
  let host: SessionHost
  let logger: Logger

  func run() async {
    try? await cancelWhenGracefulShutdown {
      var lastFault: StoreFault?
      while true {
        try await Task.sleep(for: .seconds(1))
        let fault = await host.fault
        if let fault, fault != lastFault { logger.error("nothing is recorded: \(fault)") }
        if fault == nil, lastFault != nil { logger.notice("it is recorded again") }
        lastFault = fault
        await host.tick()
      }
    }
  }
}
