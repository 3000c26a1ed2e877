import TruthsJSON
import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// How a session goes on from what a store had.
package enum Recovery: Hashable, Sendable {
  /// There was no journal: a stream begins.
  case began
  /// The same stream, as if nothing had happened.
  case continued
  /// Another stream, since the journal does not fit the ledger; clients take a snapshot. What control messages had set is kept as
  /// far as the journal could be read.
  case another(because: String)
}

/// Keeping a session, and making it again.
extension Session {
  /// What is to be kept of all that happened since the last call; `nil` where there is nothing. ``saved(_:)`` says that it is.
  package mutating func takeUnsaved() -> SessionBatch? {
    guard let changed = unsaved, !changed.isEmpty else { return nil }
    var journal = changed.beginning
    if changed.hasNews {
      let line = JournalLine(.events(changed.events, changes: changed.changes), at: clock, context).bytes(after: journalHash)
      journal += line.bytes
      journalHash = line.hash
    }
    let ledger = context.ledger.lines(from: changed.ledgerSize + 1).withBytes { Array($0) }
    unsaved = Unsaved(behind: context.ledger.size)
    return SessionBatch(ledger: ledger, journal: journal, seq: currentSeq, size: context.ledger.size)
  }

  /// A journal in the place of the one so far: one line that says where the session stands, from which it is made again as from
  /// all lines that led there. `nil` where something was not taken to be kept yet.
  ///
  /// - Complexity: O(what is kept in memory of the stream).
  package mutating func takeWholeJournal() -> SessionBatch? {
    guard let unsaved, unsaved.isEmpty else { return nil }
    let kept = JournaledState(
      log.logged, behind: log.droppedSeq, past, upTo: pastSeq, approvals, steering, ofLedger: context.ledger.size)
    let line = JournalLine(.state(streamID: streamID, kept), at: clock, context).bytes(after: "")
    journalHash = line.hash
    return SessionBatch(ledger: [], journal: line.bytes, seq: currentSeq, size: context.ledger.size, isWholeJournal: true)
  }

  /// What was given to be kept is on the disk, with all that was given before.
  package mutating func saved(_ batch: SessionBatch) {
    durableSeq = max(durableSeq, batch.seq)
    durableSize = max(durableSize, batch.size)
  }

  /// From now on the entries of batches that are saved are read where a store has them, and kept no more.
  ///
  /// - Parameter lines: what the store has of the ledger behind what it had when the session was made again, and behind what was
  ///   given here before. Lines of more or fewer entries than were saved are left alone.
  package mutating func keepEntries(in lines: DataBytes) {
    var starts: [Int] = []
    var places = JSONLines(lines, of: FileID(0), limits: .ledger).makeIterator()
    while places.advance() { starts.append(places.range.lowerBound) }
    guard starts.count == durableSize - keptSize else { return }
    context.keep(from: keptSize + 1, in: starts.map { LedgerLine(lines, at: $0) })
    keptSize = durableSize
  }

