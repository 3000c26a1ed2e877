/// One client's way to the session.
struct Link: Hashable, Sendable {
  /// The transport of its connection; `nil` while it has none.
  var kind: TransportKind?
  /// Frames of an earlier connection never arrive.
  var generation = 0
  /// Whether the network is gone.
  var isDown = false
  /// When the network comes back by itself, in milliseconds since 1970.
  var downUntil: Int?
  /// Nothing arrives before, so that what follows a delayed frame stays behind it.
  var holdUntil = Int.min
  /// Transports that cannot be had.
  var blocked: Set<TransportKind> = []
  /// Events held back to come in another order, and how many are waited for.
  var reordered: [Event] = []
  var reorderCount = 0

  func isReachable(over kind: TransportKind, at now: Int) -> Bool {
    let isUp = !isDown || downUntil.map { $0 <= now } ?? false
    return isUp && !blocked.contains(kind)
  }
}
