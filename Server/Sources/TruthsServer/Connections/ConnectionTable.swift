import NIOCore
import Synchronization

/// The connections that are open, who is at their other end, and which of them were complained about.
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
      state.open[id] = Connection()
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
      guard state.open[ObjectIdentifier(channel)]?.isLogged == false else { return false }
      state.open[ObjectIdentifier(channel)]?.isLogged = true
      return true
    }
  }

  /// Who is at the other end of a connection; `nil` where nobody has verified it.
  func peer(of channel: any Channel) -> Peer? { state.withLock { $0.open[ObjectIdentifier(channel)]?.peer } }

  /// Keeps who is at the other end, as long as the connection is open.
  func setPeer(_ peer: Peer, of channel: any Channel) {
    state.withLock { (state: inout State) -> Void in state.open[ObjectIdentifier(channel)]?.peer = peer }
  }

  /// The other end of a connection as the log calls it: its address, or its user.
  func client(on channel: any Channel) -> String { channel.remoteAddress?.ipAddress ?? peer(of: channel)?.name.text ?? "" }

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
