import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Makes a WebSocket of a connection whose request for one is answered 101.
///
/// Behind a request that asks for another protocol the parser of HTTP reads nothing more, whatever the answer is. So nothing is
/// taken from the socket until there is an answer, and after another one than 101 the connection ends. NIO's own upgrade handlers
/// look at the first request of a connection alone, and lose the head of one that they do not upgrade.
final class UpgradeHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private enum State {
    /// No request asks for another protocol.
    case http
    /// One does. Its end is held back where it asks for a WebSocket: for whoever answers it the messages are its body.
    case asked(isWebSocket: Bool, end: HTTPRequestPart?)
    /// One did, and got another answer.
    case refused
  }

  private var state = State.http
  private var isReadHeld = false

  private var holdsReads: Bool { if case .asked(_, .some) = state { true } else { false } }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    switch (part, state) {
    case (.head(let head), .http) where head.headerFields[.upgrade] != nil:
      let isWebSocket = head.method == .get && WebSocketHandshake.words(head.headerFields[.upgrade]).contains("websocket")
      state = .asked(isWebSocket: isWebSocket, end: nil)
    case (.end, .asked(let isWebSocket, _)):
      state = .asked(isWebSocket: isWebSocket, end: part)
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
    case (.head(let head), .asked) where head.status == .switchingProtocols:
      context.write(data, promise: promise)
      do { try becomeWebSocket(context) } catch { context.close(promise: nil) }
    case (.head(var head), .asked(let isWebSocket, let end)) where head.status.kind != .informational:
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

  /// What comes is read by nobody: the parser would only keep it.
  private func discardInput(_ context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    guard let parser = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else { return }
    try? pipeline.addHandler(DiscardHandler(), position: .before(parser))
  }
}

/// Takes what comes, and passes nothing on.
private final class DiscardHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}
