/// Connecting, losing the connection, trying again, falling back (contract §14.3 to §14.5).
extension Client {
  /// Begins a session.
  package mutating func connect(at now: Int) -> [ClientEffect] {
    isWanted = true
    retryAt = nil
    return startAttempt()
  }

  /// Ends the session: no connection, and none is tried until ``connect(at:)``. Proposals are queued.
  package mutating func disconnect() -> [ClientEffect] {
    isWanted = false
    state = .offline
    backoff.reset()
    forgetConnection()
    retryAt = nil
    return [.close]
  }

  /// A connection is open: the session begins with the handshake (contract §8), then goes on from the last `seq`.
  package mutating func opened(_ kind: TransportKind, at now: Int) -> [ClientEffect] {
    attempt = []
    retryAt = nil
    backoff.reset()
    transport = kind
    isResuming = true
    state = kind.isStreaming ? .streaming : .degraded
    pollAt = nextPoll(after: now)
    probeAt = kind == transports.first ? nil : now + Backoff.ceiling
    return [.send(.handshake(handshakeRequest)), .send(.resume(from: tracker.seq, subscribe: kind.isPushed))]
  }

  /// A transport is not to be had: the next one is tried; after the last, later again.
  package mutating func refused(_ kind: TransportKind, at now: Int) -> [ClientEffect] {
    attempt = attempt.filter { $0 != kind }
    if let next = attempt.first { return [.open(next)] }
    if isConnected {
      // It only looked whether something better is to be had.
      probeAt = now + Backoff.ceiling
      return []
    }
    guard isWanted else { return [] }
    retryAt = now + backoff.next()
    return []
  }

  /// The connection broke. The first new try comes at once, as in contract §14.4.
  package mutating func lost(at now: Int) -> [ClientEffect] {
    forgetConnection()
    guard isWanted else { return [] }
    state = .reconnecting
    return startAttempt()
  }

  /// Does what is due.
  package mutating func wake(at now: Int) -> [ClientEffect] {
    var effects: [ClientEffect] = []
    if let due = retryAt, due <= now {
      retryAt = nil
      effects += startAttempt()
    }
    if let due = pollAt, due <= now {
      pollAt = nextPoll(after: now)
      effects.append(.send(.resume(from: tracker.seq, subscribe: false)))
    }
    if let due = probeAt, due <= now {
      probeAt = nil
      attempt = transport == transports.first ? [] : Array(transports.prefix(1))
      effects += attempt.map { .open($0) }
    }
    if let due = mendAt, due <= now { effects += mend(at: now) }
    return effects
  }

  private mutating func startAttempt() -> [ClientEffect] {
    attempt = transports
    return attempt.first.map { [.open($0)] } ?? []
  }

  private mutating func forgetConnection() {
    transport = nil
    isResuming = false
    attempt = []
    pollAt = nil
    probeAt = nil
    mendAt = nil
  }
}
