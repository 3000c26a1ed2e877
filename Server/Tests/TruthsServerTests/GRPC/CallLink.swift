import Foundation
import GRPCCore
import SwiftProtobuf
import Synchronization
import TruthsServerMessages

/// A stream of calls that carries both ways.
final class CallLink: ScenarioLink {
  private struct State {
    var messages: [[UInt8]] = []
    var isOpen = true
    /// The number of messages that were sent and not answered.
    var unanswered = 0
  }

  private let state = SharedState()
  private let outgoing: AsyncStream<[UInt8]>.Continuation
  private let task: Task<Void, Never>

  /// The messages that arrived and were not read.
  private final class SharedState: Sendable {
    let state = Mutex(State())
  }

  /// Whether the server has not ended the stream.
  var isOpen: Bool { state.state.withLock { $0.isOpen } }

  init(_ client: CallClient) {
    let (messages, outgoing) = AsyncStream<[UInt8]>.makeStream()
    self.outgoing = outgoing
    task = Task(executorPreference: CallThreads.shared) { [state] in
      try? await client.run { connection in
        try await Converge_V1_SessionService.Client(wrapping: connection).session(metadata: client.metadata) { writer in
          for await message in messages { try await writer.write(.with { $0.json = Data(message) }) }
        } onResponse: { response in
          for try await message in response.messages { state.state.withLock { $0.messages.append(Array(message.json)) } }
        }
      }
      state.state.withLock { $0.isOpen = false }
    }
  }

  deinit {
    outgoing.finish()
    task.cancel()
  }

  var isWaiting: Bool { state.state.withLock { $0.unanswered > 0 && $0.isOpen } }

  func send(_ message: [UInt8]) {
    state.state.withLock { $0.unanswered += 1 }
    outgoing.yield(message)
  }

  /// Says that nothing more is sent.
  func finish() { outgoing.finish() }

  func receive() -> [[UInt8]] {
    usleep(5_000)
    return state.state.withLock { state in
      defer { state.messages = [] }
      state.unanswered -= state.messages.count { !["event", "checkpoint"].contains(parts($0).name) }
      return state.messages
    }
  }

  /// The bodies of the messages up to the first of a name, by name; ten seconds at most.
  func receive(upTo name: String) -> [(name: String, body: Any)] {
    var told: [(name: String, body: Any)] = []
    for _ in 0..<2_000 where told.last?.name != name {
      for message in receive() {
        let object = (try? JSONSerialization.jsonObject(with: Data(message))) as? [String: Any] ?? [:]
        if let (name, body) = object.first { told.append((name, body)) }
      }
    }
    return told
  }
}
