import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Upgrades a connection to a WebSocket when a request for one is answered with status 101.
///
/// After a request for another protocol, the HTTP parser reads nothing more, whatever the answer is. So the handler stops
/// reading from the socket until there is an answer, and the connection ends after any status other than 101. NIO's own upgrade
/// handlers look only at the first request of a connection, and lose the head of a request that they do not upgrade.
final class UpgradeHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private enum State {
    /// No request has asked for another protocol.
    case http
    /// A request asks for another protocol. For a WebSocket its end part is held back, because the responder gets the messages
    /// as the request's body.
    case upgradeRequested(isWebSocket: Bool, end: HTTPRequestPart?)
    /// A request asked for another protocol, and was answered with another status than 101.
    case refused
  }

  private var state = State.http
  private var isReadHeld = false

  private var holdsReads: Bool { if case .upgradeRequested(_, .some) = state { true } else { false } }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let requestPart = unwrapInboundIn(data)
    switch (requestPart, state) {
    case (.head(let head), .http) where head.headerFields[.upgrade] != nil:
      let isWebSocket = head.method == .get && WebSocketHandshake.words(head.headerFields[.upgrade]).contains("websocket")
      state = .upgradeRequested(isWebSocket: isWebSocket, end: nil)
    case (.end, .upgradeRequested(let isWebSocket, _)):
      state = .upgradeRequested(isWebSocket: isWebSocket, end: requestPart)
      if isWebSocket { return }
    default: break
    }
    context.fireChannelRead(data)
  }

  func read(context: ChannelHandlerContext) {
    if holdsReads { isReadHeld = true } else { context.read() }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch (unwrapOutboundIn(data), state) {
    case (.head(let head), .upgradeRequested) where head.status == .switchingProtocols:
      context.write(data, promise: promise)
      do { try becomeWebSocket(context) } catch { context.close(promise: nil) }
    case (.head(var head), .upgradeRequested(let isWebSocket, let end)) where head.status.kind != .informational:
      state = .refused
      head.headerFields[.connection] = "close"
      context.write(wrapOutboundOut(.head(head)), promise: promise)
      discardInput(context)
      if isWebSocket, let end {
        context.fireChannelRead(wrapInboundOut(end))
        context.fireChannelReadComplete()
      }
      if isReadHeld { context.read() }
    case (.end, .refused):
      context.writeAndFlush(data, promise: promise)
      context.close(promise: nil)
    default:
      context.write(data, promise: promise)
    }
  }

  private func becomeWebSocket(_ context: ChannelHandlerContext) throws {
    let pipeline = context.pipeline.syncOperations
    let socket = WebSocketHandler()
    try pipeline.addHandler(socket, position: .before(self))
    pipeline.removeHandler(try pipeline.handler(type: HTTP1ToHTTPServerCodec.self), promise: nil)
    pipeline.removeHandler(try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self), promise: nil)
    pipeline.removeHandler(try pipeline.handler(type: HTTPResponseEncoder.self), promise: nil)
    if isReadHeld { context.read() }
    pipeline.removeHandler(self, promise: nil)
  }

  /// Discards further input, which the parser would otherwise buffer.
  private func discardInput(_ context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    guard let parser = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else { return }
    try? pipeline.addHandler(DiscardHandler(), position: .before(parser))
  }
}

/// Drops all bytes that the client sends.
private final class DiscardHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}
