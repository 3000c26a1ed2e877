import Logging
import NIOCore
import Synchronization

/// The open gRPC connections, by the peer name that calls give.
final class GRPCConnections: Sendable {
  private let table: ConnectionTable
  private let secure: (@Sendable (any Channel) throws -> Void)?
  private let logger: Logger
  private let open = Mutex<[String: any Channel]>([:])

  /// - Parameters:
  ///   - table: counts gRPC and HTTP connections together.
  ///   - secure: starts TLS on a connection; `nil` for plaintext.
  init(_ table: ConnectionTable, secure: (@Sendable (any Channel) throws -> Void)?, _ logger: Logger) {
    (self.table, self.secure, self.logger) = (table, secure, logger)
  }

  /// Admits a connection, or refuses it where the maximum number is open.
  func admit(_ channel: any Channel) -> EventLoopFuture<Void> {
    switch table.admit(channel) {
    case .served: break
    case .firstRefused:
      logger.notice("\(table.most) connections are open, and further ones are refused")
      fallthrough
    case .refused: return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
    }
    // The address is known only once the channel is registered.
    channel.eventLoop.execute { [self] in
      let peer = Self.peer(of: channel)
      open.withLock { $0[peer] = channel }
      channel.closeFuture.whenComplete { [weak self] _ in self?.remove(peer, channel) }
    }
    return channel.eventLoop.makeCompletedFuture { try secure?(channel) }
  }

  /// Returns the connection of a call; `nil` where it has closed.
  ///
  /// - Parameter peer: peer name from the call's context.
  func channel(of peer: String) -> (any Channel)? { open.withLock { $0[peer] } }

  private func remove(_ peer: String, _ channel: any Channel) {
    open.withLock { open in
      if let known = open[peer], known === channel { open[peer] = nil }
    }
  }

  private static func peer(of channel: any Channel) -> String {
    switch channel.remoteAddress {
    case .v4(let address): "ipv4:\(address.host):\(channel.remoteAddress?.port ?? 0)"
    case .v6(let address): "ipv6:[\(address.host)]:\(channel.remoteAddress?.port ?? 0)"
    default: "<unknown>"
    }
  }
}
