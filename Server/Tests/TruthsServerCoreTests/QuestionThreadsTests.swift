import Dispatch
import Synchronization
import Testing
import TruthsServerCore

struct QuestionThreadsTests {
  private final class Count: Sendable {
    let value = Mutex(0)
  }

  @Test("so many questions are answered at once, and one more is refused where none may wait")
  func places() async throws {
    let threads = QuestionThreads(atOnce: 2, mostWaiting: 0)
    let (gate, begun) = (DispatchSemaphore(value: 0), Count())
    let held = (0..<2).map { number in
      Task {
        try await threads.answer {
          begun.value.withLock { $0 += 1 }
          gate.wait()
          return number
        }
      }
    }
    while begun.value.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(5)) }
    await #expect(throws: TooManyQuestions.self) { try await threads.answer { 9 } }
    for _ in held { gate.signal() }
    for (number, task) in held.enumerated() {
      let answer = try await task.value
      #expect(answer == number)
    }
    let answer = try await threads.answer { 4 }
    #expect(answer == 4)
  }

  @Test("what waits is answered in its turn")
  func waiting() async throws {
    let threads = QuestionThreads(atOnce: 1, mostWaiting: 100)
    let most = Count()
    let running = Count()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<50 {
        group.addTask {
          try await threads.answer {
            let now = running.value.withLock { value in
              value += 1
              return value
            }
            most.value.withLock { $0 = max($0, now) }
            running.value.withLock { $0 -= 1 }
            return number
          }
        }
      }
      var sum = 0
      for try await number in group { sum += number }
      #expect(sum == 49 * 50 / 2)
    }
    #expect(most.value.withLock { $0 } == 1)
  }

  @Test("what a question throws comes back, and its place is free again")
  func faults() async throws {
    let threads = QuestionThreads(atOnce: 1, mostWaiting: 0)
    for _ in 0..<3 {
      await #expect(throws: CancellationError.self) { try await threads.answer { throw CancellationError() } }
    }
    let answer = try await threads.answer { 1 }
    #expect(answer == 1)
  }
}
