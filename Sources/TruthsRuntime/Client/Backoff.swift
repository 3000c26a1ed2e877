/// How long to wait before the next try to connect: 1 s, doubling, at most 30 s (contract §14.4).
package struct Backoff: Hashable, Sendable {
  /// The wait before the next try, in milliseconds.
  package private(set) var delay = Backoff.first

  /// 1 s.
  package static let first = 1_000
  /// 30 s.
  package static let ceiling = 30_000

  package init() {}

  /// The wait that comes now, in milliseconds; the one after it is twice as long, up to the ceiling.
  package mutating func next() -> Int {
    defer { delay = min(delay * 2, Backoff.ceiling) }
    return delay
  }

  /// Begins again at 1 s: a connection was made.
  package mutating func reset() { delay = Backoff.first }
}
