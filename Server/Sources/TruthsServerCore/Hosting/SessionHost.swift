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
  private var isWorking = false
  private var lastAsker = 0
  private var isEnding = false
  /// The tasks that wait until all is on the disk.
  private var flushing: [CheckedContinuation<Void, Never>] = []

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

  /// Opens the connection of a client, who was verified.
  package func open(_ client: String, by actor: String, over transport: RunTransport) throws(Findings) {
    try served.open(client, by: actor, over: transport)
  }

  /// Closes a connection. Whoever waits for its messages gets none.
  package func close(_ client: String) {
    served.close(client)
    waiting.removeValue(forKey: client)?.resume()
  }

  /// Takes in a message of a client.
  ///
  /// - Throws: ``NoMessage``, or findings about what is no JSON.
  package func receive(_ message: [UInt8], from client: String) throws {
    try served.receive(message, from: client, now: clock())
    goOn()
  }

  /// The next messages to a client, as soon as there are any; none where its connection is closed, the task is cancelled, or the
  /// host ends.
  package func messages(to client: String, atMost most: Int = 256) async -> [[UInt8]] {
    while !Task.isCancelled {
      let messages = served.outgoing(to: client, atMost: most)
      if !messages.isEmpty { return messages.map(\.bytes) }
      if isEnding { return [] }
      await nextMessage(to: client)
      if !isKnown(client) { return [] }
    }
    return []
  }

  /// The answer to one message of an actor, over a connection of its own.
  ///
  /// - Throws: as ``receive(_:from:)``, and findings about the actor.
  package func ask(_ message: [UInt8], by actor: String, over transport: RunTransport = .rest) async throws -> [UInt8]? {
    lastAsker += 1
    let client = "request \(lastAsker)"
    try open(client, by: actor, over: transport)
    defer { close(client) }
    try receive(message, from: client)
    return await messages(to: client).last
  }

  /// Reads the session's state.
  package func read<Result: Sendable>(_ body: @Sendable (RunSession) throws -> Result) rethrows -> Result {
    try body(served.state)
  }

  /// Why nothing is written at the moment; `nil` where nothing failed.
  package var fault: StoreFault? { served.fault }

  /// Decides by other truths from now on.
  package func replaceRules(with rules: RuleSet) throws(Findings) {
    try served.replaceRules(with: rules, now: clock())
    goOn()
  }

  /// Does what is due. Called from time to time.
  package func tick() {
    let now = clock()
    if let due = served.nextWake, due <= now { served.wake(now: now) }
    if served.fault?.isPassing == true { served.retry() }
    goOn()
  }

  /// Ends: what was sent is carried out and kept, and nobody waits for messages any longer.
  package func end() async {
    isEnding = true
    while served.step(now: clock()) {}
    goOn()
    while !served.isSaved, served.fault == nil {
      await withCheckedContinuation { flushing.append($0) }
    }
    wakeAll()
  }

  private func isKnown(_ client: String) -> Bool { served.state.isOpen(client) }

  private func nextMessage(to client: String) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled, isKnown(client) else { return continuation.resume() }
        waiting.updateValue(continuation, forKey: client)?.resume()
      }
    } onCancel: {
      Task { await self.wake(client) }
    }
  }

  private func wake(_ client: String) { waiting.removeValue(forKey: client)?.resume() }

  private func wakeAll() {
    let all = waiting.values
    waiting = [:]
    for continuation in all { continuation.resume() }
  }

  /// Makes decisions, and has them written; tells those who wait.
  private func goOn() {
    if !isWorking {
      isWorking = true
      let isBusy = served.step(now: clock())
      isWorking = false
      if isBusy { Task { self.goOn() } }
    }
    tell()
    writeNext()
  }

  /// Lets the tasks go on whose clients have messages.
  private func tell() {
    if waiting.isEmpty { return }
    for client in served.addressees { wake(client) }
  }

  private func writeNext() {
    guard !isWriting, let batch = served.nextBatch() else {
      if served.isSaved || served.fault != nil { flushed() }
      return
    }
    isWriting = true
    Task {
      let fault = await write(batch)
      isWriting = false
      if let fault { served.failed(fault) } else { served.written() }
      goOn()
    }
  }

  private func flushed() {
    let all = flushing
    flushing = []
    for continuation in all { continuation.resume() }
  }
}
