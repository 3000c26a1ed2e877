import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// The client's view of the stream, and the answers to clients that were offline or miss events (contract §13.4, §14.6).
extension Session {
  /// Answers a client's `resume`. It subscribes before it reads the backlog, so that no event is lost between the two.
  mutating func resume(_ resumption: Resumption, by name: String) {
    guard var channel = channels[name] else { return }
    let isKnown = resumption.streamID.map { $0 == stream.streamID } ?? true
    if resumption.isSubscribing { channel.subscribe(behind: currentSeq, resumption.filter) }
    channels[name] = channel
    let seq = isKnown && resumption.seq <= currentSeq ? max(0, resumption.seq) : nil
    answer(name, backlog(after: seq, resumption.filter, for: name))
    guard resumption.isSubscribing else { return }
    let last = lastOfView(before: currentSeq + 1, resumption.filter, channel.client.actor)
    channels[name]?.lastSeen = last
  }

  /// Returns everything of a client's view after a `seq`: a delta or, for a large gap, a snapshot with the recent events.
  ///
  /// A gap is large if it has more than `max_resume_gap` events, or if `seq` is `nil`: not of this stream.
  private mutating func backlog(after seq: Int?, _ filter: StreamFilter, for name: String) -> ServerMessage {
    guard let seq, currentSeq - seq <= options.maxResumeGap, seq >= log.droppedSeq else {
      return .snapshot(snapshot(filter, for: name))
    }
    let events = view(from: seq + 1, to: currentSeq, filter, for: name)
    let checkpoint = checkpoint(for: name, after: events.last, or: seq)
    return .delta(Delta(resumedAtSeq: seq, currentSeq: currentSeq, events: events, checkpoint: checkpoint))
  }

  /// Returns the events from one `seq` to another that a client may see, both included, at most `max_resume_gap`.
  mutating func range(from first: Int, to last: Int, for name: String) -> [Event] {
    let first = max(1, first)
    let (end, overflow) = first.addingReportingOverflow(options.maxResumeGap - 1)
    return view(from: first, to: overflow ? last : min(last, end), channels[name]?.filter ?? StreamFilter(), for: name)
  }

  /// Returns the state, and the recent events after it, as a client may see them.
  mutating func snapshot(_ filter: StreamFilter, for name: String) -> Snapshot {
    let seq = pastSeq
    let actor = channels[name]?.client.actor ?? JSONObject()
    let subjects = past.subjects
    var readable: Set<ReadSubject> = []
    for subject in subjects where mayRead(subject, actor) { readable.insert(subject) }
    if readable.count < subjects.count { channels[name]?.isPartial = true }
    let events = view(from: seq + 1, to: currentSeq, filter, for: name)
    return Snapshot(
      streamID: streamID, seq: seq, state: masked(past.seen(readable, filter), actor).withoutOwners, currentSeq: currentSeq,
      events: events, checkpoint: checkpoint(for: name, after: events.last, or: seq))
  }

  /// Returns the end of the sent events, for a client whose view leaves events out; `nil` for other clients.
  private func checkpoint(for name: String, after event: Event?, or seq: Int) -> Checkpoint? {
    guard channels[name]?.isPartial == true else { return nil }
    return Checkpoint(seq: currentSeq, prevSeq: event?.seq ?? seq)
  }

  /// Returns the events from one `seq` to another that belong to a client's view.
  private mutating func view(from first: Int, to last: Int, _ filter: StreamFilter, for name: String) -> [Event] {
    guard let actor = channels[name]?.client.actor else { return [] }
    var events: [Event] = []
    var before: Int?
    var isPartial = !filter.isEmpty
    for logged in log.slice(from: first, to: last) {
      guard includes(logged, filter, actor) else {
        isPartial = true
        continue
      }
      events.append(seen(logged, by: actor, after: before ?? lastOfView(before: first, filter, actor), filter))
      before = logged.event.seq
    }
    if isPartial { channels[name]?.isPartial = true }
    return events
  }

  /// Returns an event as a client sees it: masked, and with the `seq` of the previous event of its view.
  ///
  /// That member is left out if it is `seq - 1`, unless the view has a filter.
  private mutating func seen(_ logged: LoggedEvent, by actor: JSONObject, after before: Int, _ filter: StreamFilter) -> Event {
    var event = masked(logged, actor)
    if !filter.isEmpty || before != event.seq - 1 { event.prevSeq = before }
    return event
  }

  /// Returns the last event of a view before a `seq`, as far as events are kept.
  private mutating func lastOfView(before seq: Int, _ filter: StreamFilter, _ actor: JSONObject) -> Int {
    var seq = seq - 1
    while seq > log.droppedSeq, let logged = log[seq] {
      if includes(logged, filter, actor) { return seq }
      seq -= 1
    }
    return max(0, seq)
  }

