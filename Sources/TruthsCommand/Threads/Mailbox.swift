import Dispatch
import Synchronization
import TruthsSystem

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

/// What a task comes to, waited for on this thread, which must be one that no task runs on.
///
/// The commands are not asynchronous themselves, since a process that decides one proposal has no use for a second thread, and
/// starting one is a good part of its time.
func waiting<Value: Sendable>(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
  let mailbox = Mailbox<Result<Value, any Error>>()
  Task.detached {
    do {
      mailbox.put(.success(try await work()))
    } catch {
      mailbox.put(.failure(error))
    }
  }
  return try mailbox.take().get()
}

/// The processors of this machine.
enum Cores {
  /// How many work; at least one.
  static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
