package import Foundation
import Logging
import ServiceLifecycle
import Truths
import TruthsServerCore
import UnixSignals

/// A server from its start to its end.
package struct RunningServer: Sendable {
  private let options: ServerOptions
  private let store: OpenedStore
  private let access: Access
  #if TLS
    private let tls: TLSContext?
  #endif
  private let metrics = ServerMetrics()
  private let logger: Logger
  /// How long connections may take, and how many there may be.
  var connectionLimits: ConnectionLimits

  /// Loads the rules, and opens and checks the ledger. Nothing is served yet.
  ///
  /// - Parameter logs: takes each line of the log.
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
  /// - Throws: ``StartFault`` where it cannot be listened to, or the last batch did not reach the disk.
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

  private func ready(at places: ListenPlaces) async -> Ready {
    let streamID = (try? await store.host.read { $0.streamID }) ?? ""
    let address = places.address?.text
    return Ready(
      grpc: places.grpc?.text, http: options.tls == nil ? address : nil, https: options.tls == nil ? nil : address,
      unix: places.socket?.path, ledger: options.ledger, stream_id: streamID, truths: store.rulesHash)
  }
}

/// What is printed when requests are answered.
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
