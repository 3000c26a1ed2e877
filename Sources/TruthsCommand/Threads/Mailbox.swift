import Dispatch
import Synchronization
import TruthsSystem

/// Passes messages from several threads to a single one, in order of arrival.
final class Mailbox<Message: Sendable>: Sendable {
  private let messages = Mutex<[Message]>([])
  private let arrived = DispatchSemaphore(value: 0)

  func put(_ message: Message) {
    messages.withLock { $0.append(message) }
    arrived.signal()
  }

  /// Waits for the next message. Only one thread may take messages.
  func take() -> Message {
    arrived.wait()
    return messages.withLock { $0.removeFirst() }
  }
}

/// Waits on this thread for the result of a task. Must not be called on a thread that runs tasks.
///
/// The commands are not asynchronous, because a process that decides one proposal needs no second thread, and starting one
/// would take much of its time.
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

/// Counts the processors of this machine, to choose a number of threads.
enum Cores {
  /// Number of processors in use; at least one.
  static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
