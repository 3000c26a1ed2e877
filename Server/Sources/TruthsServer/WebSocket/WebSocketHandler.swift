import NIOCore
import NIOHTTPTypes

/// Translates between WebSocket frames and HTTP parts: each client message is a part of the request body, each part of the
/// response body a message.
///
/// It answers pings, detects clients that are gone, and closes the connection in order, so that responders need not know about
/// frames. A responder sets the size of messages with ``MessageLimit``, before which nothing is read. It ends the connection
/// with ``WebSocketClose``. Both are outbound events of the channel.
final class WebSocketHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = ByteBuffer

  /// Maximum size of further messages in bytes, and how many are read before the next limit is set; `nil` for any number.
  struct MessageLimit: Sendable {
    let bytes: Int
    var count: Int?
  }

  /// Silence of the client after which it is pinged, and silence after which it counts as gone.
  static let (pingAfter, goneAfter) = (TimeAmount.seconds(10), TimeAmount.seconds(30))
  /// Time for a client to end a closing connection, and time for a connection to end after shutdown has begun.
  static let (closeTime, stopTime) = (TimeAmount.seconds(2), TimeAmount.seconds(6))

  private enum State {
    case open
    /// A close frame was sent, and none was received yet.
    case closing
    case closed
  }

  private var state = State.open
  private var reader = WebSocketReader(messageLimit: 0)
  /// Number of messages that may still be read; `nil` for any number. Starts at 0 until a limit is set.
  private var messagesLeft: Int? = 0
  private var isReadHeld = false
  /// Whether data is being read from the socket. While it is not, silence does not mean a lost client.
  private var isReading = false
  /// Time of the last data received.
  private var heard = NIODeadline.now()
  /// Payload of a ping to answer once the socket is writable. Answering the last ping is enough (RFC 6455 §5.5.3).
  private var ping: ByteBuffer?
  private var isPeerGone = false
  /// Whether the client violated the protocol. Its further data is ignored.
  private var isBroken = false
  private var (nextBeat, hardEnd): (Scheduled<Void>?, Scheduled<Void>?) = (nil, nil)

  func handlerAdded(context: ChannelHandlerContext) {
    heard = context.eventLoop.now
    beat(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) { cancelTasks() }

  func channelInactive(context: ChannelHandlerContext) {
    cancelTasks()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    heard = context.eventLoop.now
    guard !isBroken else { return }
    reader.append(unwrapInboundIn(data))
    readFrames(context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    isReading = false
    context.fireChannelReadComplete()
  }

  func read(context: ChannelHandlerContext) {
    if state == .open, messagesLeft == 0 {
      isReadHeld = true
    } else {
      isReading = true
      context.read()
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable {
      // The socket became writable, so the client has received data.
      heard = context.eventLoop.now
      if state == .open, let payload = ping {
        ping = nil
        context.writeAndFlush(wrapOutboundOut(Self.frame(0x8A, payload)), promise: nil)
      }
    }
    context.fireChannelWritabilityChanged()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head: promise?.succeed()
    case .body(let message):
      if state == .open {
        context.write(wrapOutboundOut(Self.frame(0x81, message)), promise: promise)
      } else {
        promise?.fail(ChannelError.ioOnClosedChannel)
      }
    case .end:
      end(WebSocketClose(.normal), context)
      promise?.succeed()
    }
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    switch event {
    case let limit as MessageLimit:
      (reader.messageLimit, messagesLeft) = (limit.bytes, limit.count)
      promise?.succeed()
      readFrames(context)
      context.fireChannelReadComplete()
      releaseRead(context)
    case let close as WebSocketClose:
      end(close, context)
      promise?.succeed()
    default: context.triggerUserOutboundEvent(event, promise: promise)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    // Bounded, so that a client that does not read cannot delay the shutdown.
    case is ChannelShouldQuiesceEvent: endHard(in: Self.stopTime, context)
    case ChannelEvent.inputClosed: isPeerGone = true
    default: break
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.fireErrorCaught(error)
    close(context)
  }

  /// While closing, delays a close by another handler until the client has had time to close its end.
  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard state == .closing, mode != .input else { return context.close(mode: mode, promise: promise) }
    promise?.succeed()
  }

  private func readFrames(_ context: ChannelHandlerContext) {
    do throws(WebSocketClose) {
      while state == .closing || state == .open && messagesLeft != 0, let received = try reader.next() { take(received, context) }
    } catch {
      isBroken = true
      end(error, context)
    }
  }

  private func releaseRead(_ context: ChannelHandlerContext) {
    guard isReadHeld else { return }
    isReadHeld = false
    read(context: context)
  }

  private func take(_ received: WebSocketReader.Received, _ context: ChannelHandlerContext) {
    switch (received, state) {
    case (.message(let message), .open):
      messagesLeft = messagesLeft.map { $0 - 1 }
      context.fireChannelRead(wrapInboundOut(.body(message)))
    case (.ping(let payload), .open):
      if context.channel.isWritable {
        context.writeAndFlush(wrapOutboundOut(Self.frame(0x8A, payload)), promise: nil)
      } else {
        ping = payload
      }
    case (.close, .open):
      end(WebSocketClose(.normal), context)
      close(context, afterWriting: true)
    case (.close, .closing): close(context)
    default: break
    }
  }

  /// Sends a close frame, and signals that no further message comes.
  private func end(_ reason: WebSocketClose, _ context: ChannelHandlerContext) {
    guard state == .open else { return }
    state = .closing
    context.writeAndFlush(wrapOutboundOut(Self.frame(0x88, reason.payload)), promise: nil)
    context.fireChannelRead(wrapInboundOut(.end(nil)))
    context.fireChannelReadComplete()
    releaseRead(context)
    if isPeerGone { close(context, afterWriting: true) }
    endHard(in: Self.closeTime, context)
  }

  /// - Parameter afterWriting: whether pending data is sent first.
  private func close(_ context: ChannelHandlerContext, afterWriting: Bool = false) {
    guard state != .closed else { return }
    guard afterWriting else {
      state = .closed
      return context.close(promise: nil)
    }
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenComplete { _ in self.close(context) }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: written)
  }

  private func beat(_ context: ChannelHandlerContext) {
    let silence = context.eventLoop.now - heard
    // A client that does not read gets no ping either.
    if context.channel.isWritable, isReading, silence >= Self.goneAfter {
      end(WebSocketClose(.policy, "no frame came for \(Self.goneAfter.nanoseconds / 1_000_000_000) s, nor a pong"), context)
    } else if context.channel.isWritable, state == .open, silence >= Self.pingAfter {
      context.writeAndFlush(wrapOutboundOut(Self.frame(0x89, ByteBuffer())), promise: nil)
    }
    guard state == .open else { return }
    nextBeat = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(5)) { self.beat(context) }
  }

  private func endHard(in time: TimeAmount, _ context: ChannelHandlerContext) {
    hardEnd?.cancel()
    hardEnd = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.close(context) }
  }

  private func cancelTasks() {
    nextBeat?.cancel()
    hardEnd?.cancel()
  }

  /// Returns a single unmasked frame, because server frames are not masked.
  static func frame(_ first: UInt8, _ payload: ByteBuffer) -> ByteBuffer {
    var frame = ByteBuffer(integer: first)
    switch payload.readableBytes {
    case ...125: frame.writeInteger(UInt8(payload.readableBytes))
    case ...65_535:
      frame.writeInteger(UInt8(126))
      frame.writeInteger(UInt16(payload.readableBytes))
    default:
      frame.writeInteger(UInt8(127))
      frame.writeInteger(UInt64(payload.readableBytes))
    }
    frame.writeImmutableBuffer(payload)
    return frame
  }
}
