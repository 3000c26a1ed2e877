import Synchronization
import TruthsClientNIO

@testable import TruthsClient

/// NIO's network with faults: events of a WebSocket are dropped, doubled and swapped, and parts of it can be blocked.
final class LossyNetwork: ClientNetwork {
  enum Part { case webSocket, stream }

  private struct State {
    var chance: SeededNumbers?
    var held: [UInt8]?
    var blocked: Set<Part> = []
    var faults = 0
  }

  private let network = NIONetwork()
  private let state: Mutex<State>

  /// - Parameter seed: 0: nothing is lost.
  init(seed: UInt64) { state = Mutex(State(chance: seed == 0 ? nil : SeededNumbers(seed: seed))) }

  var faults: Int { state.withLock { $0.faults } }

  func block(_ parts: Set<Part>) { state.withLock { $0.blocked = parts } }

  func ask(_ request: NetworkRequest) async throws -> NetworkResponse { try await network.ask(request) }

  func follow(
    _ request: NetworkRequest, _ receive: @escaping @Sendable ([UInt8]) async throws -> Bool
  ) async throws -> NetworkResponse {
    if state.withLock({ $0.blocked.contains(.stream) }) { throw ClientFault.connectionFailed("streams are blocked") }
    return try await network.follow(request, receive)
  }

  func webSocket(_ request: NetworkRequest, _ messages: AsyncStream<[UInt8]>, _ link: LinkEvents) async throws {
    if state.withLock({ $0.blocked.contains(.webSocket) }) { throw ClientFault.connectionFailed("WebSockets are blocked") }
    let lossy = LinkEvents(
      opened: link.opened,
      received: { message in for message in self.delivered(message) { await link.received(message) } })
    try await network.webSocket(request, messages, lossy)
  }

  /// Returns the messages that arrive in place of a message.
  private func delivered(_ message: [UInt8]) -> [[UInt8]] {
    state.withLock { state in
      guard message.starts(with: "{\"event\"".utf8), let luck = state.chance?.next(below: 100) else { return [message] }
      defer { if luck < 30 { state.faults += 1 } }
      switch luck {
      case 0..<10: return []
      case 10..<20: return [message, message]
      case 20..<30:
        defer { state.held = message }
        return state.held.map { [$0] } ?? []
      default:
        defer { state.held = nil }
        return [message] + (state.held.map { [$0] } ?? [])
      }
    }
  }
}

/// Numbers that follow from a seed (SplitMix64).
struct SeededNumbers: Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from 0 to below a bound.
  mutating func next(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
