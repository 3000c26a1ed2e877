package import Truths

/// A served session, for any number of tasks at once: the one place where its state changes.
///
/// Decisions are made here, between two messages; batches are written on a thread of the store's own, one at a time.
package actor SessionHost {
  private var served: ServedSession
  private let write: @Sendable (DurableBatch) async -> StoreFault?
  private let clock: @Sendable () -> Int
  /// The tasks that wait for a message to a client.
  private var waiting: [String: CheckedContinuation<Void, Never>] = [:]
  private var isWriting = false
  private var connections = 0
  /// The tasks that wait until a batch is on the disk.
  private var settling: [CheckedContinuation<Void, Never>] = []

  /// - Parameters:
  ///   - clock: the moment, in milliseconds since 1970.
  ///   - write: has a batch reach the disk, and says what prevented it. It is called once at a time.
  package init(
    _ served: ServedSession, clock: @escaping @Sendable () -> Int,
    write: @escaping @Sendable (DurableBatch) async -> StoreFault?
  ) {
    self.served = served
    self.clock = clock
    self.write = write
  }

  /// Opens a connection of an actor, who was verified.
  ///
  /// - Returns: its name, for ``receive(_:from:)``, ``messages(to:atMost:)`` and ``close(_:)``.
  package func open(by actor: String, over transport: RunTransport) throws(Findings) -> String {
    connections += 1
    let client = "connection \(connections)"
    try served.open(client, by: actor, over: transport)
    openConnections += 1
    return client
  }

  /// Closes a connection. Whoever waits for its messages gets none.
  package func close(_ client: String) {
    if served.isOpen(client) { openConnections -= 1 }
    served.close(client)
    wake(client)
  }

  /// How many connections are open.
  package private(set) var openConnections = 0

  /// Takes in a message of a client.
  package func receive(_ message: RunMessage, from client: String) {
    served.receive(message, from: client, now: clock())
    goOn()
  }

  /// The next messages to a client, as soon as there are any; none where its connection is closed, and where the task is
  /// cancelled.
  package func messages(to client: String, atMost most: Int = 256) async -> [RunSession.Outgoing] {
    while !Task.isCancelled, served.isOpen(client) {
      let messages = served.outgoing(to: client, atMost: most)
      if !messages.isEmpty { return messages }
      await nextMessage(to: client)
    }
    return []
  }

  /// The answer to one message of an actor, over a connection of its own.
  ///
  /// - Parameter mostOpenRuns: how many runs of the actor may be open before a proposal begins no further one.
  /// - Throws: findings about the actor; ``TooManyRuns``; a ``StoreFault`` where nothing is written. After that the message may
  ///   still be carried out, if it was taken in before.
  package func ask(
    _ message: RunMessage, by actor: String, mostOpenRuns: Int? = nil
  ) async throws -> RunSession.Outgoing {
    if let fault = served.fault { throw fault }
    let client = try open(by: actor, over: .rest)
    defer { close(client) }
    if let mostOpenRuns, served.state.hasOpenRuns(mostOpenRuns, of: client, besides: message) {
      throw TooManyRuns(most: mostOpenRuns)
    }
    receive(message, from: client)
    while true {
      if let answer = served.outgoing(to: client).last { return answer }
      if let fault = served.fault { throw fault }
      try Task.checkCancellation()
      await nextMessage(to: client)
    }
  }

  /// A job as an actor may see it, once all that it tells is durable; `nil` where there is none that they may read.
  ///
  /// - Throws: as ``ask(_:by:)``.
  package func job(_ id: String, by actor: String) async throws -> RunJob? {
    let client = try open(by: actor, over: .rest)
    defer { close(client) }
    let job = served.job(id, for: client)
    try await settle()
    return job
  }

  /// Reads the session's state, and gives it once all of it is durable.
  ///
  /// - Throws: a ``StoreFault`` where nothing is written.
  package func read<Result: Sendable>(_ body: @Sendable (RunSession) -> Result) async throws(StoreFault) -> Result {
    let result = body(served.state)
    try await settle()
    return result
  }

  /// How the session is, for whoever watches over the process: also while nothing is written, and perhaps before it is durable.
  package var figures: HostFigures {
    let session = served.state
    return HostFigures(
      load: session.load, currentSeq: session.currentSeq, ledgerEntries: session.ledgerPoint.size,
      rulesHash: session.rulesHash, pendingBytes: served.pendingBytes, fault: served.fault)
  }

  /// Why nothing is written at the moment; `nil` where nothing failed.
  package var fault: StoreFault? { served.fault }

  /// Decides by other truths from now on.
  package func replaceRules(with rules: RuleSet) throws(Findings) {
    try served.replaceRules(with: rules, now: clock())
    goOn()
  }

  /// Does what is due, and tries again what failed for a reason that may be gone. Called from time to time.
  package func tick() {
    let now = clock()
    if let due = served.nextWake, due <= now { served.wake(now: now) }
    if served.fault?.isPassing == true { served.retry() }
    goOn()
  }

  /// Returns once everything that was sent is carried out and on the disk.
  ///
  /// - Throws: what prevented it.
  package func finish() async throws(StoreFault) {
    repeat {
      while served.step(now: clock()) {}
      try await settle()
    } while served.step(now: clock())
  }

  /// Returns once all that happened so far is on the disk.
  private func settle() async throws(StoreFault) {
    let last = served.lastBatch
    goOn()
    while served.durableBatch < last {
      if let fault = served.fault { throw fault }
      await withCheckedContinuation { settling.append($0) }
    }
  }

  private func nextMessage(to client: String) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled, served.isOpen(client) else { return continuation.resume() }
        waiting.updateValue(continuation, forKey: client)?.resume()
      }
    } onCancel: {
      Task { await self.wake(client) }
    }
  }

  private func wake(_ client: String) { waiting.removeValue(forKey: client)?.resume() }

  /// Makes decisions, and has them written; tells those who wait.
  private func goOn() {
    if served.step(now: clock()) { Task { self.goOn() } }
    if !waiting.isEmpty {
      for client in served.addressees { wake(client) }
    }
    writeNext()
  }

  private func writeNext() {
    guard !isWriting, let batch = served.nextBatch() else { return }
    isWriting = true
    Task {
      let fault = await write(batch)
      isWriting = false
      if let fault {
        served.failed(fault)
        // Whoever asked is told, instead of waiting for an answer that may never come.
        for client in waiting.keys.sorted() { wake(client) }
      } else {
        served.written()
      }
      let settled = settling
      settling = []
      for continuation in settled { continuation.resume() }
      goOn()
    }
  }
}

/// How a session is at a moment, in numbers.
package struct HostFigures: Sendable {
  package let load: RunLoad
  package let currentSeq: Int
  package let ledgerEntries: Int
  package let rulesHash: String
  /// How many bytes are on their way to the disk.
  package let pendingBytes: Int
  /// Why nothing is written; `nil` where nothing failed.
  package let fault: StoreFault?
}

/// A proposal that was not taken in, because its actor has as many open runs as it may have.
package struct TooManyRuns: Error, Hashable, CustomStringConvertible {
  let most: Int

  package var description: String {
    "\(most) runs of this actor are open, and there may be no more; answer what they wait for, or cancel one"
  }
}
