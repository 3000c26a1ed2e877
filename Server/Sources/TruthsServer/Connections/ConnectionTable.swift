import NIOCore
import Synchronization

/// The connections that are open, and which of them were complained about.
final class ConnectionTable: Sendable {
  private struct State {
    /// By connection, whether something was logged about it.
    var open: [ObjectIdentifier: Bool] = [:]
    var refused = 0
    var isFull = false
  }

  /// How many connections are served at once.
  let most: Int
  private let state = Mutex(State())

  init(most: Int) { self.most = most }

  /// What becomes of a connection that was just opened.
  enum Admission {
    case served
    /// As many are open as may be.
    case refused
    /// The same, and it is the first since there was room: worth a line in the log.
    case firstRefused
  }

  /// Counts a connection until it is closed.
  func admit(_ channel: any Channel) -> Admission {
    let id = ObjectIdentifier(channel)
    let admission = state.withLock { state -> Admission in
      state.open[id] = false
      if state.open.count <= most { return .served }
      state.refused += 1
      defer { state.isFull = true }
      return state.isFull ? .refused : .firstRefused
    }
    channel.closeFuture.whenComplete { [weak self] _ in self?.remove(id) }
    return admission
  }

  /// Whether nothing was logged about a connection yet; from now on something was.
  func isFirstFault(on channel: any Channel) -> Bool {
    state.withLock { state in
      guard state.open[ObjectIdentifier(channel)] == false else { return false }
      state.open[ObjectIdentifier(channel)] = true
      return true
    }
  }

  /// How many are open, and how many were refused so far.
  var counts: (open: Int, refused: Int) { state.withLock { ($0.open.count, $0.refused) } }

  private func remove(_ id: ObjectIdentifier) {
    state.withLock { state in
      state.open[id] = nil
      // Where connections come and go at the limit, not each of them is the first.
      if state.open.count < most - most / 10 { state.isFull = false }
    }
  }
}
