import Synchronization

/// A future answer, which arrives once. Any number of tasks may wait for it.
final class AnswerBox: Sendable {
  private struct State {
    var result: Result<LiveAnswer, ClientFault>?
    var waiting: [Int: CheckedContinuation<LiveAnswer, any Error>] = [:]
    var lastID = 0
  }

  private let state = Mutex(State())

  /// Whether the answer has arrived.
  var isFull: Bool { state.withLock { $0.result != nil } }

  /// Sets the result, and resumes the tasks that wait for it; a second result is ignored.
  func fill(_ result: Result<LiveAnswer, ClientFault>) {
    let waiting = state.withLock { state in
      guard state.result == nil else { return [CheckedContinuation<LiveAnswer, any Error>]() }
      state.result = result
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting { continuation.resume(with: result.mapError { $0 as any Error }) }
  }

  /// Waits for the answer.
  func value() async throws -> LiveAnswer {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<LiveAnswer, any Error>? = state.withLock { state in
          if let result = state.result { return result.mapError { $0 as any Error } }
          if Task.isCancelled { return .failure(CancellationError()) }
          state.waiting[id] = continuation
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(throwing: CancellationError())
    }
  }
}

/// A sent or queued proposal. It is sent again under its key until it is answered.
public struct Submission: Sendable {
  /// The idempotency key of the proposal.
  public let key: String
  let box: AnswerBox

  /// Whether the answer has arrived.
  public var isAnswered: Bool { box.isFull }

  /// Waits for the answer. A rejection by the rules is an answer, too.
  ///
  /// - Throws: ``ClientFault/problem(_:)`` where the server refuses the proposal permanently, ``ClientFault/closed``, and
  ///   `CancellationError` where the waiting task is cancelled. The client keeps the proposal then.
  public func answer() async throws -> LiveAnswer { try await box.value() }
}
