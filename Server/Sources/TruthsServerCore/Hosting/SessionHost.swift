package import Truths

/// A served session, for any number of tasks at once: the one place where its state changes.
///
/// Decisions are made here, between two messages; batches are written on a thread of the store's own, one at a time.
package actor SessionHost {
  private var served: ServedSession
  private let write: @Sendable (DurableBatch) async -> StoreFault?
  private let newLines: @Sendable () async -> SourceText?
  private let clock: @Sendable () -> Int
  /// The tasks that wait for a message to a client.
  private var waiting: [String: CheckedContinuation<Void, Never>] = [:]
  /// The tasks that wait until a client's next message may be taken in.
  private var arriving: [String: CheckedContinuation<Void, Never>] = [:]
  /// The clients that are closed once they have their answers.
  private var ending: Set<String> = []
  private var isWriting = false
  private var connections = 0
  /// The tasks that wait until a batch is on the disk.
  private var settling: [CheckedContinuation<Void, Never>] = []
  /// How many entries of the ledger were checked; `nil` where all were.
  private var checkedTo: Int?
  private let questionThreads: QuestionThreads
  private let ledgerIndex = RunLedgerIndex()

  /// - Parameters:
  ///   - isChecked: whether the ledger of the session was checked; else ``endCheck(_:)`` says when it is.
  ///   - questionThreads: where questions are answered.
  ///   - clock: the moment, in milliseconds since 1970.
  ///   - newLines: what was written of the ledger since the last call, as ``Store/newLines()`` gives it; `nil`: entries stay in
  ///     memory.
  ///   - write: has a batch reach the disk, and says what prevented it. It is called once at a time, and not beside `newLines`.
  package init(
    _ served: ServedSession, isChecked: Bool = true, questionThreads: QuestionThreads = QuestionThreads(),
    clock: @escaping @Sendable () -> Int,
    newLines: @escaping @Sendable () async -> SourceText? = { nil },
    write: @escaping @Sendable (DurableBatch) async -> StoreFault?
  ) {
    self.served = served
    self.questionThreads = questionThreads
    self.clock = clock
    self.newLines = newLines
    self.write = write
    checkedTo = isChecked ? nil : 0
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
    ending.remove(client)
    wake(client)
    arriving.removeValue(forKey: client)?.resume()
  }

  /// Takes in nothing more of a client, and closes its connection once it has taken the answers to what it sent, or there will
  /// be none.
  package func end(_ client: String) {
    guard served.isOpen(client) else { return }
    ending.insert(client)
    wake(client)
    arriving.removeValue(forKey: client)?.resume()
  }

  /// How many connections are open.
  package private(set) var openConnections = 0

  /// Takes in a message of a client.
  package func receive(_ message: RunMessage, from client: String) {
    served.receive(message, from: client, now: clock())
    goOn()
  }

  /// Takes in a message of a client that sends one after another, once it has taken its answers so far: those to what reads
  /// may be large, and are there at once.
  ///
  /// - Parameters:
  ///   - request: the number by which the answer is known.
  ///   - mostOpenRuns: as for ``ask(_:by:mostOpenRuns:)``; what was sent before is decided first.
  /// - Returns: whether it was taken in; not where the connection is closed, or about to be.
  /// - Throws: ``TooManyRuns``; a ``StoreFault`` where nothing is written.
  package func take(
    _ message: RunMessage, from client: String, request: Int? = nil, mostOpenRuns: Int? = nil
  ) async throws -> Bool {
    while served.isOpen(client), !ending.contains(client) {
      if let fault = served.fault { throw fault }
      let backlog = served.state.backlog(of: client)
      if backlog.answers <= (message.isReading ? 0 : 16), mostOpenRuns == nil || backlog.messages == 0 {
        if let mostOpenRuns, served.state.hasOpenRuns(mostOpenRuns, of: client, besides: message) {
          throw TooManyRuns(most: mostOpenRuns)
        }
        served.receive(message, from: client, now: clock(), request: request)
        goOn()
        return true
      }
      await withCheckedContinuation { arriving.updateValue($0, forKey: client)?.resume() }
    }
    return false
  }

  /// The next messages to a client, as soon as there are any; none where its connection is closed, and where the task is
  /// cancelled.
  package func messages(to client: String, atMost most: Int = 256) async -> [RunSession.Outgoing] {
    while !Task.isCancelled, served.isOpen(client) {
      let messages = served.outgoing(to: client, atMost: most)
      if !messages.isEmpty {
        arriving.removeValue(forKey: client)?.resume()
        return messages
      }
      if ending.contains(client), served.fault != nil || served.state.backlog(of: client) == (0, 0) { close(client) }
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

  /// The answer to a question of an actor, once all that it tells is durable. It is worked out on a thread of its own.
  ///
  /// - Parameter question: asks, with an index of the ledger that is kept from one to the next.
  /// - Throws: as ``ask(_:by:mostOpenRuns:)``; ``TooManyQuestions``; what the question throws.
  package func answer<Answer: Sendable>(
    by actor: String, _ question: @escaping @Sendable (RunQuestions, RunLedgerIndex) throws -> Answer
  ) async throws -> Answer {
    let client = try open(by: actor, over: .rest)
    let questions = served.questions(of: client, now: clock())
    close(client)
    guard let questions else { throw CancellationError() }
    try await settle()
    let index = ledgerIndex
    return try await questionThreads.answer { try question(questions, index) }
  }

  /// Reads the session's state, and gives it once all of it is durable.
  ///
  /// - Throws: a ``StoreFault`` where nothing is written.
  package func read<Result: Sendable>(_ body: @Sendable (RunSession) -> Result) async throws(StoreFault) -> Result {
    let result = body(served.state)
    try await settle()
    return result
  }

  /// How many entries, from the first one on, are known to be as they were written: all, but while the ledger is checked that
  /// the session began with.
  package var verifiedTo: Int { min(checkedTo ?? .max, served.state.ledgerPoint.size) }

  /// So many entries of the ledger were checked.
  package func checked(upTo count: Int) { checkedTo = checkedTo.map { max($0, count) } }

  /// The ledger that the session began with was checked.
  ///
  /// - Parameter fault: what is wrong with it: then nothing more is decided.
  package func endCheck(_ fault: StoreFault?) {
    guard let fault else { return checkedTo = nil }
    served.stop(fault)
    tellFault()
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

  /// Has rule sets ready that may be adopted, in place of those that were.
  package func offer(_ rules: [RuleSet]) throws(Findings) {
    try served.offer(rules, now: clock())
    goOn()
  }

  /// The organisations among some of which an actor may read what they propose.
  ///
  /// - Throws: findings about the actor.
  package func readable(_ organisations: [String?], by actor: String) throws(Findings) -> [String?] {
    let client = try open(by: actor, over: .rest)
    defer { close(client) }
    return served.readable(organisations, by: client)
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
    for client in arriving.keys.sorted() { arriving.removeValue(forKey: client)?.resume() }
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
      if fault == nil { await finishWriting() }
      isWriting = false
      if let fault {
        served.failed(fault)
        tellFault()
      }
      goOn()
    }
  }

  /// What was written is told, and kept in the file alone.
  private func finishWriting() async {
    served.written()
    resumeSettling()
    for client in waiting.isEmpty ? [] : served.addressees { wake(client) }
    if served.hasManyEntries, let lines = await newLines() { served.keepEntries(in: lines) }
  }

  /// Whoever asked is told, instead of waiting for an answer that may never come.
  private func tellFault() {
    for client in waiting.keys.sorted() { wake(client) }
    resumeSettling()
  }

  private func resumeSettling() {
    let settled = settling
    settling = []
    for continuation in settled { continuation.resume() }
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
