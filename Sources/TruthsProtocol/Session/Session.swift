import TruthsEngine
import TruthsJSON
import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// The server side of the protocol: a ledger, the procedure, and the stream of events about both (sessions §1).
///
/// It is a value without a clock, a thread, a file or a transport. Every call states the moment, in milliseconds since 1970.
/// ``receive(_:from:at:request:)`` takes a client's message. Its work is computed in steps by the owner of the session
/// (``nextWork(at:)``). ``takeUnsaved()`` returns the bytes to save, and ``takeFrames(for:atMost:)`` the messages to clients once
/// those bytes are saved. The same calls at the same moments give the same bytes.
package struct Session: Sendable {
  package internal(set) var procedure: RunProcedure
  package let options: SessionOptions
  package let start: Timestamp
  package internal(set) var context: Context
  var log: EventLog
  /// State after all events.
  package private(set) var state = ContextView()
  /// State before the recent events, from which snapshots are made.
  private(set) var past = ContextView()
  /// The `seq` of the last event in ``past``.
  private(set) var pastSeq = 0
  var stream: EventStream
  /// The session's clock. It never moves back, whatever moment a call states.
  private(set) var clock: Timestamp
  private(set) var steering: Steering
  var approvals = ApprovalRequests()
  var counts = OwnedCounts()
  /// Open connections, by client name.
  var channels: [String: Channel] = [:]
  var connections = 0
  var authority: Authority
  var masking: Masking
  var queue = WorkQueue()
  /// The waiting runs, indexed by the facts and moments that they have read.
  var waiting: WaitingRuns
  /// Truth sets that may be adopted, by hash.
  var offered: [String: RunProcedure] = [:]
  /// Counts of the decisions since the session began.
  package internal(set) var decisions = DecisionTally()
  /// Changes that are not saved yet; `nil` for a session without a store.
  var unsaved: Unsaved?
  var journalHash = ""
  /// `seq` of the last durable event; all earlier ones are durable too.
  package internal(set) var durableSeq = 0
  /// Number of the ledger's durable entries.
  var durableSize = 0
  /// Number of the ledger's entries that are kept only as references to the store's bytes.
  var keptSize = 0
  var history: SessionHistory?
  /// The way in which the session was restored; `nil` for a session without a store.
  package internal(set) var recovery: Recovery?

  /// Creates a session over a context. Its entries are the stream's first events, so `resume_from_seq: 0` returns everything.
  package init(procedure: RunProcedure, context: Context, start: Timestamp, options: SessionOptions = SessionOptions()) {
    let streamID = Identity.stream(head: context.point.head, truthsHash: procedure.truthsHash)
    self.init(procedure, context, stream: EventStream(streamID: streamID), start: start, options)
    if options.keepsInputs { history = SessionHistory(procedure, context) }
    emitEntries(1..<context.ledger.size + 1)
  }

  init(
    _ procedure: RunProcedure, _ context: Context, stream: EventStream, start: Timestamp, _ options: SessionOptions
  ) {
    self.procedure = procedure
    self.options = options
    self.context = context
    self.start = start
    self.stream = stream
    clock = start
    log = EventLog(keeping: options.keptEvents)
    steering = Steering(timeBegins: start)
    var known: JSONObject?
    if case .actor(let actor) = options.operators { known = actor }
    authority = Authority(procedure: procedure, operator: known)
    masking = Masking(program: procedure.program)
    waiting = WaitingRuns(context)
  }

  /// The last `seq`; 0 before the first event.
  package var currentSeq: Int { stream.lastSeq }

  /// Id of the stream that ``currentSeq`` counts.
  package var streamID: String { stream.streamID }

  /// The budgets in effect.
  package var budget: SessionBudget { steering.budget.limited(by: options.ceilings) }

  package var isPaused: Bool { steering.isPaused }

  /// The recent events, oldest first. In a short stream these are all events.
  package var recent: [Event] { log.all }

  /// Replaces the truth set for further decisions. Proposals queued under the old one are recognised by their `truths_hash`.
  package mutating func reload(_ procedure: RunProcedure, at now: Int) {
    advanceClock(to: now)
    history?.note(procedure, at: clock)
    replaceProcedure(with: procedure)
  }

  /// Replaces the truth set without a record in the history.
  ///
  /// - Complexity: O(size of the ledger).
  mutating func replaceProcedure(with procedure: RunProcedure) {
    self.procedure = procedure
    context = procedure.context(rereading: context)
    authority.rulesChanged(to: procedure)
    masking = Masking(program: procedure.program)
    waiting = WaitingRuns(context)
    if let cancellation = queue.inFlight?.cancelledBy {
      let reason = "other truths came into force meanwhile, by which it is decided; cancel it again"
      reply(cancellation.reply, Answer(to: "", reason: reason, isRefused: true, currentSeq: currentSeq))
    }
    queue.beginAgain()
  }

  /// Appends events to the log, updates the states, and records the events for the journal.
  mutating func emit(_ events: [Event]) {
    let proposers = events.reduce(into: [String: JSONObject]()) { known, event in
      if event.type == .proposal, let runID = event.runID { known[runID] = event.payload.object("actor") }
    }
    for event in events {
      let logged = LoggedEvent(event: event, subject: subject(of: event, proposers))
      let droppedSeq = log.droppedSeq
      log.append(logged)
      counts.note(logged)
      if log.droppedSeq > droppedSeq { counts.leaveOut(before: log.droppedSeq) }
      state.apply(event, of: logged.subject)
      approvals.note(event)
      unsaved?.note(event)
      while pastSeq + options.recentEvents < event.seq, let next = log[pastSeq + 1] {
        past.apply(next.event, of: next.subject)
        pastSeq += 1
      }
    }
    if unsaved == nil { durableSeq = log.lastSeq }
  }

  /// Emits the events of ledger entries in batches, because a ledger may have millions.
  mutating func emitEntries(_ sequences: Range<Int>) {
    for first in stride(from: sequences.lowerBound, to: sequences.upperBound, by: 512) {
      let entries = (first..<min(first + 512, sequences.upperBound)).compactMap { context.ledger.entry(sequence: $0) }
      emit(entries.map { stream.event(of: $0, traceID: Identity.trace(ofRun: $0.runID)) })
    }
  }

  /// Restores events that were sent before this session was restored.
  ///
  /// - Parameters:
  ///   - droppedSeq: the `seq` before the first of them.
  ///   - view: the state after all events up to `seq`, including those before the first one.
  mutating func takeUp(_ events: [LoggedEvent], behind droppedSeq: Int, _ view: ContextView, upTo seq: Int) {
    log = EventLog(keeping: options.keptEvents, behind: droppedSeq)
    (state, past, pastSeq) = (view, view, seq)
    for logged in events {
      log.append(logged)
      if logged.event.seq > seq { state.apply(logged.event, of: logged.subject) }
    }
  }

  /// Returns the owner of an event: the organisation of its run's proposer or, outside runs, of its actor.
  private func subject(of event: Event, _ proposers: [String: JSONObject]) -> ReadSubject {
    let runID = event.runID ?? ""
    let proposer = proposers[runID] ?? state.run(runID)?.proposer ?? context.proposal(ofRun: runID)?.actor
    return ReadSubject(of: proposer ?? event.payload.object("actor"), factType: event.factType)
  }

  /// Applies a change by a control message, and records it for the journal.
  mutating func steer(_ change: SteeringChange) {
    steering.apply(change)
    unsaved?.changes.append(change)
  }

  mutating func restore(_ change: SteeringChange) { steering.apply(change) }

  /// Advances the clock to the moment of a call.
  ///
  /// If it passes a moment that waiting runs compared with `now`, a new pass over them starts.
  mutating func advanceClock(to now: Int) {
    guard let moment = Timestamp(milliseconds: Int64(now)), moment > clock else { return }
    if let due = waiting.nextMoment, clock < due, due <= moment { goThroughWaitingRuns() }
    clock = moment
  }
}
