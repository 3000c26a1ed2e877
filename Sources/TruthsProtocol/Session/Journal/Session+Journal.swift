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
    return SessionBatch(ledger: ledger, journal: journal, seq: currentSeq)
  }

  /// What was given to be kept is on the disk, with all that was given before.
  package mutating func saved(_ batch: SessionBatch) { durableSeq = max(durableSeq, batch.seq) }

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
    let read = JournalReader.read(journal ?? [], context)
    let moment = read.lines.last.flatMap { Timestamp(milliseconds: Int64($0.moment)) } ?? start
    let now = max(start, moment)
    var session: Session
    switch read.state {
    case .fits(let streamID):
      let began = read.lines.first.flatMap { Timestamp(milliseconds: Int64($0.moment)) } ?? now
      session = Session(procedure, context, stream: EventStream(streamID: streamID), start: began, options)
      session.advanceClock(to: Int(now.milliseconds))
      session.tell(read.lines)
      session.journalHash = read.hash
      session.recovery = .continued
    case .none, .unfit:
      // Named by the moment too: the stream of the same ledger before this one had another name.
      let streamID = Identity.stream(head: context.point.head, truthsHash: "\(procedure.truthsHash)/\(now.text)")
      session = Session(procedure, context, stream: EventStream(streamID: streamID), start: now, options)
      session.emit(context.ledger.entries.map { session.stream.event(of: $0, traceID: Identity.trace(ofRun: $0.runID)) })
      session.beginJournal(read)
    }
    session.durableSeq = session.currentSeq
    session.queue.held = session.steering.held
    session.goThroughWaitingRuns()
    return (session, read.validBytes)
  }

  /// Emits the events that a journal tells of once more.
  private mutating func tell(_ lines: [JournalLine]) {
    var sequence = 0
    func next(_ count: Int) -> Range<Int> { sequence + 1..<sequence + count + 1 }
    for line in lines {
      switch line.content {
      case .begin:
        emit(
          context.ledger.entries(from: 1).prefix(line.size).map { stream.event(of: $0, traceID: Identity.trace(ofRun: $0.runID)) }
        )
        sequence = line.size
      case .events(let events, let changes):
        var told: [Event] = []
        for event in events {
          switch event {
          case .other(let event): told.append(stream.event(again: event))
          case .entries(let count, let traceID):
            told += next(count).compactMap { context.ledger.entry(sequence: $0) }.map { stream.event(of: $0, traceID: traceID) }
            sequence += count
          }
        }
        emit(told)
        for change in changes { restore(change) }
      }
    }
    unsaved = Unsaved(behind: context.ledger.size)
  }

  /// Seals facts in short form, which have no id of their own, before anything is appended (ledgers §1.2).
  private mutating func seal() {
    guard context.hasUnsealedShortForms else { return }
    var actor = SessionActor.system
    if case .actor(let known) = options.operators { actor = known }
    let size = context.ledger.size
    context = procedure.seal(context, actor: actor, now: clock)
    let entries = context.ledger.entries(from: size + 1)
    take(entries)
    emit(entries.map { stream.event(of: $0, traceID: Identity.trace(ofRun: $0.runID)) })
  }

  /// Begins a journal, with what an earlier one says of control messages. One that is damaged leaves the session paused: nobody
  /// knows what else it said.
  private mutating func beginJournal(_ read: JournalReader) {
    recovery = .began
    var changes: [SteeringChange] = []
    if case .unfit(let reason, let isDamaged) = read.state {
      recovery = .another(because: reason)
      changes = read.lines.flatMap(\.changes)
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

/// A journal that was read.
struct JournalReader {
  private(set) var lines: [JournalLine] = []
  /// How many bytes count.
  private(set) var validBytes = 0
  /// The hash of the last line that counts.
  private(set) var hash = ""
  private(set) var state = State.none

  enum State: Hashable {
    /// There is none.
    case none
    /// It tells of all that the ledger has, and of nothing else.
    case fits(streamID: String)
    case unfit(String, isDamaged: Bool)
  }

  /// Reads a journal against its ledger. A last line without its line break was never written whole, and last lines that tell of
  /// more than the ledger has were never acknowledged; they do not count.
  static func read(_ bytes: [UInt8], _ context: Context) -> JournalReader {
    var reader = JournalReader()
    guard !bytes.isEmpty else { return reader }
    var ends: [(bytes: Int, hash: String)] = []
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      guard let line = line(bytes[start..<end], after: reader.hash) else {
        reader.state = .unfit("line \(ends.count + 1) of the journal was changed", isDamaged: true)
        reader.validBytes = 0
        return reader
      }
      reader.lines.append(line.line)
      reader.hash = line.hash
      start = end + 1
      ends.append((start, line.hash))
    }
    while let last = reader.lines.last, last.size > context.point.size {
      reader.lines.removeLast()
      ends.removeLast()
    }
    (reader.validBytes, reader.hash) = ends.last ?? (0, "")
    reader.judge(context)
    return reader
  }

  private mutating func judge(_ context: Context) {
    guard let first = lines.first, let last = lines.last else { return }
    guard case .begin(let streamID) = first.content else {
      state = .unfit("the journal does not begin with the beginning of a stream", isDamaged: true)
      return
    }
    guard (last.size, last.head) == (context.point.size, context.point.head) else {
      let (told, found) = ("\(last.size) entries with head \(last.head)", "\(context.point.size) with head \(context.point.head)")
      state = .unfit("the journal tells of a ledger of \(told), and the ledger has \(found)", isDamaged: false)
      validBytes = 0
      return
    }
    state = .fits(streamID: streamID)
  }

  private static func line(_ bytes: ArraySlice<UInt8>, after hash: String) -> (line: JournalLine, hash: String)? {
    guard case .success(let json) = JSONReader.read(DataBytes(Array(bytes)), of: FileID(0)),
      let line = JournalLine(json: json.value, after: hash), let own = json.value.objectValue?.text("hash")
    else { return nil }
    return (line, own)
  }
}
