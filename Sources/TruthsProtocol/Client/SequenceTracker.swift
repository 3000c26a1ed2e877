import TruthsJSON
package import TruthsRuntime

/// Puts events in the order of their `seq`: drops duplicates, holds early ones, never moves back (sessions §8.2).
///
/// In the client's view, an event follows the one with its `prev_seq` or, without that member, the one with `seq - 1`.
package struct SequenceTracker: Hashable, Sendable {
  /// The highest `seq` up to which the view has no gap.
  package private(set) var seq = 0
  /// The highest `seq` that is known to exist.
  package private(set) var highest = 0
  /// Number of events that came more than once.
  package private(set) var duplicates = 0
  /// Events after a gap, ascending by `seq`.
  private var early: [Event] = []

  /// Largest gap that a range request fills, in events; for a larger one, a snapshot is requested (contract §14.6).
  package static let largestRange = 100
  /// Maximum number of held events. Further ones are dropped, and come again with the missing ones.
  static let mostHeld = 10_000
  /// Maximum number of missing events that a view lists.
  static let listedMissing = 10_000

  package init() {}

  /// A tracker that continues after a `seq`.
  package init(from seq: Int) { (self.seq, highest) = (max(0, seq), max(0, seq)) }

  /// The effect of a received event.
  package enum Receipt: Hashable, Sendable {
    /// The event and the held events after it, in order.
    case inOrder([Event])
    case duplicate
    /// The event is held. In all `size` events are missing; the newest gap is from `from` to `to`.
    case gap(from: Int, to: Int, size: Int)
    /// The event is held: it fills a part of a gap, or follows a known gap.
    case buffered
  }

  package mutating func receive(_ event: Event) -> Receipt {
    let index = early.firstIndex { $0.seq >= event.seq } ?? early.count
    if event.seq <= seq || early.indices.contains(index) && early[index].seq == event.seq {
      duplicates += 1
      return .duplicate
    }
    let before = max(highest, seq)
    highest = max(highest, event.seq)
    if early.count >= Self.mostHeld, event.seqBefore > seq { return .buffered }
    early.insert(event, at: index)
    let ready = drain()
    if !ready.isEmpty { return .inOrder(ready) }
    guard event.seqBefore > before else { return .buffered }
    return .gap(from: before + 1, to: event.seqBefore, size: event.seqBefore - seq)
  }

  /// Records that the stream has reached a `seq` whose event has not come.
  package mutating func learn(highest known: Int) { highest = max(highest, known) }

  /// Applies a checkpoint: up to it the view has no further events, except those known to be missing.
  package mutating func take(_ checkpoint: Checkpoint) {
    guard (checkpoint.prevSeq ?? checkpoint.seq) <= seq, early.first.map({ $0.seq > checkpoint.seq }) ?? true else {
      return learn(highest: checkpoint.prevSeq ?? checkpoint.seq)
    }
    seq = max(seq, checkpoint.seq)
    highest = max(highest, seq)
  }

  /// Continues from a snapshot, which includes everything up to its `seq`. Never moves back.
  ///
  /// - Returns: the held events that follow without a gap; `nil` if the snapshot is older than the present state.
  package mutating func jump(to target: Int) -> [Event]? {
    guard target > seq else { return nil }
    seq = target
    highest = max(highest, target)
    early.removeAll { $0.seq <= target }
    return drain()
  }

  /// Number of events from the present state to the end of the last gap, measured as in ``receive(_:)``.
  package var missingSpan: Int {
    let end = early.last.map { $0.seq == highest ? $0.seqBefore : highest } ?? highest
    return max(0, end - seq)
  }

  /// The first gap; `nil` if no event is missing.
  package var firstHole: (from: Int, to: Int)? {
    guard seq < highest else { return nil }
    return (seq + 1, early.first?.seqBefore ?? highest)
  }

  /// The missing events between ``seq`` and ``highest``, ascending; at most the first 10,000.
  package var missing: [Int] {
    var missing: [Int] = []
    var reached = seq
    for (before, next) in early.map({ ($0.seqBefore, $0.seq) }) + [(highest, highest)] {
      missing += Array((reached + 1..<max(reached, before) + 1).prefix(SequenceTracker.listedMissing - missing.count))
      reached = next
    }
    return missing
  }

  private mutating func drain() -> [Event] {
    var count = 0
    while count < early.count, early[count].seqBefore <= seq {
      seq = early[count].seq
      count += 1
    }
    defer { early.removeFirst(count) }
    highest = max(highest, seq)
    return Array(early[..<count])
  }
}

extension Event {
  /// `seq` of the previous event in the view to which this one belongs.
  fileprivate var seqBefore: Int { min(seq - 1, max(0, prevSeq ?? seq - 1)) }
}

/// Wait before the next attempt to connect: 1 s, doubled each time, at most 30 s (contract §14.4).
package struct Backoff: Hashable, Sendable {
  /// Wait before the next attempt, in milliseconds.
  package private(set) var delay = Backoff.first

  /// First wait, in milliseconds: 1 s.
  package static let first = 1_000
  /// Longest wait, in milliseconds: 30 s.
  package static let ceiling = 30_000

  package init() {}

  /// Returns the present wait in milliseconds, and doubles the next one up to the ceiling.
  package mutating func next() -> Int {
    defer { delay = min(delay * 2, Backoff.ceiling) }
    return delay
  }

  /// Resets the wait to 1 s after a connection.
  package mutating func reset() { delay = Backoff.first }
}

/// The idempotency key of a proposal (contract §16.1): `{device_id}:{action}:{timestamp_ms}:{random_4}`.
enum ProposalKey {
  /// Returns a key.
  ///
  /// Its last part is not random, so that the same proposal at the same moment has the same key. It is the first four hexadecimal
  /// digits of the SHA-256 of the proposal's canonical form.
  static func make(deviceID: String, proposal: JSONObject, at milliseconds: Int) -> String {
    let action = proposal.text("action") ?? proposal.object("proposal")?.text("action") ?? ""
    let digest = Identity.digest(JSONValue.object(proposal).canonical()).prefix(4)
    // The moment always has 13 digits; parsers of the key rely on that.
    let moment = String(min(max(milliseconds, 0), 9_999_999_999_999))
    return "\(deviceID):\(action):\(String(repeating: "0", count: 13 - moment.utf8.count))\(moment):\(digest)"
  }
}
