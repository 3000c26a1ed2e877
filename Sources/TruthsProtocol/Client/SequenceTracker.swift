import TruthsJSON
package import TruthsRuntime

/// Orders events by their `seq`: drops duplicates, holds early ones, never moves back (sessions §8.2).
///
/// An event follows the one before it in the client's view: that of its `prev_seq`, or where it has none of `seq - 1`.
package struct SequenceTracker: Hashable, Sendable {
  /// The highest `seq` up to which nothing of the view is missing.
  package private(set) var seq = 0
  /// The highest `seq` that is known to exist.
  package private(set) var highest = 0
  /// The number of events that came more than once.
  package private(set) var duplicates = 0
  /// Events after a gap, in the order of their `seq`.
  private var early: [Event] = []

  /// The largest gap that is filled by a range; for a larger one, a snapshot is requested (contract §14.6).
  package static let largestRange = 100
  /// The most events that are held; further ones are dropped, and come again with what is missing.
  static let mostHeld = 10_000
  /// The most missing events that a view lists.
  static let listedMissing = 10_000

  package init() {}

  /// A tracker that goes on from a `seq`.
  package init(from seq: Int) { (self.seq, highest) = (max(0, seq), max(0, seq)) }

  /// The effect of an event.
  package enum Receipt: Hashable, Sendable {
    /// It and the held events after it, in order.
    case inOrder([Event])
    case duplicate
    /// It is held; events are missing, in all `size`, the newest hole from `from` to `to`.
    case gap(from: Int, to: Int, size: Int)
    /// It is held: it fills a part of a gap, or follows a known one.
    case held
  }

  /// Receives an event.
  package mutating func receive(_ event: Event) -> Receipt {
    let place = early.firstIndex { $0.seq >= event.seq } ?? early.count
    if event.seq <= seq || early.indices.contains(place) && early[place].seq == event.seq {
      duplicates += 1
      return .duplicate
    }
    let before = max(highest, seq)
    highest = max(highest, event.seq)
    if early.count >= Self.mostHeld, event.seqBefore > seq { return .held }
    early.insert(event, at: place)
    let ready = drain()
    if !ready.isEmpty { return .inOrder(ready) }
    guard event.seqBefore > before else { return .held }
    return .gap(from: before + 1, to: event.seqBefore, size: event.seqBefore - seq)
  }

  /// Records that the stream has reached a `seq`, without its event.
  package mutating func learn(highest known: Int) { highest = max(highest, known) }

  /// Takes in that nothing of the view is to come up to a checkpoint, but for events that are known to be missing.
  package mutating func take(_ checkpoint: Checkpoint) {
    guard (checkpoint.prevSeq ?? checkpoint.seq) <= seq, early.first.map({ $0.seq > checkpoint.seq }) ?? true else {
      return learn(highest: checkpoint.prevSeq ?? checkpoint.seq)
    }
    seq = max(seq, checkpoint.seq)
    highest = max(highest, seq)
  }

  /// Continues from a snapshot, which includes everything up to its `seq`. Never moves back.
  ///
  /// - Returns: The held events that follow it without a gap; `nil` if the snapshot is older than the present state.
  package mutating func jump(to target: Int) -> [Event]? {
    guard target > seq else { return nil }
    seq = target
    highest = max(highest, target)
    early.removeAll { $0.seq <= target }
    return drain()
  }

  /// From the present state to the end of the last gap, as ``receive(_:)`` measures one.
  package var missingSpan: Int {
    let end = early.last.map { $0.seq == highest ? $0.seqBefore : highest } ?? highest
    return max(0, end - seq)
  }

  /// The first gap; `nil` if nothing is missing.
  package var firstHole: (from: Int, to: Int)? {
    guard seq < highest else { return nil }
    return (seq + 1, early.first?.seqBefore ?? highest)
  }

  /// The missing ones between ``seq`` and ``highest``, ascending, the first 10,000 of them.
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
  /// The `seq` of the event before it in the view that it comes in.
  fileprivate var seqBefore: Int { min(seq - 1, max(0, prevSeq ?? seq - 1)) }
}

/// How long to wait before the next try to connect: 1 s, doubling, at most 30 s (contract §14.4).
package struct Backoff: Hashable, Sendable {
  /// The wait before the next try, in milliseconds.
  package private(set) var delay = Backoff.first

  /// 1 s.
  package static let first = 1_000
  /// 30 s.
  package static let ceiling = 30_000

  package init() {}

  /// The present wait, in milliseconds; the next one is twice as long, up to the ceiling.
  package mutating func next() -> Int {
    defer { delay = min(delay * 2, Backoff.ceiling) }
    return delay
  }

  /// Resets the wait to 1 s after a connection.
  package mutating func reset() { delay = Backoff.first }
}

/// The idempotency key of a proposal, contract §16.1: `{device_id}:{action}:{timestamp_ms}:{random_4}`.
enum ProposalKey {
  /// A key. Its last part is not random, so that the same proposal at the same moment has the same key: it is the first four
  /// hexadecimal digits of SHA-256 of the proposal's canonical form.
  static func make(deviceID: String, proposal: JSONObject, at milliseconds: Int) -> String {
    let action = proposal.text("action") ?? proposal.object("proposal")?.text("action") ?? ""
    let digest = Identity.digest(JSONValue.object(proposal).canonical()).prefix(4)
    // The moment always has 13 digits, by which the key is parsed.
    let moment = String(min(max(milliseconds, 0), 9_999_999_999_999))
    return "\(deviceID):\(action):\(String(repeating: "0", count: 13 - moment.utf8.count))\(moment):\(digest)"
  }
}
