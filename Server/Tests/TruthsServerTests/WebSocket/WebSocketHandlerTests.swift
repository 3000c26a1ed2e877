import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import TruthsServer

/// A WebSocket's side of the connection, in virtual time.
struct WebSocketHandlerTests {
  /// A connection whose handshake is done.
  private struct Connection {
    let channel = EmbeddedChannel()
    let handler = WebSocketHandler()

    init(limit: Int? = 100) throws {
      try channel.pipeline.syncOperations.addHandler(handler)
      channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
      if let limit { channel.triggerUserOutboundEvent(WebSocketHandler.MessageLimit(bytes: limit), promise: nil) }
      channel.read()
    }

    func receive(_ bytes: [UInt8]) throws {
      try channel.writeInbound(ByteBuffer(bytes: bytes))
      channel.read()
    }

    /// The bytes that were sent since the last call.
    func sent() throws -> [UInt8] {
      var all: [UInt8] = []
      while let buffer = try channel.readOutbound(as: ByteBuffer.self) { all += buffer.readableBytesView }
      return all
    }

    /// Returns the parts that were passed on since the last call.
    func passed() throws -> [HTTPRequestPart] {
      var all: [HTTPRequestPart] = []
      while let part = try channel.readInbound(as: HTTPRequestPart.self) { all.append(part) }
      return all
    }
  }

  private func close(_ code: UInt16, _ reason: String) -> [UInt8] {
    [0x88, UInt8(reason.utf8.count + 2), UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8)
  }

  @Test("messages are the parts of a body in both directions, and pings are answered")
  func messages() throws {
    let connection = try Connection()
    try connection.receive(SocketClient.frame(0x81, Array("{}".utf8)) + SocketClient.frame(0x89, [1, 2]))
    #expect(try connection.passed() == [.body(ByteBuffer(string: "{}"))])
    #expect(try connection.sent() == [0x8A, 2, 1, 2])
    try connection.channel.writeOutbound(HTTPResponsePart.body(ByteBuffer(string: "[]")))
    #expect(try connection.sent() == [0x81, 2, 0x5B, 0x5D])
  }

  @Test("a client that is silent is asked whether it is there, and given up after thirty seconds")
  func silence() throws {
    let connection = try Connection()
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(10))
    #expect(try connection.sent() == [0x89, 0])
    try connection.receive(SocketClient.frame(0x8A, []))
    // Every five seconds it looks.
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(25))
    #expect(try connection.sent() == [0x89, 0, 0x89, 0, 0x89, 0, 0x89, 0])
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(5))
    #expect(try connection.sent() == close(1_008, "no frame came for 30 s, nor a pong"))
    #expect(try connection.passed() == [.end(nil)])
    connection.channel.embeddedEventLoop.advanceTime(by: WebSocketHandler.closeTime)
    #expect(!connection.channel.isActive)
  }

  @Test("a client that nobody listens to at the moment is not silent")
  func unread() throws {
    let connection = try Connection()
    try connection.channel.writeInbound(ByteBuffer(bytes: SocketClient.frame(0x81, Array("{}".utf8))))
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(300))
    #expect(connection.channel.isActive)
  }

  @Test("a client that takes nothing is not silent, and counts anew once it takes something")
  func blocked() throws {
    let connection = try Connection()
    connection.channel.isWritable = false
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(300))
    #expect(try connection.sent() == [])
    connection.channel.isWritable = true
    connection.channel.pipeline.fireChannelWritabilityChanged()
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(10))
    #expect(try connection.sent() == [0x89, 0])
    connection.channel.embeddedEventLoop.advanceTime(by: .seconds(20))
    #expect(try connection.passed() == [.end(nil)])
  }

  @Test("behind as many messages as were wanted nothing is read until the next limit is told")
  func counted() throws {
    let connection = try Connection(limit: nil)
    connection.channel.triggerUserOutboundEvent(WebSocketHandler.MessageLimit(bytes: 2, count: 1), promise: nil)
    let long = String(repeating: "x", count: 50)
    try connection.receive(SocketClient.frame(0x81, Array("{}".utf8)) + SocketClient.frame(0x81, Array(long.utf8)))
    #expect(try connection.passed() == [.body(ByteBuffer(string: "{}"))])
    connection.channel.triggerUserOutboundEvent(WebSocketHandler.MessageLimit(bytes: 50), promise: nil)
    #expect(try connection.passed() == [.body(ByteBuffer(string: long))])
    #expect(try connection.sent() == [])
  }

  @Test("of pings to a client that takes nothing the last is answered, once it takes something")
  func pings() throws {
    let connection = try Connection()
    connection.channel.isWritable = false
    connection.channel.pipeline.fireChannelWritabilityChanged()
    for number in 0..<200 { try connection.receive(SocketClient.frame(0x89, [UInt8(number)])) }
    #expect(try connection.sent() == [])
    connection.channel.isWritable = true
    connection.channel.pipeline.fireChannelWritabilityChanged()
    #expect(try connection.sent() == [0x8A, 1, 199])
  }

  @Test("the client's end is answered with one, and the connection ends")
  func clientEnds() throws {
    let connection = try Connection()
    try connection.receive(SocketClient.frame(0x88, [3, 0xE8]))
    #expect(try connection.sent() == close(1_000, ""))
    #expect(try connection.passed() == [.end(nil)])
    #expect(!connection.channel.isActive)
  }

  @Test("the server's end waits for the client's, two seconds at most, and what comes meanwhile is passed over")
  func serverEnds() throws {
    for isAnswered in [true, false] {
      let connection = try Connection()
      connection.channel.triggerUserOutboundEvent(WebSocketClose(.goingAway, "server_stopping"), promise: nil)
      #expect(try connection.sent() == close(1_001, "server_stopping"))
      #expect(try connection.passed() == [.end(nil)])
      // The responder closes the connection.
      connection.channel.close(promise: nil)
      try connection.receive(SocketClient.frame(0x81, Array("{}".utf8)) + SocketClient.frame(0x89, []))
      #expect(connection.channel.isActive)
      if isAnswered {
        try connection.receive(SocketClient.frame(0x88, [3, 0xE9]))
      } else {
        connection.channel.embeddedEventLoop.advanceTime(by: WebSocketHandler.closeTime)
      }
      #expect(!connection.channel.isActive)
      #expect(try connection.passed() == [])
      #expect(try connection.sent() == [])
    }
  }

  @Test("a client that breaks the protocol is told how, and what follows means nothing")
  func broken() throws {
    let connection = try Connection()
    try connection.receive(SocketClient.frame(0x81, [UInt8](repeating: 0x20, count: 101)))
    #expect(try connection.sent() == close(1_009, "a message has at most 100 bytes"))
    try connection.receive(SocketClient.frame(0x81, Array("{}".utf8)))
    #expect(try connection.passed() == [.end(nil)])
    connection.channel.embeddedEventLoop.advanceTime(by: WebSocketHandler.closeTime)
    #expect(!connection.channel.isActive)
  }

  @Test("nothing is read before it is known how large messages may be")
  func opening() throws {
    let reads = ReadCounter()
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandlers([reads, WebSocketHandler()])
    channel.read()
    #expect(reads.count == 0)
    channel.triggerUserOutboundEvent(WebSocketHandler.MessageLimit(bytes: 10), promise: nil)
    #expect(reads.count == 1)
    channel.read()
    #expect(reads.count == 2)
  }

  private final class ReadCounter: ChannelOutboundHandler {
    typealias OutboundIn = Never
    var count = 0

    func read(context: ChannelHandlerContext) { count += 1 }
  }
}
