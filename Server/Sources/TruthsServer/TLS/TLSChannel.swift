#if TLS
  import HummingbirdCore
  import Logging
  import NIOCore

  /// Wraps another kind of server channel in TLS.
  struct TLSChannel<Inner: ServerChildChannel>: ServerChildChannel {
    let inner: Inner
    let context: TLSContext
    let table: ConnectionTable
    /// Time limit of the handshake.
    let time: TimeAmount

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Inner.Value> {
      channel.eventLoop.makeCompletedFuture { try context.secure(channel, for: .http1, table, within: time) }
        .flatMap { inner.setup(channel: channel, logger: logger) }
    }

    func handle(value: Inner.Value, logger: Logger) async { await inner.handle(value: value, logger: logger) }
  }
#endif
