import TruthsJSON
import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// The way in which a session was restored from a store.
package enum Recovery: Hashable, Sendable {
  /// The store had no journal: a new stream begins.
  case began
  /// The stream continues.
  case continued
  /// Another stream begins, because the journal does not fit the ledger. Clients take a snapshot. Changes by control messages are
  /// kept as far as the journal could be read.
  case another(because: String)
}

/// Saving and restoring a session.
extension Session {
  /// Returns the bytes to save for everything since the last call; `nil` if nothing changed. Confirm them with ``saved(_:)``.
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

  /// Returns a compacted journal: one line with the session's state, from which it is restored as from all earlier lines.
  ///
  /// `nil` if ``takeUnsaved()`` has not taken all changes yet.
  ///
  /// - Complexity: O(events in memory + their state).
  package mutating func takeWholeJournal() -> SessionBatch? {
    guard let unsaved, unsaved.isEmpty else { return nil }
    let kept = JournaledState(
      log.logged, behind: log.droppedSeq, past, upTo: pastSeq, approvals, counts, steering, ofLedger: context.ledger.size)
    let line = JournalLine(.state(streamID: streamID, kept), at: clock, context).bytes(after: "")
    journalHash = line.hash
    return SessionBatch(ledger: [], journal: line.bytes, seq: currentSeq, size: context.ledger.size, isWholeJournal: true)
  }

  /// Records that a batch, and all batches before it, are on the disk.
  package mutating func saved(_ batch: SessionBatch) {
    durableSeq = max(durableSeq, batch.seq)
    durableSize = max(durableSize, batch.size)
  }

  /// Replaces saved entries in memory with references to the store's bytes.
  ///
  /// - Parameter lines: the ledger's lines that the store wrote since the session was restored, without those of earlier calls.
  ///   If their number is not that of the saved entries, nothing happens.
  package mutating func keepEntries(in lines: DataBytes) {
    var starts: [Int] = []
    var places = JSONLines(lines, of: FileID(0), limits: .ledger).makeIterator()
    while places.advance() { starts.append(places.range.lowerBound) }
    guard starts.count == durableSize - keptSize else { return }
    context.keep(from: keptSize + 1, in: starts.map { LedgerLine(lines, at: $0) })
    keptSize = durableSize
  }

  /// Restores a session from a ledger and its journal: with the same stream, `seq`, pauses, held proposals and budgets.
  ///
  /// - Parameters:
  ///   - context: the saved ledger.
  ///   - journal: the saved journal; `nil` if there is no journal.
  ///   - start: the present moment; if the session's clock is later, that is used.
  /// - Returns: the session, with its ``recovery``, and the length of the journal's valid part. Bytes after that must be cut off
  ///   before anything is appended.
  /// - Complexity: O(ledger + journal).
  package static func restored(
    procedure: RunProcedure, context: Context, journal: [UInt8]?, start: Timestamp, options: SessionOptions = SessionOptions()
  ) -> (session: Session, validBytes: Int) {
    var restored: Session?
    var sequence = 0
    let read = JournalReader.read(journal ?? [], context) { line in
      if let streamID = line.streamID {
        let began = Timestamp(milliseconds: Int64(line.moment)) ?? start
        restored = Session(procedure, context, stream: EventStream(streamID: streamID), start: began, options)
      }
      restored?.tell(line, behind: &sequence)
    }
    let moment = read.moment.flatMap { Timestamp(milliseconds: Int64($0)) } ?? start
    let now = max(start, moment)
    var session: Session
    if case .fits = read.state, let known = restored {
      session = known
      session.advanceClock(to: Int(now.milliseconds))
      session.unsaved = Unsaved(behind: context.ledger.size)
      session.journalHash = read.hash
      session.recovery = .continued
    } else {
      // The name depends on the moment, because the earlier stream of this ledger had another name.
      let streamID = Identity.stream(head: context.point.head, truthsHash: "\(procedure.truthsHash)/\(now.text)")
      session = Session(procedure, context, stream: EventStream(streamID: streamID), start: now, options)
      session.emitEntries(1..<context.ledger.size + 1)
      session.beginJournal(read)
    }
    session.durableSeq = session.currentSeq
    (session.durableSize, session.keptSize) = (context.ledger.size, context.ledger.size)
    session.queue.heldProposals = session.steering.heldProposals
    session.goThroughWaitingRuns()
    return (session, read.validBytes)
  }

  /// Emits the events of a journal's line again.
  ///
  /// - Parameter sequence: the last entry of the ledger whose event was emitted.
  private mutating func tell(_ line: JournalLine, behind sequence: inout Int) {
    switch line.content {
    case .begin:
      emitEntries(1..<max(0, line.size) + 1)
      sequence = line.size
    case .state(_, let journaled):
      stream = EventStream(streamID: streamID, lastSeq: journaled.droppedSeq)
      sequence = journaled.entriesBefore
      let logged = zip(streamEvents(journaled.events, behind: &sequence), journaled.organisations).map { event, organisation in
        LoggedEvent(event: event, subject: ReadSubject(organisation: organisation, factType: event.factType))
      }
      takeUp(logged, behind: journaled.droppedSeq, journaled.view, upTo: journaled.viewSeq)
      approvals = journaled.requests
      let entries = (1..<max(0, journaled.entriesBefore) + 1).lazy.compactMap { [context] in context.ledger.entry(sequence: $0) }
      counts = journaled.counts ?? OwnedCounts(logged, behind: journaled.droppedSeq, entries, in: context)
      for change in journaled.changes { restore(change) }
    case .events(let events, let changes):
      emit(streamEvents(events, behind: &sequence))
      for change in changes { restore(change) }
    }
  }

  /// Returns the events of a journal, under the stream's next numbers.
  private mutating func streamEvents(_ events: [JournaledEvents], behind sequence: inout Int) -> [Event] {
    var recreated: [Event] = []
    for event in events {
      switch event {
      case .other(let event): recreated.append(stream.event(again: event))
      case .entries(let count, let traceID):
        for _ in 0..<count {
          sequence += 1
          if let entry = context.ledger.entry(sequence: sequence) { recreated.append(stream.event(of: entry, traceID: traceID)) }
        }
      }
    }
    return recreated
  }

  /// Seals facts in short form, which have no ids of their own, before anything is appended (ledgers §1.2).
  private mutating func seal() {
    guard context.hasUnsealedShortForms else { return }
    var actor = SessionActor.system
    if case .actor(let known) = options.operators { actor = known }
    let size = context.ledger.size
    context = procedure.seal(context, actor: actor, now: clock)
    take(context.ledger.entries(from: size + 1))
    emitEntries(size + 1..<context.ledger.size + 1)
  }

  /// Begins a new journal with the changes by control messages from an earlier one.
  ///
  /// If the earlier journal is damaged, the session is paused, because other changes may be lost.
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
