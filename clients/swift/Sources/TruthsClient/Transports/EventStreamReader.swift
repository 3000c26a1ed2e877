import Synchronization

/// A reader of server-sent events from a stream that arrives in arbitrary parts.
final class EventStreamReader: Sendable {
  private struct State {
    var line: [UInt8] = []
    var name = "message"
    var data: [UInt8]?
  }

  private let largest: Int
  private let state = Mutex(State())

  /// - Parameter largest: the most bytes of an event.
  init(largest: Int) { self.largest = largest }

  /// Reads a part of the stream.
  ///
  /// - Returns: the name and data of each event that ends in the part.
  /// - Throws: a fault where an event has too many bytes.
  func read(_ part: [UInt8]) throws(ClientFault) -> [(name: String, data: [UInt8])] {
    var events: [(name: String, data: [UInt8])] = []
    let isTooLarge = state.withLock { state in
      for byte in part {
        guard byte == UInt8(ascii: "\n") else {
          state.line.append(byte)
          if state.line.count > largest { return true }
          continue
        }
        if state.line.last == UInt8(ascii: "\r") { state.line.removeLast() }
        if state.line.isEmpty {
          if let data = state.data { events.append((state.name, data)) }
          (state.name, state.data) = ("message", nil)
          continue
        }
        take(state.line[...], &state)
        state.line.removeAll(keepingCapacity: state.line.count < 1 << 16)
        if state.data?.count ?? 0 > largest { return true }
      }
      return false
    }
    if isTooLarge { throw .connectionFailed("sse: an event has more than \(largest) bytes") }
    return events
  }

  private func take(_ line: ArraySlice<UInt8>, _ state: inout State) {
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    if line[..<colon].elementsEqual("event".utf8) {
      state.name = String(decoding: value, as: UTF8.self)
    } else if line[..<colon].elementsEqual("data".utf8) {
      state.data = state.data.map { $0 + [UInt8(ascii: "\n")] + value } ?? Array(value)
    }
  }
}
