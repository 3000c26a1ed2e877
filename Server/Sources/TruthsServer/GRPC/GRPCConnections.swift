import Logging
import NIOCore
import Synchronization

/// The connections of clients over gRPC, by the names that calls have for them.
final class GRPCConnections: Sendable {
  private let table: ConnectionTable
  private let secure: (@Sendable (any Channel) throws -> Void)?
  private let logger: Logger
  private let open = Mutex<[String: any Channel]>([:])

  /// - Parameters:
  ///   - table: counts them, with those over HTTP.
  ///   - secure: has one begin with TLS; `nil`: they are in clear.
  init(_ table: ConnectionTable, secure: (@Sendable (any Channel) throws -> Void)?, _ logger: Logger) {
    (self.table, self.secure, self.logger) = (table, secure, logger)
  }

  /// Takes a connection in, or refuses it where as many are open as may be.
  func admit(_ channel: any Channel) -> EventLoopFuture<Void> {
    switch table.admit(channel) {
    case .served: break
    case .firstRefused:
      logger.notice("\(table.most) connections are open, and further ones are refused")
      fallthrough
    case .refused: return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
    }
    // Its address is known once it is registered.
    channel.eventLoop.execute { [self] in
      let peer = Self.peer(of: channel)
      open.withLock { $0[peer] = channel }
      channel.closeFuture.whenComplete { [weak self] _ in self?.remove(peer, channel) }
    }
    return channel.eventLoop.makeCompletedFuture { try secure?(channel) }
  }

  /// The connection of a call; `nil` where it is gone.
  ///
  /// - Parameter peer: as the context of a call has it.
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
