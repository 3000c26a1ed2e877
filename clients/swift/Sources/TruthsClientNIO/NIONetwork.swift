import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
public import TruthsClient

/// A network over SwiftNIO, with HTTP/1.1 and without TLS. Each request has its own connection.
///
/// For `https`, use `URLSessionNetwork`, or a proxy on the machine of the program.
public struct NIONetwork: ClientNetwork {
  private let group = MultiThreadedEventLoopGroup.singleton

  /// Creates a network on the process's threads for input and output.
  public init() {}

  /// Sends a request, and reads the whole response.
  public func ask(_ request: NetworkRequest) async throws -> NetworkResponse {
    try await connect(request).executeThenClose { parts, output in
      try await Self.send(request, output)
      return try await Self.answer(parts, of: request)
    }
  }

  /// Sends a request, and passes on the parts of the response as they arrive.
  public func follow(
    _ request: NetworkRequest, _ receive: @escaping @Sendable ([UInt8]) async throws -> Bool
  ) async throws -> NetworkResponse {
    try await connect(request).executeThenClose { parts, output in
      try await Self.send(request, output)
      return try await Self.answer(parts, of: request, following: receive)
    }
  }

  private typealias HTTPChannel = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

  private func connect(_ request: NetworkRequest) async throws -> HTTPChannel {
    let address = try NIOAddress(request.server)
    return try await bootstrap.connect(host: address.host, port: address.port) { channel in
      channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(IdleStateHandler(readTimeout: .milliseconds(Int64(request.silence * 1_000))))
        try pipeline.addHandler(SilenceHandler())
        try pipeline.addHTTPClientHandlers()
        return try HTTPChannel(wrappingChannelSynchronously: channel)
      }
    }
  }

  private var bootstrap: ClientBootstrap {
    ClientBootstrap(group: group).connectTimeout(.seconds(10)).channelOption(.tcpOption(.tcp_nodelay), value: 1)
  }

  private static func head(_ request: NetworkRequest) throws -> HTTPRequestHead {
    var headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
    headers.add(name: "Host", value: try NIOAddress(request.server).text)
    return HTTPRequestHead(version: .http1_1, method: HTTPMethod(rawValue: request.method), uri: request.path, headers: headers)
  }

  private static func send(
    _ request: NetworkRequest, _ output: NIOAsyncChannelOutboundWriter<HTTPClientRequestPart>
  ) async throws {
    var head = try Self.head(request)
    head.headers.add(name: "Connection", value: "close")
    if let body = request.body { head.headers.add(name: "Content-Length", value: String(body.count)) }
    let body = request.body.map { [HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: $0)))] } ?? []
    // A server may answer and close the connection before the last part is written, so all parts are written at once.
    try await output.write(contentsOf: [.head(head)] + body + [.end(nil)])
  }

  /// Reads a response.
  ///
  /// - Parameter follow: handles the parts of a response with status 200, and returns whether to continue.
  private static func answer(
    _ parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>, of request: NetworkRequest,
    following follow: (@Sendable ([UInt8]) async throws -> Bool)? = nil
  ) async throws -> NetworkResponse {
    var (status, retryAfter, body) = (0, String?.none, [UInt8]())
    for try await part in parts {
      var isWanted = true
      switch part {
      case .head(let head):
        (status, retryAfter) = (Int(head.status.code), head.headers.first(name: "Retry-After"))
        if let follow, status == 200 { isWanted = try await follow([]) }
      case .body(let data):
        if let follow, status == 200 {
          isWanted = try await follow(Array(data.readableBytesView))
        } else {
          body += data.readableBytesView
        }
        guard body.count <= request.largestAnswer else {
          throw NIONetworkFault("\(request.path): an answer has more than \(request.largestAnswer) bytes")
        }
      case .end: isWanted = false
      }
      if !isWanted { return NetworkResponse(status: status, retryAfter: retryAfter, body: body) }
    }
    try Task.checkCancellation()
    throw NIONetworkFault("\(request.path): the connection ended in the middle of an answer")
  }
}

/// WebSockets.
extension NIONetwork {
  private enum Upgrade: Sendable {
    case socket(NIOAsyncChannel<WebSocketFrame, WebSocketFrame>)
    case refused(HTTPChannel)
  }

