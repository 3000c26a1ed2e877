import Dispatch
import Foundation
import Synchronization

/// Reads standard input on request. It blocks a thread of its own, the only way that works for files, pipes and terminals
/// alike.
final class StandardInput: Sendable {
  private let queue = DispatchQueue(label: "truths.input")
  private let state = Mutex<(waiting: CheckedContinuation<[UInt8]?, Never>?, isClosed: Bool)>((nil, false))

  /// Returns the next bytes; `nil` at the end, and after ``close()``.
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

  /// Ends a waiting read with `nil`. Later input is lost.
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
