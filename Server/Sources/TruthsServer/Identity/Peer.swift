import Foundation
import NIOCore
import Truths

/// Who is at the other end of a connection, as the system or TLS has verified it.
struct Peer: Hashable, Sendable {
  /// What the file of identities knows them by.
  enum Name: Hashable, Sendable {
    /// The user of a process, over a Unix socket.
    case user(UInt32)
    /// Who holds the key of a certificate.
    case certificate(CertificateSubject)

    /// As messages and the log call it.
    var text: String {
      switch self {
      case .user(let id): "uid \(id)"
      case .certificate(let subject): Tool.visible(String(subject.text.prefix(200)))
      }
    }
  }

  let name: Name
  /// Until when they are known by it, in milliseconds since 1970; `nil`: as long as the connection is open.
  let end: Int?

  /// The user whose process has connected to a Unix socket, as the system tells it; it is that of the moment of the connection.
  ///
  /// - Parameter found: called once, on the connection's event loop, and not where nobody can tell.
  static func readUser(of channel: any Channel, _ found: @escaping @Sendable (Peer) -> Void) {
    guard let options = channel as? any SocketOptionProvider else { return }
    let credentials: EventLoopFuture<PeerCredentials> = options.unsafeGetSocketOption(
      level: PeerCredentials.level, name: PeerCredentials.option)
    credentials.whenSuccess { found(Peer(name: .user($0.user), end: nil)) }
  }

  var hasEnded: Bool { end.map { $0 <= Identities.now() } ?? false }

  /// Whether it is the user of this process, or the superuser, who can become that user.
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
    /// LOCAL_PEERCRED.
    static let option = NIOBSDSocket.Option(rawValue: 1)

    let version: UInt32
    let user: UInt32
  }
#else
  /// `struct ucred`.
  private struct PeerCredentials: Sendable {
    static let level = NIOBSDSocket.OptionLevel.socket
    /// SO_PEERCRED.
    static let option = NIOBSDSocket.Option(rawValue: 17)

    let process: Int32
    let user: UInt32
    let group: UInt32
  }
#endif