  /// Opens a WebSocket.
  public func webSocket(_ request: NetworkRequest, _ messages: AsyncStream<[UInt8]>, _ link: LinkEvents) async throws {
    switch try await upgrade(request) {
    case .refused(let channel):
      try await channel.executeThenClose { parts, _ in
        let answer = try await Self.answer(parts, of: request)
        throw NIONetworkFault("websocket: the server answers \(answer.status)")
      }
    case .socket(let channel):
      try await channel.executeThenClose { frames, output in
        await link.opened()
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            for await message in messages { try await output.write(Self.frame(.text, ByteBuffer(bytes: message))) }
          }
          group.addTask { try await Self.read(frames, output, link) }
          try await group.next()
          group.cancelAll()
        }
      }
    }
  }

  private func upgrade(_ request: NetworkRequest) async throws -> Upgrade {
    let address = try NIOAddress(request.server)
    var head = try Self.head(request)
    head.headers.add(name: "Sec-WebSocket-Protocol", value: "converge.v1")
    let (largest, silence, requestHead) = (min(request.largestAnswer, Int(UInt32.max)), request.silence, head)
    let outcome: EventLoopFuture<Upgrade> = try await bootstrap.connect(host: address.host, port: address.port) { channel in
      channel.eventLoop.makeCompletedFuture {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(IdleStateHandler(readTimeout: .milliseconds(Int64(silence * 1_000))))
        try pipeline.addHandler(SilenceHandler())
        let upgrader = NIOTypedWebSocketClientUpgrader<Upgrade>(
          maxFrameSize: largest,
          upgradePipelineHandler: { channel, _ in
            channel.eventLoop.makeCompletedFuture {
              try channel.pipeline.syncOperations.addHandler(
                NIOWebSocketFrameAggregator(
                  minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 100_000, maxAccumulatedFrameSize: largest))
              return .socket(try NIOAsyncChannel(wrappingChannelSynchronously: channel))
            }
          })
        let upgrade = NIOTypedHTTPClientUpgradeConfiguration<Upgrade>(
          upgradeRequestHead: requestHead, upgraders: [upgrader],
          notUpgradingCompletionHandler: { channel in
            channel.eventLoop.makeCompletedFuture { .refused(try HTTPChannel(wrappingChannelSynchronously: channel)) }
          })
        return try pipeline.configureUpgradableHTTPClientPipeline(configuration: .init(upgradeConfiguration: upgrade))
      }
    }
    return try await outcome.get()
  }

  private static func read(
    _ frames: NIOAsyncChannelInboundStream<WebSocketFrame>, _ output: NIOAsyncChannelOutboundWriter<WebSocketFrame>,
    _ link: LinkEvents
  ) async throws {
    for try await frame in frames {
      switch frame.opcode {
      case .text: await link.received(Array(frame.unmaskedData.readableBytesView))
      case .ping: try await output.write(Self.frame(.pong, frame.unmaskedData))
      case .connectionClose:
        var data = frame.unmaskedData
        let code = data.readInteger(as: UInt16.self).map(String.init) ?? "without a code"
        let reason = data.readString(length: data.readableBytes) ?? ""
        throw NIONetworkFault("websocket: the server ended the connection, \(code) \(reason)")
      case .pong: break
      default: throw NIONetworkFault("websocket: a message of the server is no text")
      }
    }
    throw NIONetworkFault("websocket: the connection broke")
  }

  private static func frame(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
  }
}

/// The reason why a connection could not be opened, or why it broke.
struct NIONetworkFault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The host and port of a URL.
struct NIOAddress {
  let host: String
  let port: Int
  /// The value of the header `Host`.
  let text: String

  init(_ url: URL) throws(NIONetworkFault) {
    guard url.scheme?.lowercased() == "http", let host = url.host() else {
      throw NIONetworkFault("\(url) is no URL such as http://127.0.0.1:8080; for https take URLSessionNetwork")
    }
    port = url.port ?? 80
    text = (host.contains(":") ? "[\(host)]" : host) + (url.port.map { ":\($0)" } ?? "")
    self.host = host
  }
}

/// Closes a connection on which nothing arrived for too long.
private final class SilenceHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard event is IdleStateHandler.IdleStateEvent else { return context.fireUserInboundEventTriggered(event) }
    context.fireErrorCaught(NIONetworkFault("nothing came for too long"))
    context.close(promise: nil)
  }
}
