package import Truths

/// A session over a store: what clients send goes in, decisions are made, and what clients are told comes out once it is on the
/// disk.
///
/// A value without a thread, a clock, a socket or a file. Whoever drives it calls ``step(now:atMost:)`` while there is work,
/// writes what ``nextBatch()`` gives, and takes ``outgoing(to:atMost:)`` for the clients that want something.
package struct ServedSession: Sendable {
  private var session: RunSession
  private var writer: StoreWriter
  /// What was given to the writer and is not durable yet, with its numbers there.
  private var unsaved: [(number: Int, batch: UnsavedBatch)] = []
  /// The number of the last batch that was given to the writer.
  package private(set) var lastBatch = 0
  /// How many bytes may be on their way to the disk before no further decision is made.
  private let mostPending: Int
  /// How many bytes the journal has, and had when it was last written as a whole.
  private var journalSize: Int
  private var wholeSize = 0
  private let mostJournal: Int
  /// How many bytes of the ledger were written whose entries are still kept in memory.
  private var unkept = 0

  /// - Parameters:
  ///   - session: one that goes on with what the store keeps.
  ///   - mostPending: how many bytes may be on their way to the disk; what is sent meanwhile waits.
  ///   - mostJournal: how many bytes of the journal are behind its beginning before it is written anew.
  package init(_ session: RunSession, mostPending: Int = 64 << 20, mostJournal: Int = 64 << 20) {
    self.session = session
    self.mostPending = mostPending
    self.mostJournal = mostJournal
    journalSize = session.recovery?.journalBytes ?? 0
    writer = StoreWriter()
    save()
  }

  /// What the session says of itself.
  package var state: RunSession { session }

  /// Why nothing is written at the moment; `nil` where nothing failed.
  package var fault: StoreFault? { writer.fault }

  /// Opens the connection of a client, who was verified.
  package mutating func open(_ client: String, by actor: String, over transport: RunTransport) throws(Findings) {
    try session.open(client, by: actor, over: transport)
  }

  /// Whether a connection of a client is open.
  package func isOpen(_ client: String) -> Bool { session.isOpen(client) }

  /// Closes the connection of a client; what it has sent is carried out all the same.
  package mutating func close(_ client: String) { session.close(client) }

  /// Takes in a request of a client.
  ///
  /// - Parameter request: the number by which its answer is known.
  package mutating func receive(_ message: RunMessage, from client: String, now: Int, request: Int? = nil) {
    session.receive(message, from: client, now: now, request: request)
  }

  /// The same of a message as it came over a connection.
  ///
  /// - Throws: ``NoMessage``, or findings about what is no JSON; then nothing has happened.
  package mutating func receive(_ message: [UInt8], from client: String, now: Int) throws {
    try session.receive(message, from: client, now: now)
  }

  /// A job as a client may see it; `nil` where there is none that it may read. What it tells may not be durable yet.
  package mutating func job(_ id: String, for client: String) -> RunJob? { session.job(id, for: client) }

  /// What the actor of a client may ask as of now; `nil` where no such connection is open. What it tells may not be durable yet.
  package func questions(of client: String, now: Int) -> RunQuestions? { session.questions(of: client, now: now) }

  /// Makes decisions.
  ///
  /// - Parameter most: how many.
  /// - Returns: whether anything may be left to do.
  package mutating func step(now: Int, atMost most: Int = 64) -> Bool {
    guard writer.fault == nil, writer.pendingBytes < mostPending else { return false }
    let isBusy = session.work(now: now, atMost: most)
    save()
    return isBusy
  }

  /// Does what is due at a moment.
  package mutating func wake(now: Int) {
    session.wake(now: now)
    save()
  }

  /// When ``wake(now:)`` is due; `nil` where nothing is.
  package var nextWake: Int? { session.nextWake }

  /// Has rule sets ready that may be adopted, in place of those that were. Who offers a set has kept it where a restart finds it.
  package mutating func offer(_ rules: [RuleSet], now: Int) throws(Findings) { try session.offer(rules, now: now) }

  /// The organisations among some of which a client may read what they propose.
  package mutating func readable(_ organisations: [String?], by client: String) -> [String?] {
    session.readable(organisations, by: client)
  }

  /// The batch to write now, all that came since the last one; `nil` where there is none, while one is being written, and after a
  /// fault.
  package mutating func nextBatch() -> DurableBatch? { writer.next() }

  /// The batch that was given is on the disk: what is told of it may go out.
  package mutating func written() {
    let durable = writer.finish()
    while let first = unsaved.first, first.number <= durable {
      session.saved(first.batch)
      unkept += first.batch.ledger.count
      unsaved.removeFirst()
    }
  }

  /// Whether so much of the ledger was written that ``keepEntries(in:)`` is to be called.
  package var hasManyEntries: Bool { unkept >= Self.mostUnkept }

  /// Keeps the entries that were written in the ledger's file alone.
  ///
  /// - Parameter lines: those that the store has written since the last call.
  package mutating func keepEntries(in lines: SourceText) {
    session.keepEntries(in: lines)
    unkept = 0
  }

  private static var mostUnkept: Int { 16 << 20 }

  /// The batch that was given is not on the disk. It is kept, and nobody hears of it.
  package mutating func failed(_ fault: StoreFault) { writer.fail(fault) }

  /// Nothing more is decided or written.
  package mutating func stop(_ fault: StoreFault) { writer.stop(fault) }

  /// How many bytes are on their way to the disk.
  package var pendingBytes: Int { writer.pendingBytes }

  /// Whether everything that happened is on the disk.
  package var isSaved: Bool { writer.pendingBytes == 0 }

  /// Lets a batch that failed for want of room be written again.
  package mutating func retry() { writer.retry() }

  /// The number of the last batch that is on the disk, and all before it.
  package var durableBatch: Int { writer.durable }

  /// The clients that may take something.
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
    // What it takes to write it anew is little beside what was appended since.
    guard journalSize > 2 * wholeSize + mostJournal, let whole = session.takeWholeJournal() else { return }
    (journalSize, wholeSize) = (whole.journal.count, whole.journal.count)
    give(whole, as: DurableBatch(wholeJournal: whole.journal))
  }

  private mutating func give(_ batch: UnsavedBatch, as durable: DurableBatch) {
    lastBatch = writer.append(durable)
    unsaved.append((lastBatch, batch))
  }
}
