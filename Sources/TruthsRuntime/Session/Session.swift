import TruthsLedger
import TruthsJSON
package import TruthsText

/// The server side of the protocol: a ledger and the procedure, told as a stream of events (runtime.md §5).
///
/// A value without a clock, a thread or a transport: every call says what moment it is, in milliseconds since 1970, and what has
/// to be sent to subscribers is taken with ``takePushes()``. The same calls at the same moments give the same bytes.
package struct Session: Sendable {
  package private(set) var procedure: RunProcedure
  /// Every truth set that the session decided by, in order.
  private(set) var procedures: [RunProcedure]
  package let options: SessionOptions
  /// When the session began.
  package let start: Timestamp
  /// The context that the session began with.
  package let initialContext: Context
  package internal(set) var context: Context
  package internal(set) var budget = SessionBudget()
  /// Every event so far; the one with `seq` n has index n - 1.
  package private(set) var log: [Event] = []
  /// What the events come to: what snapshots are made of.
  package private(set) var state = ContextView()
  /// What the session was told, in order: enough to do it all again.
  package internal(set) var inputs: [SessionInput] = []
  var stream: EventStream
  /// Never goes back, whatever moment a call names.
  private(set) var clock: Timestamp
  var approvals = ApprovalRequests()
  var steering = Steering()
  private var subscribers: [String] = []
  /// What is known of the clients that are connected.
  private var clients: [String: ConnectedClient] = [:]
  private var pushes: [Push] = []

  /// An event on its way to one subscriber.
  package struct Push: Hashable, Sendable {
    package var client: String
    package var event: Event
  }

  /// A session over a context. Its entries are the stream's first events, so that `resume_from_seq: 0` tells everything.
  package init(procedure: RunProcedure, context: Context, start: Timestamp, options: SessionOptions = SessionOptions()) {
    self.procedure = procedure
    procedures = [procedure]
    self.options = options
    self.context = context
    initialContext = context
    self.start = start
    clock = start
    stream = EventStream(
      streamID: Identity.stream(head: context.point.head, truthsHash: procedure.truthsHash))
    steering.timeBegins = start
    var events: [Event] = []
    for entry in context.ledger.entries {
      events.append(stream.event(of: entry, traceID: Identity.trace(ofRun: entry.runID)))
    }
    emit(events)
  }

  /// The last `seq`; 0 before the first event.
  package var currentSeq: Int { log.count }

  /// Answers a message of a client.
  package mutating func receive(_ message: ClientMessage, from client: String, at now: Int) -> ServerMessage {
    switch message {
    case .handshake(let request): return .capabilities(shakeHands(request, with: client))
    case .resume(let seq, let subscribe):
      // Registered before the backlog is read, so that nothing falls between.
      if subscribe { register(client) }
      return backlog(after: seq)
    case .range(let first, let last): return .range(range(from: first, to: last))
    case .snapshot: return .snapshot(snapshot())
    case .propose(let proposal):
      guard let known = clients[client], let actor = known.actor else {
        return .answer(refuseStranger(key(of: proposal)))
      }
      return .answer(propose(proposal, by: actor, for: known.onBehalfOf, at: now))
    case .control(let message):
      guard let actor = clients[client]?.actor else { return .answer(refuseStranger(message.type.rawValue)) }
      return .answer(control(message, by: actor, at: now))
    }
  }

  /// A client has a connection of its own from now on. Who it is, its handshake says.
  package mutating func open(_ client: String, over transport: TransportKind) {
    unregister(client)
    clients[client] = ConnectedClient(transport: transport)
  }

  /// Takes a handshake (contract §8.1): from now on whatever the client proposes or controls is by the actor that it names, and
  /// what it proposes is for whom its `on_behalf_of` names. One connection is one actor's.
  ///
  /// - Returns: What is true enough to run; what is wrong with the request, where it is at fault: then it changes nothing.
  private mutating func shakeHands(_ request: JSONObject, with name: String) -> JSONObject {
    if let wanted = request.text("request"), wanted != "capabilities" {
      return ["error": .text("unknown request `\(wanted)`, did you mean `capabilities`?")]
    }
    var client = clients[name] ?? ConnectedClient()
    if let fault = client.take(request) { return ["error": .text(fault)] }
    if client.actor != nil { clients[name] = client }
    return Capabilities.answer(
      for: procedure, in: context, budget: budget,
      transports: TransportFlags(client.transport.map { [$0] } ?? [], maxResumeGap: options.maxResumeGap))
  }

  /// Who has not said who it is does nothing here: it could be anybody.
  private func refuseStranger(_ subject: String) -> Answer {
    Answer(to: subject, reason: ConnectedClient.unknown, isRefused: true, currentSeq: currentSeq)
  }

  /// From now on the session decides by another truth set; what was decided stays. Proposals queued under the old one are told by
  /// their `truths_hash`.
  package mutating func reload(_ procedure: RunProcedure, at now: Int) {
    inputs.append(SessionInput(moment: now, .reload(procedures.count)))
    advanceClock(to: now)
    procedures.append(procedure)
    self.procedure = procedure
    context = procedure.context(rereading: context)
  }

  /// From now on a client gets every event as it happens.
  package mutating func register(_ client: String) {
    if !subscribers.contains(client) { subscribers.append(client) }
  }

  /// A client gets no events any more, and has to shake hands again before it does anything.
  package mutating func unregister(_ client: String) {
    clients[client] = nil
    subscribers.removeAll { $0 == client }
    pushes.removeAll { $0.client == client }
  }

  /// What has to be sent, in order; each is given out once.
  package mutating func takePushes() -> [Push] {
    defer { pushes = [] }
    return pushes
  }

  /// Tells events: to the log, to what is derived from it, and to all subscribers.
  mutating func emit(_ events: [Event]) {
    log += events
    for event in events {
      state.apply(event)
      approvals.note(event)
      for subscriber in subscribers { pushes.append(Push(client: subscriber, event: event)) }
    }
  }

  /// Sets the clock to the moment of a call.
  mutating func advanceClock(to now: Int) {
    guard let moment = Timestamp(milliseconds: Int64(now)) else { return }
    clock = max(clock, moment)
  }
}
