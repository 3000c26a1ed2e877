import Dispatch
import Foundation
import Synchronization

/// Lines on standard output, one behind the other. Whoever writes waits until the system has taken them, on a thread of the
/// output's own.
final class StandardOutput: Sendable {
  /// Nobody reads it any more.
  struct Closed: Error {}

  private let queue = DispatchQueue(label: "truths.output")
  private let state = Mutex<(last: Int, waiting: [Int: CheckedContinuation<Bool, Never>], isClosed: Bool)>((0, [:], false))

  init() {
    // A reader that has gone is an error of the next line, and not the end of the process.
    signal(SIGPIPE, SIG_IGN)
  }

  /// - Throws: ``Closed``.
  func write(_ lines: [UInt8]) async throws(Closed) {
    let isWritten = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
      let number = state.withLock { state -> Int? in
        guard !state.isClosed else { return nil }
        state.last += 1
        state.waiting[state.last] = continuation
        return state.last
      }
      guard let number else { return continuation.resume(returning: false) }
      queue.async {
        let isWritten = Self.write(lines[...])
        self.state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: isWritten)
      }
    }
    if !isWritten { throw Closed() }
  }

  /// Lets whoever waits go on; what the system has not taken is lost.
  func close() {
    let waiting = state.withLock { state in
      defer { (state.waiting, state.isClosed) = ([:], true) }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume(returning: false) }
  }

  private static func write(_ lines: ArraySlice<UInt8>) -> Bool {
    var rest = lines
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
