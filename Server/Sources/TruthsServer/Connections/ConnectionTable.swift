import NIOCore
import Synchronization

/// The open connections, with the verified peer of each and whether a fault of it was logged.
final class ConnectionTable: Sendable {
  private struct Connection {
    var isLogged = false
    var peer: Peer?
  }

  private struct State {
    var open: [ObjectIdentifier: Connection] = [:]
    var refused = 0
    var isFull = false
  }

  /// Maximum number of connections that are served at once.
  let most: Int
  private let state = Mutex(State())

  init(most: Int) { self.most = most }

  /// The decision about a connection that was just opened.
  enum Admission {
    case served
    /// The maximum number of connections is open.
    case refused
    /// The maximum of connections is open, and this refusal is the first since there was room. The caller logs it.
    case firstRefused
  }

  /// Counts a connection until it is closed, and says whether it is served.
  func admit(_ channel: any Channel) -> Admission {
    let id = ObjectIdentifier(channel)
    let admission = state.withLock { state -> Admission in
      state.open[id] = Connection()
      if state.open.count <= most { return .served }
      state.refused += 1
      defer { state.isFull = true }
      return state.isFull ? .refused : .firstRefused
    }
    channel.closeFuture.whenComplete { [weak self] _ in self?.remove(id) }
    return admission
  }

  /// Returns whether this is the first fault of a connection, and records that a fault was logged.
  func isFirstFault(on channel: any Channel) -> Bool {
    state.withLock { state in
      guard state.open[ObjectIdentifier(channel)]?.isLogged == false else { return false }
      state.open[ObjectIdentifier(channel)]?.isLogged = true
      return true
    }
  }

  /// Returns the verified peer of a connection; `nil` where none was verified.
  func peer(of channel: any Channel) -> Peer? { state.withLock { $0.open[ObjectIdentifier(channel)]?.peer } }

  /// Records the peer of a connection until the connection closes.
  func setPeer(_ peer: Peer, of channel: any Channel) {
    state.withLock { (state: inout State) -> Void in state.open[ObjectIdentifier(channel)]?.peer = peer }
  }

  /// Returns the client's name for the log: its address, or its user.
  func client(on channel: any Channel) -> String { channel.remoteAddress?.ipAddress ?? peer(of: channel)?.name.text ?? "" }

  /// Number of open connections, and number of refusals so far.
  var counts: (open: Int, refused: Int) { state.withLock { ($0.open.count, $0.refused) } }

  private func remove(_ id: ObjectIdentifier) {
    state.withLock { state in
      state.open[id] = nil
      // Wait until 10% are free, so that connections coming and going at the limit do not each log a first refusal.
      if state.open.count < most - most / 10 { state.isFull = false }
    }
  }
}
