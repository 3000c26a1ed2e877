package import Truths

/// A session with a write queue. It takes in messages, makes decisions, and releases messages to clients once the decisions are
/// on the disk.
///
/// It is a value without a thread, clock, socket or file. Its owner calls ``step(now:atMost:)`` while there is work, writes the
/// batches of ``nextBatch()``, and sends the messages of ``outgoing(to:atMost:)``.
package struct ServedSession: Sendable {
  private var session: RunSession
  private var writer: StoreWriter
  /// Batches given to the writer that are not durable yet, with their numbers.
  private var unsaved: [(number: Int, batch: UnsavedBatch)] = []
  /// Number of the last batch that was given to the writer.
  package private(set) var lastBatch = 0
  /// Number of bytes not yet durable at which no further decision is made.
  private let mostPending: Int
  /// Size of the journal in bytes, now and when it was last written as a whole.
  private var journalSize: Int
  private var wholeSize = 0
  private let mostJournal: Int
  /// Number of written ledger bytes whose entries are still in memory.
  private var unkept = 0

  /// - Parameters:
  ///   - session: a session that continues from the store's contents.
  ///   - mostPending: number of bytes not yet durable at which messages have to wait.
  ///   - mostJournal: growth of the journal in bytes after which it is rewritten.
  package init(_ session: RunSession, mostPending: Int = 64 << 20, mostJournal: Int = 64 << 20) {
    self.session = session
    self.mostPending = mostPending
    self.mostJournal = mostJournal
    journalSize = session.recovery?.journalBytes ?? 0
    writer = StoreWriter()
    save()
  }

  /// The session itself, for reading its state.
  package var state: RunSession { session }

  /// Why writing is suspended; `nil` where nothing failed.
  package var fault: StoreFault? { writer.fault }

  /// Opens the connection of a client whose actor was verified.
  package mutating func open(_ client: String, by actor: String, over transport: RunTransport) throws(Findings) {
    try session.open(client, by: actor, over: transport)
  }

  /// Returns whether a client's connection is open.
  package func isOpen(_ client: String) -> Bool { session.isOpen(client) }

  /// Closes the connection of a client. Messages that it has sent are still carried out.
  package mutating func close(_ client: String) { session.close(client) }

  /// Takes in a message of a client.
  ///
  /// - Parameter request: the number that identifies the answer.
  package mutating func receive(_ message: RunMessage, from client: String, now: Int, request: Int? = nil) {
    session.receive(message, from: client, now: now, request: request)
  }

  /// Takes in a client's message in the form in which it came over a connection.
  ///
  /// - Throws: ``NoMessage``, or findings about invalid JSON; then nothing has changed.
  package mutating func receive(_ message: [UInt8], from client: String, now: Int) throws {
    try session.receive(message, from: client, now: now)
  }

  /// Returns a job as a client may see it; `nil` where no readable job has that id. Its contents may not be durable yet.
  package mutating func job(_ id: String, for client: String) -> RunJob? { session.job(id, for: client) }

  /// Returns the questions that a client's actor may ask now; `nil` where the client has no open connection. The answers may
  /// rest on contents that are not durable yet.
  package func questions(of client: String, now: Int) -> RunQuestions? { session.questions(of: client, now: now) }

  /// Makes decisions.
  ///
  /// - Parameter most: maximum number of decisions.
  /// - Returns: whether work may remain.
  package mutating func step(now: Int, atMost most: Int = 64) -> Bool {
    guard writer.fault == nil, writer.pendingBytes < mostPending else { return false }
    let isBusy = session.work(now: now, atMost: most)
    save()
    return isBusy
  }

  /// Does the work that is due at a given time.
  package mutating func wake(now: Int) {
    session.wake(now: now)
    save()
  }

  /// Time at which ``wake(now:)`` is due; `nil` where nothing is.
  package var nextWake: Int? { session.nextWake }

  /// Replaces the rule sets that may be adopted. The caller must have stored them where a restart finds them.
  package mutating func offer(_ rules: [RuleSet], now: Int) throws(Findings) { try session.offer(rules, now: now) }

  /// Returns those of the given organisations whose proposals the client may read.
  package mutating func readable(_ organisations: [String?], by client: String) -> [String?] {
    session.readable(organisations, by: client)
  }

  /// Returns the batch to write now, which merges all that waits. It is `nil` where none waits, while one is being written, and
  /// after a fault.
  package mutating func nextBatch() -> DurableBatch? { writer.next() }

  /// Records that the current batch is on the disk, so that messages about the batch may be sent.
  package mutating func written() {
    let durable = writer.finish()
    while let first = unsaved.first, first.number <= durable {
      session.saved(first.batch)
      unkept += first.batch.ledger.count
      unsaved.removeFirst()
    }
  }

  /// Whether so much of the ledger was written that ``keepEntries(in:)`` should be called.
  package var hasManyEntries: Bool { unkept >= Self.mostUnkept }

  /// Drops written entries from memory. They are read from the ledger file from then on.
  ///
  /// - Parameter lines: the lines that the store has written since the last call.
  package mutating func keepEntries(in lines: SourceText) {
    session.keepEntries(in: lines)
    unkept = 0
  }

  private static var mostUnkept: Int { 16 << 20 }

  /// Records that writing the current batch failed. The batch is kept, and no message about it is sent.
  package mutating func failed(_ fault: StoreFault) { writer.fail(fault) }

  /// Stops deciding and writing.
  package mutating func stop(_ fault: StoreFault) { writer.stop(fault) }

  /// Number of bytes that are not durable yet.
  package var pendingBytes: Int { writer.pendingBytes }

  /// Whether everything that happened is on the disk.
  package var isSaved: Bool { writer.pendingBytes == 0 }

  /// Allows a retry of a batch that failed for a passing reason, such as a full disk.
  package mutating func retry() { writer.retry() }

  /// Number of the last durable batch; all earlier ones are durable too.
  package var durableBatch: Int { writer.durable }

  /// The clients that may have messages to receive.
  package var addressees: [String] { session.addressees }

  /// Takes the next messages to a client.
  package mutating func outgoing(to client: String, atMost most: Int = .max) -> [RunSession.Outgoing] {
    session.outgoing(to: client, atMost: most)
  }

  private mutating func save() {
    if let batch = session.takeUnsaved() {
      journalSize += batch.journal.count
      give(batch, as: DurableBatch(ledger: batch.ledger, journal: batch.journal))
    }
    // Rewriting at this size costs little compared with what was appended since.
    guard journalSize > 2 * wholeSize + mostJournal, let whole = session.takeWholeJournal() else { return }
    (journalSize, wholeSize) = (whole.journal.count, whole.journal.count)
    give(whole, as: DurableBatch(wholeJournal: whole.journal))
  }

  private mutating func give(_ batch: UnsavedBatch, as durable: DurableBatch) {
    lastBatch = writer.append(durable)
    unsaved.append((lastBatch, batch))
  }
}
