/// Puts events into the order of their `seq`: drops what came before, holds what came too early, never moves back (runtime.md
/// §5).
package struct SequenceTracker: Hashable, Sendable {
  /// The highest `seq` without a gap below it.
  package private(set) var seq = 0
  /// The highest `seq` that is known to exist.
  package private(set) var highest = 0
  /// Events that came although they were there already.
  package private(set) var duplicates = 0
  /// Events behind a gap, by `seq`.
  private var early: [Int: Event] = [:]

  /// The largest gap that is mended by a range; above it a snapshot is asked for (contract §14.6).
  package static let largestRange = 100
  /// How many missing ones a view lists at most.
  static let listedMissing = 10_000

  package init() {}

  /// What an event did.
  package enum Receipt: Hashable, Sendable {
    /// It and those that waited for it, in order.
    case inOrder([Event])
    case duplicate
    /// It is held; events are missing, in all `size`, the newest hole from `from` to `to`.
    case gap(from: Int, to: Int, size: Int)
    /// It is held; it fills a hole in part, or stands behind one that is known.
    case held
  }

  /// Takes an event in.
  package mutating func receive(_ event: Event) -> Receipt {
    if event.seq <= seq || early[event.seq] != nil {
      duplicates += 1
      return .duplicate
    }
    let before = highest
    highest = max(highest, event.seq)
    early[event.seq] = event
    let ready = drain()
    if !ready.isEmpty { return .inOrder(ready) }
    guard event.seq - 1 > max(before, seq) else { return .held }
    return .gap(from: max(before, seq) + 1, to: event.seq - 1, size: event.seq - 1 - seq)
  }

  /// Learns that the stream has come as far as a `seq`, without its event.
  package mutating func learn(highest known: Int) { highest = max(highest, known) }

  /// Goes on from a snapshot: everything up to its `seq` is in it. Never moves back.
  ///
  /// - Returns: The events that waited and follow it without a gap; `nil` when the snapshot is older than what is there.
  package mutating func jump(to target: Int) -> [Event]? {
    guard target > seq else { return nil }
    seq = target
    highest = max(highest, target)
    early = early.filter { $0.key > target }
    return drain()
  }

  /// The first hole; `nil` where nothing is missing.
  package var firstHole: (from: Int, to: Int)? {
    guard seq < highest else { return nil }
    let next = early.keys.min() ?? highest + 1
    return (seq + 1, next - 1)
  }

  /// Those between ``seq`` and ``highest`` that have not come, ascending, the first 10,000 of them.
  package var missing: [Int] {
    var missing: [Int] = []
    var candidate = seq
    while candidate < highest, missing.count < SequenceTracker.listedMissing {
      candidate += 1
      if early[candidate] == nil { missing.append(candidate) }
    }
    return missing
  }

  private mutating func drain() -> [Event] {
    var ready: [Event] = []
    while let event = early.removeValue(forKey: seq + 1) {
      ready.append(event)
      seq += 1
    }
    highest = max(highest, seq)
    return ready
  }
}
