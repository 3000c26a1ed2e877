import Dispatch
import Synchronization

/// A value that another thread computes. A reader may stop waiting, and wait again later.
package final class BackgroundResult<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let bell = DispatchSemaphore(value: 0)

  /// Begins the work, which runs to its end even if no reader waits for it any more.
  package init(_ work: @escaping @Sendable () -> Value) {
    DispatchQueue.global().async {
      let made = work()
      self.value.withLock { $0 = made }
      self.bell.signal()
    }
  }

  /// Waits for the value. One thread at a time may wait.
  ///
  /// - Parameter isInterrupted: ends the wait; it is asked every millisecond.
  /// - Returns: `nil` where the wait was ended before the value was there.
  package func value(until isInterrupted: () -> Bool) -> Value? {
    while true {
      if let made = value.withLock({ $0 }) { return made }
      if isInterrupted() { return nil }
      _ = bell.wait(timeout: .now() + .milliseconds(1))
    }
  }
}
