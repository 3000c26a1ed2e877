import TruthsEngine
import TruthsJSON
import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// The server side of the protocol: a ledger, the procedure, and the stream of events about both (sessions §1).
///
/// A value without a clock, a thread, a file or a transport. Every call states the moment, in milliseconds since 1970. What
/// clients send is taken in by ``receive(_:from:at:)``; what it asks for is worked out in steps that whoever drives the session
/// runs (``nextWork(at:)``); what has to be kept before anybody hears of it is in ``takeUnsaved()``, and what clients are told
/// comes of ``takeFrames(for:atMost:)`` once that is kept. The same calls at the same moments give the same bytes.
package struct Session: Sendable {
  package internal(set) var procedure: RunProcedure
  package let options: SessionOptions
  /// When the session began.
  package let start: Timestamp
  package internal(set) var context: Context
  /// The recent events.
  var log: EventLog
  /// The state after all events, and the state before the recent ones, which snapshots are made from.
  package private(set) var state = ContextView()
  private(set) var past = ContextView()
  /// The `seq` of the last event in ``past``.
  private(set) var pastSeq = 0
  var stream: EventStream
  /// Monotonic, whatever moment a call states.
  private(set) var clock: Timestamp
  private(set) var steering: Steering
  var approvals = ApprovalRequests()
  /// The open connections, by the name of the client.
  var channels: [String: Channel] = [:]
  /// Connections so far.
  var connections = 0
  var authority: Authority
  var masking: Masking
  var queue = WorkQueue()
  /// The runs that wait, by what they have read.
  var waiting: WaitingRuns
  /// The truths that may be adopted, by their hashes.
  var offered: [String: RunProcedure] = [:]
  /// What was decided since the session began.
  package internal(set) var decisions = DecisionTally()
  /// What is not durable yet, of a session with a store; what happens in another one needs none.
  var unsaved: Unsaved?
  /// The hash of the last line of the journal.
  var journalHash = ""
  /// Every event up to this one is durable.
  package internal(set) var durableSeq = 0
  /// How many entries of the ledger are durable, and of how many no more than their place is kept.
  var durableSize = 0
  var keptSize = 0
  var history: SessionHistory?
  /// How the stream goes on from what a store had; `nil` for a session without a store.
  package internal(set) var recovery: Recovery?

  /// A session over a context, whose entries are the first events of the stream, so that `resume_from_seq: 0` returns everything.
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

  /// The id of the stream that ``currentSeq`` counts.
  package var streamID: String { stream.streamID }

  /// The budgets in effect.
  package var budget: SessionBudget { steering.budget.limited(by: options.ceilings) }

  /// Whether the whole session is paused.
  package var isPaused: Bool { steering.isPaused }

  /// The recent events, oldest first; all of them where they are few.
  package var recent: [Event] { log.all }

  /// Replaces the truth set for further decisions. Proposals that were queued under the old one are recognised by their
  /// `truths_hash`.
  package mutating func reload(_ procedure: RunProcedure, at now: Int) {
    advanceClock(to: now)
    history?.note(procedure, at: clock)
    replaceProcedure(with: procedure)
  }

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

  /// Appends events to the log, updates the states, and notes what the journal has to hold of them.
  mutating func emit(_ events: [Event]) {
    let proposers = events.reduce(into: [String: JSONObject]()) { known, event in
      if event.type == .proposal, let runID = event.runID { known[runID] = event.payload.object("actor") }
    }
    for event in events {
      let logged = LoggedEvent(event: event, subject: subject(of: event, proposers))
      log.append(logged)
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

  /// Emits the events of entries of the ledger, some at a time: it may have millions.
  mutating func emitEntries(_ sequences: Range<Int>) {
    for first in stride(from: sequences.lowerBound, to: sequences.upperBound, by: 512) {
      let entries = (first..<min(first + 512, sequences.upperBound)).compactMap { context.ledger.entry(sequence: $0) }
      emit(entries.map { stream.event(of: $0, traceID: Identity.trace(ofRun: $0.runID)) })
    }
  }

  /// Takes up events that were told before this session was made.
  ///
  /// - Parameters:
  ///   - droppedSeq: the `seq` before the first of them.
  ///   - view: what all events up to a `seq` come to, those before the first one among them.
  mutating func takeUp(_ events: [LoggedEvent], behind droppedSeq: Int, _ view: ContextView, upTo seq: Int) {
    log = EventLog(keeping: options.keptEvents, behind: droppedSeq)
    (state, past, pastSeq) = (view, view, seq)
    for logged in events {
      log.append(logged)
      if logged.event.seq > seq { state.apply(logged.event, of: logged.subject) }
    }
  }

  /// Who may see an event: whoever may see what its run's proposer's organisation does, outside of runs its actor's.
  private func subject(of event: Event, _ proposers: [String: JSONObject]) -> ReadSubject {
    let runID = event.runID ?? ""
    let proposer = proposers[runID] ?? state.run(runID)?.proposer ?? context.proposal(ofRun: runID)?.actor
    return ReadSubject(of: proposer ?? event.payload.object("actor"), factType: event.factType)
  }

  /// Changes what control messages set; the journal holds it.
  mutating func steer(_ change: SteeringChange) {
    steering.apply(change)
    unsaved?.changes.append(change)
  }

  /// Takes up what a journal says.
  mutating func restore(_ change: SteeringChange) { steering.apply(change) }

  /// Advances the clock to the moment of a call. Runs that wait are gone through when it passes one that they compared with
  /// `now`.
  mutating func advanceClock(to now: Int) {
    guard let moment = Timestamp(milliseconds: Int64(now)), moment > clock else { return }
    if let due = waiting.nextMoment, clock < due, due <= moment { goThroughWaitingRuns() }
    clock = moment
  }
}
