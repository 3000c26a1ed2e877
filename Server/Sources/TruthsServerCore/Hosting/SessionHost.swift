package import Truths

/// The actor that owns a served session and lets any number of tasks use it. All changes of the session's state happen here.
///
/// Decisions are made between two messages. Batches are written one at a time, on the store's own thread.
package actor SessionHost {
  private var served: ServedSession
  private let write: @Sendable (DurableBatch) async -> StoreFault?
  private let newLines: @Sendable () async -> SourceText?
  private let clock: @Sendable () -> Int
  /// Tasks that wait for a message to a client.
  private var waiting: [String: CheckedContinuation<Void, Never>] = [:]
  /// Tasks that wait until a client's next message may be taken in.
  private var arriving: [String: CheckedContinuation<Void, Never>] = [:]
  /// Clients that are closed once they have received their answers.
  private var ending: Set<String> = []
  private var isWriting = false
  private var connections = 0
  /// Tasks that wait until a batch is on the disk.
  private var settling: [CheckedContinuation<Void, Never>] = []
  /// Number of ledger entries that were checked; `nil` where all were.
  private var checkedTo: Int?
  private let questionThreads: QuestionThreads
  private let ledgerIndex = RunLedgerIndex()

  /// - Parameters:
  ///   - isChecked: whether the session's ledger was checked; otherwise ``endCheck(_:)`` reports the end of the check.
  ///   - questionThreads: threads that answer questions.
  ///   - clock: returns the time in milliseconds since 1970.
  ///   - newLines: returns the ledger lines written since the last call, like ``Store/newLines()``; `nil` keeps entries in
  ///     memory.
  ///   - write: writes a batch to the disk, and returns the fault that prevented it. Calls do not overlap with each other or
  ///     with `newLines`.
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

  /// Opens a connection of a verified actor.
  ///
  /// - Returns: the connection's id for ``receive(_:from:)``, ``messages(to:atMost:)`` and ``close(_:)``.
  package func open(by actor: String, over transport: RunTransport) throws(Findings) -> String {
    connections += 1
    let client = "connection \(connections)"
    try served.open(client, by: actor, over: transport)
    openConnections += 1
    return client
  }

  /// Closes a connection. Tasks that wait for its messages get none.
  package func close(_ client: String) {
    if served.isOpen(client) { openConnections -= 1 }
    served.close(client)
    ending.remove(client)
    wake(client)
    arriving.removeValue(forKey: client)?.resume()
  }

  /// Accepts nothing more from a client, and closes the client's connection when all answers are sent or none can follow.
  package func end(_ client: String) {
    guard served.isOpen(client) else { return }
    ending.insert(client)
    wake(client)
    arriving.removeValue(forKey: client)?.resume()
  }

  /// Number of open connections.
  package private(set) var openConnections = 0

  /// Takes in a message of a client.
  package func receive(_ message: RunMessage, from client: String) {
    served.receive(message, from: client, now: clock())
    goOn()
  }

  /// Takes in a message of a client that sends several, once the client has received its earlier answers. Answers to reading
  /// messages may be large and are available at once, so these wait for all earlier answers.
  ///
  /// - Parameters:
  ///   - request: the number that identifies the answer.
  ///   - mostOpenRuns: see ``ask(_:by:mostOpenRuns:)``; earlier messages are decided first.
  /// - Returns: whether it was taken in; false where the connection is closed or closing.
  /// - Throws: ``TooManyRuns``; a ``StoreFault`` where writing is suspended.
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

  /// Waits for the next messages to a client; returns none where its connection is closed or the task is cancelled.
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

  /// Sends one message of an actor over a connection of its own, and returns the answer.
  ///
  /// - Parameter mostOpenRuns: number of the actor's open runs at which a proposal begins no further run.
  /// - Throws: findings about the actor; ``TooManyRuns``; a ``StoreFault`` where writing is suspended. A message taken in
  ///   before a fault may still be carried out.
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

  /// Returns a job as an actor may see it, once its contents are durable; `nil` where no readable job has that id.
  ///
  /// - Throws: the errors of ``ask(_:by:mostOpenRuns:)``.
  package func job(_ id: String, by actor: String) async throws -> RunJob? {
    let client = try open(by: actor, over: .rest)
    defer { close(client) }
    let job = served.job(id, for: client)
    try await settle()
    return job
  }

  /// Returns the answer to an actor's question, once its contents are durable. Computed on a question thread.
  ///
  /// - Parameter question: asks the question, with a ledger index that is kept between questions.
  /// - Throws: the errors of ``ask(_:by:mostOpenRuns:)``; ``TooManyQuestions``; the errors of the question.
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

  /// Reads the session's state, and returns the result once the state is durable.
  ///
  /// - Throws: a ``StoreFault`` where writing is suspended.
  package func read<Result: Sendable>(_ body: @Sendable (RunSession) -> Result) async throws(StoreFault) -> Result {
    let result = body(served.state)
    try await settle()
    return result
  }

  /// Number of entries, from the first on, that are known to be unchanged. It is less than all only while the ledger that the
  /// session began with is being checked.
  package var verifiedTo: Int { min(checkedTo ?? .max, served.state.ledgerPoint.size) }

  /// Records that the given number of ledger entries was checked.
  package func checked(upTo count: Int) { checkedTo = checkedTo.map { max($0, count) } }

  /// Records the end of the check of the ledger that the session began with.
  ///
  /// - Parameter fault: fault of the ledger, after which nothing more is decided; `nil` where it is valid.
  package func endCheck(_ fault: StoreFault?) {
    guard let fault else { return checkedTo = nil }
    served.stop(fault)
    tellFault()
  }

  /// Figures for monitoring. Available also while writing is suspended; they may include changes that are not durable yet.
  package var figures: HostFigures {
    let session = served.state
    return HostFigures(
      load: session.load, currentSeq: session.currentSeq, ledgerEntries: session.ledgerPoint.size,
      rulesHash: session.rulesHash, pendingBytes: served.pendingBytes, fault: served.fault)
  }

  /// Why writing is suspended; `nil` where nothing failed.
  package var fault: StoreFault? { served.fault }

  /// Replaces the rule sets that may be adopted.
  package func offer(_ rules: [RuleSet]) throws(Findings) {
    try served.offer(rules, now: clock())
    goOn()
  }

  /// Returns those of the given organisations whose proposals the actor may read.
  ///
  /// - Throws: findings about the actor.
  package func readable(_ organisations: [String?], by actor: String) throws(Findings) -> [String?] {
    let client = try open(by: actor, over: .rest)
    defer { close(client) }
    return served.readable(organisations, by: client)
  }

  /// Does the work that is due, and retries after a passing fault. Called periodically.
  package func tick() {
    let now = clock()
    if let due = served.nextWake, due <= now { served.wake(now: now) }
    if served.fault?.isPassing == true { served.retry() }
    goOn()
  }

  /// Returns once all messages of clients are carried out and their results are on the disk.
  ///
  /// - Throws: the fault that prevented it.
  package func finish() async throws(StoreFault) {
    repeat {
      while served.step(now: clock()) {}
      try await settle()
    } while served.step(now: clock())
  }

  /// Returns once all changes so far are on the disk.
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

  /// Makes decisions, resumes waiting tasks, and starts the next write.
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

  /// Releases messages about the written batch, and drops written entries from memory.
  private func finishWriting() async {
    served.written()
    resumeSettling()
    for client in waiting.isEmpty ? [] : served.addressees { wake(client) }
    if served.hasManyEntries, let lines = await newLines() { served.keepEntries(in: lines) }
  }

  /// Resumes waiting tasks, whose answers may never come, so that they see the fault.
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

/// Figures of a session at one time, for monitoring.
package struct HostFigures: Sendable {
  package let load: RunLoad
  package let currentSeq: Int
  package let ledgerEntries: Int
  package let rulesHash: String
  /// Number of bytes that are not durable yet.
  package let pendingBytes: Int
  /// Why writing is suspended; `nil` where nothing failed.
  package let fault: StoreFault?
}

/// The error that a proposal is refused because its actor has the maximum number of open runs.
package struct TooManyRuns: Error, Hashable, CustomStringConvertible {
  let most: Int

  package var description: String {
    "\(most) runs of this actor are open, and there may be no more; answer what they wait for, or cancel one"
  }
}
