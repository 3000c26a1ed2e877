import TruthsJSON

/// What comes from the session.
extension Client {
  /// Takes a message in, and draws the screen anew.
  package mutating func receive(_ message: ServerMessage, at now: Int) -> [ClientEffect] {
    defer { context.render() }
    switch message {
    case .capabilities(let object):
      capabilities = object
      return []
    case .event(let event): return take([event], at: now)
    case .range(let events): return take(events, at: now)
    case .delta(let delta):
      let isFirst = noteResume(at: delta.resumedAtSeq)
      tracker.learn(highest: delta.currentSeq)
      return take(delta.events, at: now) + (isFirst ? flush() : [])
    case .snapshot(let snapshot):
      let isFirst = noteResume(at: snapshot.seq)
      return take(snapshot, at: now) + (isFirst ? flush() : [])
    case .answer(let answer): return take(answer, at: now)
    }
  }

  /// The first answer on a new connection says where it goes on; polls and mends that follow do not.
  private mutating func noteResume(at seq: Int) -> Bool {
    guard isResuming else { return false }
    isResuming = false
    resumedAtSeq = seq
    return true
  }

  private mutating func take(_ events: [Event], at now: Int) -> [ClientEffect] {
    var effects: [ClientEffect] = []
    for event in events {
      switch tracker.receive(event) {
      case .inOrder(let ready): apply(ready)
      case .gap(let first, let last, let size):
        effects.append(.send(size > SequenceTracker.largestRange ? .snapshot : .range(from: first, to: last)))
      case .duplicate, .held: break
      }
    }
    planMend(at: now)
    return effects
  }

  private mutating func take(_ snapshot: Snapshot, at now: Int) -> [ClientEffect] {
    if let waiting = tracker.jump(to: snapshot.seq) {
      context = snapshot.state
      apply(waiting)
    }
    tracker.learn(highest: snapshot.currentSeq)
    let new = snapshot.events.filter { $0.seq > tracker.seq }
    return take(new, at: now)
  }

  private mutating func take(_ answer: Answer, at now: Int) -> [ClientEffect] {
    lastAnswer = answer
    outbox.removeAll { $0.key == answer.to }
    // Where nothing is pushed the next poll brings what is new; that it has not come yet is no loss.
    if transport?.isPushed == true { tracker.learn(highest: answer.currentSeq) }
    planMend(at: now)
    return []
  }

  private mutating func apply(_ events: [Event]) {
    eventsSeen += events.count
    for event in events { context.apply(event) }
  }

  /// Asks again for what is missing.
  mutating func mend(at now: Int) -> [ClientEffect] {
    mendAt = nil
    guard isConnected, let hole = tracker.firstHole else { return [] }
    mendAt = now + Client.mendInterval
    let isLarge = tracker.highest - tracker.seq > SequenceTracker.largestRange
    return [.send(isLarge ? .snapshot : .range(from: hole.from, to: hole.to))]
  }

  private mutating func planMend(at now: Int) {
    if tracker.firstHole == nil { mendAt = nil } else if mendAt == nil { mendAt = now + Client.mendInterval }
  }
}
