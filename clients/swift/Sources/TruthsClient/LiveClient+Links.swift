import Foundation
import Synchronization
import Truths

/// An open or attempted connection, with the task that carries its messages.
struct LiveLink {
  let id: Int
  let transport: RunTransport
  /// The messages to send.
  let outgoing: AsyncStream<[UInt8]>.Continuation
  let task: Task<Void, Never>
  /// The task that ends an attempt that takes too long.
  let deadline: Task<Void, Never>
  /// Whether the server answered the handshake.
  var isGreeted = false

  func end() {
    deadline.cancel()
    outgoing.finish()
    task.cancel()
  }
}

/// A clock in milliseconds since 1970 that never goes back when the machine's clock is changed.
final class LiveClock: Sendable {
  private let start = (wall: Int(Date().timeIntervalSince1970 * 1_000), steady: ContinuousClock.now)
  private let ahead = Mutex(0)

  var now: Int {
    let (seconds, attoseconds) = (ContinuousClock.now - start.steady).components
    return start.wall + Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000) + ahead.withLock { $0 }
  }

  /// Moves the clock forward to a point in time.
  func advance(to moment: Int) {
    let missing = moment - now
    if missing > 0 { ahead.withLock { $0 += missing } }
  }
}

/// Execution of the core's effects.
extension LiveClient {
  func perform(_ effects: [RunClient.Effect]) {
    for effect in effects {
      switch effect {
      case .send(let message): link?.outgoing.yield(message)
      case .open(let transport): open(transport)
      case .close:
        opening?.end()
        opening = nil
        endLink(.connectionFailed("the client ended the connection"))
      }
    }
    planWake()
    signalChange()
  }

  private func open(_ transport: RunTransport) {
    opening?.end()
    lastLinkID += 1
    let id = lastLinkID
    let (messages, outgoing) = AsyncStream<[UInt8]>.makeStream()
    let events = LinkEvents(
      opened: { await self.linkOpened(id) }, received: { message in await self.receive(message, over: id) })
    let task = Task { [network, server] in
      var fault = ClientFault.connectionFailed("\(transport): the connection ended")
      do {
        try await network.carry(messages, over: transport, to: server, events)
      } catch {
        fault = ClientFault.of(error, "\(transport)")
      }
      self.linkEnded(id, fault)
    }
    let deadline = Task { [server] in
      try? await Task.sleep(for: .seconds(server.timeout))
      if !Task.isCancelled { self.openingIsLate(id) }
    }
    opening = LiveLink(id: id, transport: transport, outgoing: outgoing, task: task, deadline: deadline)
  }

  private func linkOpened(_ id: Int) {
    guard let opened = opening, opened.id == id else { return }
    opened.deadline.cancel()
    opening = nil
    endLink(.connectionFailed("a better connection took its place"))
    link = opened
    perform(core.opened(opened.transport, now: clock.now))
  }

  func linkEnded(_ id: Int, _ fault: ClientFault) {
    if let tried = opening, tried.id == id {
      tried.end()
      opening = nil
      lastFault = fault
      perform(core.refused(tried.transport, now: clock.now))
    } else if link?.id == id {
      endLink(fault)
      perform(core.lost(now: clock.now))
    }
  }

  private func openingIsLate(_ id: Int) {
    linkEnded(id, .connectionFailed("no connection within \(server.timeout) seconds"))
  }

  /// Closes the connection. It is then unknown whether unanswered control messages were carried out.
  private func endLink(_ fault: ClientFault) {
    guard let ended = link else { return }
    ended.end()
    link = nil
    lastFault = fault
    let waiting = controls.values.joined()
    controls = [:]
    for box in waiting {
      box.fill(.failure(.connectionFailed("\(fault); whether the message was carried out is not known")))
    }
  }

  private func planWake() {
    guard core.nextWake != plannedWake else { return }
    alarm?.cancel()
    plannedWake = core.nextWake
    guard let due = plannedWake, !isClosed else { return }
    alarm = Task {
      try? await Task.sleep(for: .milliseconds(max(0, due - clock.now)))
      if !Task.isCancelled { wake() }
    }
  }

  private func wake() {
    plannedWake = nil
    perform(core.wake(now: clock.now))
  }

  /// Performs the next due task at once: a poll, another attempt, or a request for missing events. The clock stays ahead by that
  /// time.
  func skipToNextWake() {
    guard let due = core.nextWake else { return }
    clock.advance(to: due)
    wake()
  }
}

/// Messages from the session.
extension LiveClient {
  private func receive(_ message: [UInt8], over id: Int) {
    guard link?.id == id else { return }
    switch JSONSlice.members(of: message[...])?.first {
    case ("answer", let body)?:
      if let answer = LiveAnswer(body) { take(answer) }
    case ("problem", let body)?: take(ServerProblem(Array(body)))
    case ("capabilities", _)?: link?.isGreeted = true
    default: break
    }
    perform(core.receive(message, now: clock.now))
  }

  private func take(_ answer: LiveAnswer) {
    if let box = nextControl(answer.to) { return box.fill(.success(answer)) }
    answers.removeValue(forKey: answer.to)?.fill(.success(answer))
    saveQueueSoon()
  }

  /// Handles a problem. After a temporary one the proposal is sent again; after another one it waits for the user.
  private func take(_ problem: ServerProblem) {
    let about = problem.about ?? ""
    if let box = nextControl(about) { return box.fill(.failure(.problem(problem))) }
    guard !problem.isTemporary else {
      return core.putOff(about, until: clock.now + min(max(problem.retryAfter ?? 1, 1), 60) * 1_000)
    }
    core.putOff(about, until: nil)
    answers.removeValue(forKey: about)?.fill(.failure(.problem(problem)))
    saveQueueSoon()
  }

  private func nextControl(_ type: String) -> AnswerBox? {
    guard let waiting = controls[type], !waiting.isEmpty else { return nil }
    controls[type]?.removeFirst()
    return waiting[0]
  }

  /// Removes answered proposals from the file after a delay. Those that a crash leaves in it are answered again, under their
  /// keys.
  private func saveQueueSoon() {
    guard file != nil, !isSavePlanned, !isClosed else { return }
    isSavePlanned = true
    Task {
      try? await Task.sleep(for: .milliseconds(200))
      isSavePlanned = false
      saveQueue()
    }
  }

  func saveQueue() {
    do throws(ClientFault) { try file?.save(core.savedQueue) } catch { lastFault = error }
  }
}
