/// What a client gets that was away, or that misses something (contract §13.4, §14.6).
extension Session {
  /// Everything after a `seq`; where that is more than `max_resume_gap` events, a snapshot and the recent ones.
  package func backlog(after seq: Int) -> ServerMessage {
    let seq = max(0, seq)
    if currentSeq - seq > options.maxResumeGap { return .snapshot(snapshot()) }
    let events = seq < currentSeq ? Array(log[seq...]) : []
    return .delta(Delta(resumedAtSeq: seq, currentSeq: currentSeq, events: events))
  }

  /// The events from one `seq` to another, both included; what there is of them, at most `max_resume_gap`.
  package func range(from first: Int, to last: Int) -> [Event] {
    let first = max(1, first)
    let last = min(last, currentSeq)
    guard first <= last else { return [] }
    return Array(log[(first - 1)...(last - 1)].prefix(options.maxResumeGap))
  }

  /// The state, and the recent events after it.
  ///
  /// - Complexity: O(events): the state before the recent ones is folded from the log.
  package func snapshot() -> Snapshot {
    let seq = max(0, currentSeq - options.recentEvents)
    var past = ContextView()
    for event in log.prefix(seq) { past.apply(event) }
    return Snapshot(seq: seq, state: past, currentSeq: currentSeq, events: Array(log[seq...]))
  }
}
