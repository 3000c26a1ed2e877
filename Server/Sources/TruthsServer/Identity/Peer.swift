import Foundation
import NIOCore
import Truths

/// The other end of a connection, as verified by the system or by TLS.
struct Peer: Hashable, Sendable {
  /// The name by which the identities file lists a peer.
  enum Name: Hashable, Sendable {
    /// The user of a process that connects over a Unix socket.
    case user(UInt32)
    /// The holder of a certificate's key.
    case certificate(CertificateSubject)

    /// The name for messages and the log.
    var text: String {
      switch self {
      case .user(let id): "uid \(id)"
      case .certificate(let subject): Tool.visible(String(subject.text.prefix(200)))
      }
    }
  }

  let name: Name
  /// End of the verified identity, in milliseconds since 1970; `nil` lasts as long as the connection.
  let end: Int?

  /// Reads from the system which user's process connected to a Unix socket. It is the user at the time of the connection.
  ///
  /// - Parameter found: called once, on the connection's event loop; not called where the system does not report the user.
  static func readUser(of channel: any Channel, _ found: @escaping @Sendable (Peer) -> Void) {
    guard let options = channel as? any SocketOptionProvider else { return }
    let credentials: EventLoopFuture<PeerCredentials> = options.unsafeGetSocketOption(
      level: PeerCredentials.level, name: PeerCredentials.option)
    credentials.whenSuccess { found(Peer(name: .user($0.user), end: nil)) }
  }

  var hasEnded: Bool { end.map { $0 <= Identities.now() } ?? false }

  /// Whether the peer is the user of this process, or the superuser, who can become that user.
  var isOwner: Bool {
    switch name {
    case .user(let id): id == 0 || id == geteuid()
    case .certificate: false
    }
  }
}

#if canImport(Darwin)
  /// The beginning of `struct xucred`.
  private struct PeerCredentials: Sendable {
    static let level = NIOBSDSocket.OptionLevel(rawValue: 0)
    /// `LOCAL_PEERCRED`.
    static let option = NIOBSDSocket.Option(rawValue: 1)

    let version: UInt32
    let user: UInt32
  }
#else
  /// `struct ucred`.
  private struct PeerCredentials: Sendable {
    static let level = NIOBSDSocket.OptionLevel.socket
    /// `SO_PEERCRED`.
    static let option = NIOBSDSocket.Option(rawValue: 17)

    let process: Int32
    let user: UInt32
    let group: UInt32
  }
#endif
