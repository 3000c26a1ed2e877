package import TruthsJSON
import TruthsRuntime
import TruthsText

/// Opening and closing of connections, and receiving of messages.
extension Session {
  /// Opens the connection of a client. An existing connection of that name is closed.
  ///
  /// - Parameter actor: the actor that the server verified; everything that the client sends is by that actor.
  package mutating func open(_ client: String, by actor: JSONObject, over transport: TransportKind? = nil) {
    history?.note(.open(client, actor, transport), at: clock)
    connections += 1
    channels[client] = Channel(
      ConnectedClient(transport: transport, actor: actor), connection: connections, at: Int(clock.milliseconds))
  }

  package func isOpen(_ client: String) -> Bool { channels[client] != nil }

  /// Closes the connection of a client. Its messages are still executed, but their answers are dropped.
  package mutating func close(_ client: String) {
    history?.note(.close(client), at: clock)
    channels[client] = nil
  }

  /// Receives a message of a client; it is ignored if the client has no open connection.
  ///
  /// Requests to read are answered at once. Proposals and control messages are queued for ``nextWork(at:)``.
  ///
  /// - Parameter request: the number that the client gave a proposal or control message; its answer repeats it.
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
      // Events that are no longer kept cannot be sent one by one.
      guard max(1, first) > log.droppedSeq else { return answer(client, .snapshot(snapshot(channel.filter, for: client))) }
      answer(client, .range(range(from: first, to: last, for: client)))
    case .snapshot: answer(client, .snapshot(snapshot(channel.filter, for: client)))
    case .propose(let proposal): enqueue(.proposal(proposal), of: client, named: key(of: proposal), request)
    case .control(let message):
      if cancelInFlight(message, by: client, request: request) { return }
      enqueue(.control(message), of: client, named: message.type.rawValue, request)
    }
  }

  /// Queues an answer after all events so far.
  mutating func answer(_ client: String, _ message: ServerMessage) {
    let seq = currentSeq
    channels[client]?.add(message, after: seq)
  }

  /// Returns the number of answers that a client has not taken, and of its messages without an answer.
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

  /// Handles a handshake (contract §8.1).
  ///
  /// It may name the person for whom the client acts from then on. An actor other than the connection's is refused.
  ///
  /// - Returns: the capabilities; for a faulty request, the error, and then nothing changes.
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
