import Dispatch
import Foundation
import Synchronization

/// Writes lines to standard output in order, on a thread of its own. A writer waits until the system has accepted its lines.
final class StandardOutput: Sendable {
  /// The error that standard output has no reader any more.
  struct Closed: Error {}

  private let queue = DispatchQueue(label: "truths.output")
  private let state = Mutex<(last: Int, waiting: [Int: CheckedContinuation<Bool, Never>], isClosed: Bool)>((0, [:], false))

  init() {
    // A missing reader then fails the next write instead of ending the process.
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

  /// Ends all waiting writes. Lines that the system has not accepted are lost.
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
