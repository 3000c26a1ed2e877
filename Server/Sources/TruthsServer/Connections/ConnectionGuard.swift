import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// An outbound event of a connection: the client may send the body that it announced with `Expect: 100-continue` (RFC 9110
/// §10.1.1).
struct BodyInvitation: Sendable {}

/// Ends connections that take too long, send something other than HTTP, or exceed the allowed number. Each gets an error
/// response where one can still be sent, and one line in the log.
///
/// Sits behind the HTTP/1.1 decoder, and behind the handler that upgrades a connection to another protocol. Runs on the
/// connection's event loop.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let table: ConnectionTable
  private let limits: ConnectionLimits
  private let isUnix: Bool
  private let logger: Logger
  private var isRefused = false
  /// Whether the final response was sent. Later bytes from the client are ignored.
  private var isDone = false
  private var progress = ConnectionProgress()
  private var timer: (task: Scheduled<Void>, deadline: NIODeadline)?

  /// - Parameter isUnix: whether connections use a Unix socket.
  init(table: ConnectionTable, limits: ConnectionLimits, isUnix: Bool, logger: Logger) {
    (self.table, self.limits, self.isUnix, self.logger) = (table, limits, isUnix, logger)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    switch table.admit(context.channel) {
    case .served: break
    case .refused: isRefused = true
    case .firstRefused:
      isRefused = true
      logger.warning("connections are refused: \(table.most) are open")
    }
    if isUnix { readPeer(context.channel) } else { endUnacknowledged(context.channel) }
    schedule(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) { cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isDone { return }
    let part = unwrapInboundIn(data)
    progress.read(part)
    if case .head = part, isRefused {
      let detail = "\(table.most) connections are open, and there may be no more; try again later"
      return end(context, HTTPProblem(.tooManyConnections, detail), log: nil)
    }
    context.fireChannelRead(data)
    schedule(context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // Nothing else reads from the connection now, so a client that leaves would go unnoticed.
    if isDone { context.read() }
    context.fireChannelReadComplete()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if isDone {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    progress.write(unwrapOutboundIn(data))
    context.write(data, promise: promise)
    schedule(context)
  }

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    guard event is BodyInvitation else { return context.triggerUserOutboundEvent(event, promise: promise) }
    // It is no response yet, so the progress does not change.
    if !isDone, progress.canInviteBody {
      context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }
    promise?.succeed()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    progress.blockedSince = context.channel.isWritable ? nil : .now()
    schedule(context)
    context.fireChannelWritabilityChanged()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if isDone { return }
    guard error is HTTPParserError || error is HTTP1TypeConversionError else { return context.fireErrorCaught(error) }
    let isLong = error as? HTTPParserError == .headerOverflow
    let reason = "what was sent is no HTTP/1.1: \(error)"
    // A response has begun, so an error response cannot be sent.
    guard progress.canBeAnswered else {
      logOnce(context, reason)
      return context.fireErrorCaught(error)
    }
    let sizes = ConnectionLimits.headers
    let problem =
      isLong
      ? HTTPProblem(
        .headersTooLarge,
        "a header has at most \(sizes.field) bytes, all together \(sizes.list), and there are at most \(sizes.count)")
      : HTTPProblem(.badRequest, "\(reason); the connection is closed")
    end(context, problem, log: isLong ? "the headers are too large" : reason)
  }

  private func readPeer(_ channel: any Channel) {
    Peer.readUser(of: channel) { [table] peer in table.setPeer(peer, of: channel) }
  }

  /// Makes the system close a connection whose peer vanished without closing it. By default the system retries for a quarter of
  /// an hour. For that long, the stream of a phone without reception would count against its owner's limit.
  private func endUnacknowledged(_ channel: any Channel) {
    #if os(Linux)
      // `TCP_USER_TIMEOUT`, in milliseconds. Longer than `limits.write`, so that a client that does not read is logged first.
      let option = ChannelOptions.Types.SocketOption(level: .tcp, name: NIOBSDSocket.Option(rawValue: 18))
      try? channel.syncOptions?.setOption(option, value: Int(2 * limits.write.nanoseconds / 1_000_000))
    #endif
  }

  // MARK: Ending

  /// Sends a final response, then closes the connection when the client does, or after two seconds.
  ///
  /// - Parameter log: text to log, unless something was logged before; `nil` logs nothing.
  private func end(_ context: ChannelHandlerContext, _ problem: HTTPProblem, log: String?) {
    if let log { logOnce(context, log) }
    isDone = true
    cancel()
    var head = problem.head
    head.headerFields[.connection] = "close"
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: problem.json))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    // If the connection closed at once with unread bytes, the system would discard the response.
    context.close(mode: .output, promise: nil)
    context.read()
    let channel = context.channel
    context.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
  }

  private func close(_ context: ChannelHandlerContext, log: String?) {
    if let log { logOnce(context, log) }
    isDone = true
    cancel()
    context.close(promise: nil)
  }

  private func logOnce(_ context: ChannelHandlerContext, _ reason: String) {
    guard table.isFirstFault(on: context.channel) else { return }
    logger.notice("a connection is ended: \(reason)", metadata: ["client": "\(table.client(on: context.channel))"])
  }

  // MARK: Time

  private func timeIsUp(_ context: ChannelHandlerContext) {
    timer = nil
    guard let (deadline, overdue) = progress.deadline(limits) else { return }
    guard deadline <= .now() else { return schedule(context) }
    switch overdue {
    case .idle: close(context, log: nil)
    case .reading: close(context, log: "the client read nothing for \(limits.write.nanoseconds / 1_000_000_000) s")
    case .head:
      let seconds = limits.head.nanoseconds / 1_000_000_000
      end(
        context, HTTPProblem(.requestTimeout, "no request came within \(seconds) s of the connection"),
        log: "no request came within \(seconds) s")
    case .body:
      guard progress.canBeAnswered else { return close(context, log: "its body came too slowly") }
      let detail =
        "the body came too slowly: it has \(limits.body.nanoseconds / 1_000_000_000) s, and one more for each "
        + "\(limits.slowestBody) bytes"
      end(context, HTTPProblem(.requestTimeout, detail), log: "its body came too slowly")
    }
  }

  /// Schedules the timer for the next deadline. An earlier timer is kept: when it fires, it is set again if the deadline has
  /// moved.
  private func schedule(_ context: ChannelHandlerContext) {
    guard !isDone, let (deadline, _) = progress.deadline(limits) else { return }
    if let timer, timer.deadline <= deadline { return }
    cancel()
    let task = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { self.timeIsUp(context) }
    timer = (task, deadline)
  }

  private func cancel() {
    timer?.task.cancel()
    timer = nil
  }
}
