import Dispatch
import Synchronization

/// Answers questions on several threads of its own, so that they do not delay decisions.
package final class QuestionThreads: Sendable {
  private let queue = DispatchQueue(label: "truths.questions", attributes: .concurrent)
  private let state = Mutex(State())
  private let atOnce: Int
  private let mostWaiting: Int

  private typealias Work = @Sendable () -> Void

  private struct State {
    var running = 0
    /// Work that waits for a thread, the oldest first.
    var waiting: [Work] = []
  }

  /// - Parameters:
  ///   - atOnce: number of questions answered at once.
  ///   - mostWaiting: number of further questions that may wait; any more are refused.
  package init(atOnce: Int = 4, mostWaiting: Int = 256) {
    self.atOnce = max(1, atOnce)
    self.mostWaiting = max(0, mostWaiting)
  }

  /// Answers a question.
  ///
  /// - Throws: ``TooManyQuestions``, and the errors of the question.
  package func answer<Answer: Sendable>(_ question: @escaping @Sendable () throws -> Answer) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      begin {
        continuation.resume(with: Result(catching: question))
      } orRefuse: {
        continuation.resume(throwing: TooManyQuestions())
      }
    }
  }

  private func begin(_ work: @escaping Work, orRefuse refuse: () -> Void) {
    let isTaken = state.withLock { state in
      if state.running < atOnce {
        state.running += 1
        queue.async { self.run(work) }
        return true
      }
      guard state.waiting.count < mostWaiting else { return false }
      state.waiting.append(work)
      return true
    }
    if !isTaken { refuse() }
  }

  /// Runs the given work, then waiting work as long as there is some.
  private func run(_ first: @escaping Work) {
    var next: Work? = first
    while let work = next {
      work()
      next = state.withLock { state in
        if state.waiting.isEmpty {
          state.running -= 1
          return nil
        }
        return state.waiting.removeFirst()
      }
    }
  }
}

/// The error that a question is refused because too many wait already.
package struct TooManyQuestions: Error, Hashable, CustomStringConvertible {
  package var description: String { "as many questions wait as may; ask again later" }
}
