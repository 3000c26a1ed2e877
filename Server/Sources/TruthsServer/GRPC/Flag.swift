import Synchronization

/// A thread-safe Boolean that can be set once.
final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock { $0 } }

  func set() { value.withLock { $0 = true } }
}
