import Dispatch
import Synchronization

/// Messages from other threads to the one that waits for them, in the order in which they came.
final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let arrived = DispatchSemaphore(value: 0)

  func put(_ message: Message) {
    messages.withLock { $0.append(message) }
    arrived.signal()
  }

  /// The next message, waited for. Nobody else may take any.
  func take() -> Message {
    arrived.wait()
    return messages.withLock { $0.removeFirst() }
  }
}