  /// A session over a ledger and the journal beside it: the same stream, `seq`, pauses, held proposals and budgets as before.
  ///
  /// - Parameters:
  ///   - context: the ledger as it is kept.
  ///   - journal: as it is kept; `nil` where there is none.
  ///   - start: the moment; the session's clock goes on from what it was, if that is later.
  /// - Returns: The session, whose ``recovery`` says how it goes on, and how many bytes of the journal count; what is behind them
  ///   is to be cut off before anything is appended.
  /// - Complexity: O(ledger + journal).
  package static func restored(
    procedure: RunProcedure, context: Context, journal: [UInt8]?, start: Timestamp, options: SessionOptions = SessionOptions()
  ) -> (session: Session, validBytes: Int) {
    var told: Session?
    var sequence = 0
    let read = JournalReader.read(journal ?? [], context) { line in
      if let streamID = line.streamID {
        let began = Timestamp(milliseconds: Int64(line.moment)) ?? start
        told = Session(procedure, context, stream: EventStream(streamID: streamID), start: began, options)
      }
      told?.tell(line, behind: &sequence)
    }
    let moment = read.moment.flatMap { Timestamp(milliseconds: Int64($0)) } ?? start
    let now = max(start, moment)
    var session: Session
    if case .fits = read.state, let known = told {
      session = known
      session.advanceClock(to: Int(now.milliseconds))
      session.unsaved = Unsaved(behind: context.ledger.size)
      session.journalHash = read.hash
      session.recovery = .continued
    } else {
      // Named by the moment too: the stream of the same ledger before this one had another name.
      let streamID = Identity.stream(head: context.point.head, truthsHash: "\(procedure.truthsHash)/\(now.text)")
      session = Session(procedure, context, stream: EventStream(streamID: streamID), start: now, options)
      session.emitEntries(1..<context.ledger.size + 1)
      session.beginJournal(read)
    }
    session.durableSeq = session.currentSeq
    (session.durableSize, session.keptSize) = (context.ledger.size, context.ledger.size)
    session.queue.held = session.steering.held
    session.goThroughWaitingRuns()
    return (session, read.validBytes)
  }

  /// Emits the events that a line of a journal tells of once more.
  ///
  /// - Parameter sequence: of the last entry of the ledger that was told of.
  private mutating func tell(_ line: JournalLine, behind sequence: inout Int) {
    switch line.content {
    case .begin:
      emitEntries(1..<max(0, line.size) + 1)
      sequence = line.size
    case .state(_, let kept):
      stream = EventStream(streamID: streamID, lastSeq: kept.droppedSeq)
      sequence = kept.entriesBefore
      let logged = zip(made(kept.events, behind: &sequence), kept.organisations).map { event, organisation in
        LoggedEvent(event: event, subject: ReadSubject(organisation: organisation, factType: event.factType))
      }
      takeUp(logged, behind: kept.droppedSeq, kept.view, upTo: kept.viewSeq)
      approvals = kept.requests
      for change in kept.changes { restore(change) }
    case .events(let events, let changes):
      emit(made(events, behind: &sequence))
      for change in changes { restore(change) }
    }
  }

  /// Events of a journal, under the next numbers of the stream.
  private mutating func made(_ events: [JournaledEvents], behind sequence: inout Int) -> [Event] {
    var made: [Event] = []
    for event in events {
      switch event {
      case .other(let event): made.append(stream.event(again: event))
      case .entries(let count, let traceID):
        for _ in 0..<count {
          sequence += 1
          if let entry = context.ledger.entry(sequence: sequence) { made.append(stream.event(of: entry, traceID: traceID)) }
        }
      }
    }
    return made
  }

  /// Seals facts in short form, which have no id of their own, before anything is appended (ledgers §1.2).
  private mutating func seal() {
    guard context.hasUnsealedShortForms else { return }
    var actor = SessionActor.system
    if case .actor(let known) = options.operators { actor = known }
    let size = context.ledger.size
    context = procedure.seal(context, actor: actor, now: clock)
    take(context.ledger.entries(from: size + 1))
    emitEntries(size + 1..<context.ledger.size + 1)
  }

  /// Begins a journal, with what an earlier one says of control messages. One that is damaged leaves the session paused: nobody
  /// knows what else it said.
  private mutating func beginJournal(_ read: JournalReader) {
    recovery = .began
    var changes: [SteeringChange] = []
    if case .unfit(let reason, let isDamaged) = read.state {
      recovery = .another(because: reason)
      changes = read.changes
      if isDamaged { changes.append(.paused) }
    }
    for change in changes { restore(change) }
    let (begin, hash) = JournalLine(.begin(streamID: streamID), at: clock, context).bytes(after: "")
    var begun = Unsaved(behind: context.ledger.size)
    begun.changes = changes
    begun.beginning = begin
    unsaved = begun
    journalHash = hash
    seal()
  }
}
