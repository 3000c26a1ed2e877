#if TLS
  import HummingbirdCore
  import Logging
  import NIOCore
  import NIOSSL

  /// A connection of another kind, within TLS.
  struct TLSChannel<Inner: ServerChildChannel>: ServerChildChannel {
    let inner: Inner
    let context: TLSContext
    let table: ConnectionTable
    /// How long the handshake may take.
    let time: TimeAmount
    let logger: Logger

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Inner.Value> {
      channel.eventLoop.makeCompletedFuture {
        // Each connection begins with the files as they are.
        let handler = NIOSSLServerHandler(context: context.current)
        try channel.pipeline.syncOperations.addHandlers([handler, TLSHandler(table: table, time: time, logger: logger)])
      }
      .flatMap { inner.setup(channel: channel, logger: logger) }
    }

    func handle(value: Inner.Value, logger: Logger) async { await inner.handle(value: value, logger: logger) }
  }
#endif