  private mutating func includes(_ logged: LoggedEvent, _ filter: StreamFilter, _ actor: JSONObject) -> Bool {
    filter.includes(logged.event) && mayRead(logged.subject, actor)
  }

  /// Whether a client may read something that belongs to an organisation. Everybody may read something without an owner (`nil`).
  package mutating func mayRead(organisation: String?, for name: String) -> Bool {
    guard let actor = channels[name]?.client.actor else { return false }
    return mayRead(ReadSubject(organisation: organisation), actor)
  }

  /// Whether an actor may read what belongs to a subject's organisation.
  mutating func mayRead(_ subject: ReadSubject, _ actor: JSONObject) -> Bool {
    authority.mayRead(subject, actor, on: context, now: clock)
  }
}

/// The outgoing messages of clients.
extension Session {
  /// Clients with messages to take: an answer, or events that are durable.
  package var clientsWithFrames: [String] {
    channels.filter { hasFrames($0.value) }.map(\.key).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func hasFrames(_ channel: Channel) -> Bool {
    if let answer = channel.answers.first {
      return answer.after <= durableSeq || channel.isSubscribed && channel.cursor < durableSeq
    }
    return channel.isSubscribed && channel.cursor < durableSeq
  }

  /// Returns and removes the next messages for a client, in order. Only durable events are given (``saved(_:)``).
  package mutating func takeFrames(for name: String, atMost most: Int = .max) -> [ServerMessage] {
    guard var channel = channels[name] else { return [] }
    var frames: [ServerMessage] = []
    var hasAnswered = false
    while frames.count < most {
      let target = min(durableSeq, channel.answers.first?.after ?? durableSeq)
      if channel.isSubscribed, channel.cursor < target {
        channels[name] = channel
        let event = nextEvent(for: name, upTo: target)
        channel = channels[name] ?? channel
        if let event { frames.append(event) }
        continue
      }
      guard let answer = channel.answers.first, answer.after <= durableSeq else { break }
      frames.append(channel.takeAnswer())
      channel.toldSeq = max(channel.toldSeq, answer.after)
      hasAnswered = true
    }
    if hasAnswered, let checkpoint = pendingCheckpoint(of: channel) {
      frames.append(.checkpoint(checkpoint))
      channel.toldSeq = checkpoint.seq
    }
    if !frames.isEmpty { channel.lastFrame = Int(clock.milliseconds) }
    channels[name] = channel
    return frames
  }

  /// Returns a checkpoint after events that are not for the client; `nil` if its view is up to date.
  private func pendingCheckpoint(of channel: Channel) -> Checkpoint? {
    guard channel.isSubscribed, channel.isPartial, channel.cursor > channel.lastSeen else { return nil }
    return Checkpoint(seq: channel.cursor, prevSeq: channel.lastSeen)
  }

  /// Returns the next event of a subscriber's view, and moves the subscriber to that event; `nil` if no event is left up to
  /// `target`.
  ///
  /// A subscriber whose next event is no longer kept gets a snapshot.
  private mutating func nextEvent(for name: String, upTo target: Int) -> ServerMessage? {
    guard let channel = channels[name] else { return nil }
    let actor = channel.client.actor
    if channel.cursor < log.droppedSeq {
      let snapshot = snapshot(channel.filter, for: name)
      channels[name]?.cursor = snapshot.currentSeq
      channels[name]?.lastSeen = snapshot.events.last?.seq ?? snapshot.seq
      if durableSeq < snapshot.currentSeq {
        channels[name]?.add(.snapshot(snapshot), after: snapshot.currentSeq)
        return nil
      }
      return .snapshot(snapshot)
    }
    var seq = channel.cursor
    while seq < target, let logged = log[seq + 1] {
      seq += 1
      guard includes(logged, channel.filter, actor) else {
        channels[name]?.isPartial = true
        continue
      }
      let event = seen(logged, by: actor, after: channel.lastSeen, channel.filter)
      channels[name]?.cursor = seq
      channels[name]?.lastSeen = seq
      return .event(event)
    }
    channels[name]?.cursor = seq
    return nil
  }

  /// Moment of the next heartbeat to a subscriber, in milliseconds since 1970.
  var nextHeartbeat: Int? {
    guard let interval = options.heartbeat else { return nil }
    return channels.values.filter(\.isSubscribed).map { $0.lastFrame + interval }.min()
  }

  /// Adds checkpoints for subscribers that got nothing for a while.
  mutating func beat() {
    guard let interval = options.heartbeat else { return }
    let now = Int(clock.milliseconds)
    for (name, channel) in channels where channel.isSubscribed && channel.lastFrame + interval <= now && channel.answers.isEmpty {
      let checkpoint = Checkpoint(seq: channel.cursor, prevSeq: channel.isPartial ? channel.lastSeen : nil)
      channels[name]?.add(.checkpoint(checkpoint), after: channel.cursor)
      channels[name]?.lastFrame = now
    }
  }
}
