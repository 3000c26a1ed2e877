#if TLS
  import Logging
  import NIOCore
  import NIOSSL
  import NIOTLS

  /// Ends a connection whose TLS handshake takes too long or fails, and records the verified peer afterwards.
  ///
  /// Comes after the TLS handler in the pipeline, and runs on the connection's event loop.
  final class TLSHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private enum State {
      case handshaking, open, done
    }

    private let table: ConnectionTable
    private let time: TimeAmount
    private let logger: Logger
    private var state = State.handshaking
    private var timer: Scheduled<Void>?

    init(table: ConnectionTable, time: TimeAmount, logger: Logger) {
      (self.table, self.time, self.logger) = (table, time, logger)
    }

    func handlerAdded(context: ChannelHandlerContext) {
      timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
        self.end(context, log: "no TLS handshake within \(self.time.nanoseconds / 1_000_000_000) s")
      }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
      timer?.cancel()
      state = .done
      context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .handshakeCompleted = event as? TLSUserEvent, state == .handshaking {
        timer?.cancel()
        state = .open
        let certificate = try? context.pipeline.syncOperations.nioSSL_peerCertificate()
        if let peer = certificate.flatMap(Peer.init(verified:)) { table.setPeer(peer, of: context.channel) }
      }
      context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      guard error is NIOSSLError || error is NIOSSLCloseTimedOutError || error is BoringSSLError else {
        return context.fireErrorCaught(error)
      }
      // These errors are normal and not logged. Many clients leave without TLS's closing message, and a truncated body is
      // noticed by its length. Health probes leave before the handshake. The connection may still be open in the other
      // direction, or the TLS handler closes it.
      let farewells: [NIOSSLError] = [.uncleanShutdown, .handshakeFailed(.sslError([.eofDuringHandshake]))]
      if let fault = error as? NIOSSLError, farewells.contains(fault) { return }
      end(context, log: "TLS: \(error)")
    }

    /// Closes the connection without TLS's closing message, which would have to wait for the handshake.
    private func end(_ context: ChannelHandlerContext, log reason: String) {
      guard state != .done else { return }
      state = .done
      timer?.cancel()
      if table.isFirstFault(on: context.channel) {
        logger.notice("a connection is ended: \(reason)", metadata: ["client": "\(table.client(on: context.channel))"])
      }
      guard let socket = try? context.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self) else {
        return context.close(promise: nil)
      }
      socket.close(promise: nil)
    }
  }
#endif
