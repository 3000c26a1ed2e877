package import TruthsJSON
import TruthsRuntime
import TruthsText

/// Connections, and what comes over them.
extension Session {
  /// Opens the connection of a client; one of that name is given up.
  ///
  /// - Parameter actor: Who is there, as whoever serves has verified: all that the client does is by that actor.
  package mutating func open(_ client: String, by actor: JSONObject, over transport: TransportKind? = nil) {
    history?.note(.open(client, actor, transport), at: clock)
    connections += 1
    channels[client] = Channel(
      ConnectedClient(transport: transport, actor: actor), connection: connections, at: Int(clock.milliseconds))
  }

  /// Whether a connection of a client is open.
  package func isOpen(_ client: String) -> Bool { channels[client] != nil }

  /// Closes the connection of a client. What it has sent is carried out; the answers are nobody's.
  package mutating func close(_ client: String) {
    history?.note(.close(client), at: clock)
    channels[client] = nil
  }

  /// Takes in a message of a client. What reads is answered at once; what proposes or steers waits for its turn
  /// (``nextWork(at:)``). A name under which no connection is open is not heard.
  ///
  /// - Parameter request: The number that the client gave a proposal or a control message; its answer has it.
  package mutating func receive(_ message: ClientMessage, from client: String, at now: Int, request: Int? = nil) {
    advanceClock(to: now)
    guard let channel = channels[client] else { return }
    history?.note(.message(message, client), at: clock)
    guard channel.answers.count < options.waitingAnswers else { return }
    switch message {
    case .handshake(let request): answer(client, .capabilities(shakeHands(request, with: client)))
    case .capabilities: answer(client, .capabilities(capabilities(for: channel.client)))
    case .resume(let resumption): resume(resumption, by: client)
    case .range(let first, let last):
      // What is no longer kept cannot be told event by event.
      guard max(1, first) > log.droppedSeq else { return answer(client, .snapshot(snapshot(channel.filter, for: client))) }
      answer(client, .range(range(from: first, to: last, for: client)))
    case .snapshot: answer(client, .snapshot(snapshot(channel.filter, for: client)))
    case .propose(let proposal): enqueue(.proposal(proposal), of: client, named: key(of: proposal), request)
    case .control(let message):
      if cancelInFlight(message, by: client, request: request) { return }
      enqueue(.control(message), of: client, named: message.type.rawValue, request)
    }
  }

  /// Adds an answer behind all events so far.
  mutating func answer(_ client: String, _ message: ServerMessage) {
    let seq = currentSeq
    channels[client]?.add(message, after: seq)
  }

  /// The answers that a client did not take yet, and its messages that have none.
  package func backlog(of client: String) -> (answers: Int, messages: Int) {
    channels[client].map { ($0.answers.count, $0.unansweredMessages) } ?? (0, 0)
  }

  private mutating func enqueue(
    _ content: WorkQueue.Message.Content, of client: String, named name: String, _ request: Int?
  ) {
    guard let channel = channels[client] else { return }
    guard channel.waitingMessages < options.waitingMessages, queue.messages.count < options.allWaitingMessages else {
      let reason = "too much waits to be carried out already; send it again later"
      var refusal = Answer(to: name, reason: reason, isRefused: true, currentSeq: currentSeq)
      refusal.request = request
      return answer(client, .answer(refusal))
    }
    channels[client]?.waitingMessages += 1
    channels[client]?.unansweredMessages += 1
    queue.messages.append(
      WorkQueue.Message(
        content: content, actor: channel.client.actor, onBehalfOf: channel.client.onBehalfOf,
        reply: WorkQueue.Reply(client: client, connection: channel.connection, request: request)))
  }

  /// Handles a handshake (contract §8.1). It may name the person whom the client acts for from now on; an actor other than the
  /// one for whom the connection was opened is refused.
  ///
  /// - Returns: The capabilities; for a faulty request, the error, and then nothing changes.
  private mutating func shakeHands(_ request: JSONObject, with name: String) -> JSONObject {
    if let wanted = request.text("request"), wanted != "capabilities" {
      return ["error": .text("unknown request `\(wanted)`, did you mean `capabilities`?")]
    }
    guard var client = channels[name]?.client else { return JSONObject() }
    if let fault = client.take(request) { return ["error": .text(fault)] }
    channels[name]?.client = client
    return capabilities(for: client)
  }

  private func capabilities(for client: ConnectedClient) -> JSONObject {
    var transports = TransportFlags(client.transport.map { [$0] } ?? [], maxResumeGap: options.maxResumeGap)
    if let served = options.transports { transports.transports = served }
    return Capabilities.answer(for: procedure, in: context, budget: budget, transports: transports)
  }
}
