import Dispatch
import Foundation
import Synchronization

/// What comes over standard input. It is read on a thread, since a file, a pipe and a terminal have nothing else in common, and
/// only when somebody wants more.
final class StandardInput: Sendable {
  private let queue = DispatchQueue(label: "truths.input")
  private let state = Mutex<(waiting: CheckedContinuation<[UInt8]?, Never>?, isClosed: Bool)>((nil, false))

  /// The next bytes; `nil` at the end, and once it is closed.
  func read() async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      let isClosed = state.withLock { state in
        if !state.isClosed { state.waiting = continuation }
        return state.isClosed
      }
      if isClosed { return continuation.resume(returning: nil) }
      queue.async {
        let bytes = Self.next()
        self.state.withLock { state in
          defer { state.waiting = nil }
          return state.waiting
        }?.resume(returning: bytes)
      }
    }
  }

  /// Ends it for whoever waits; what comes later is lost.
  func close() {
    state.withLock { state in
      defer { state = (nil, true) }
      return state.waiting
    }?.resume(returning: nil)
  }

  private static func next() -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
      repeat { count = Foundation.read(STDIN_FILENO, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
      count = max(0, count)
    }
    return bytes.isEmpty ? nil : bytes
  }
}
