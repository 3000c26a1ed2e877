import NIOCore

/// Parses a client's WebSocket frames (RFC 6455 §5) and assembles its messages.
///
/// A faulty frame is rejected as soon as its head shows the fault, so that a frame that is too large is never buffered.
struct WebSocketReader: Sendable {
  /// Maximum size of a message in bytes, over all its frames.
  var messageLimit: Int
  /// Received bytes that are not parsed yet.
  private var bytes = ByteBuffer()
  /// Payload so far of a message with further frames to come.
  private var message: ByteBuffer?

  init(messageLimit: Int) { self.messageLimit = messageLimit }

  /// A parsed frame or message of the client.
  enum Received: Hashable, Sendable {
    /// A complete message of valid UTF-8.
    case message(ByteBuffer)
    case ping(ByteBuffer)
    case pong
    case close
  }

  private enum Opcode: UInt8 {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
  }

  private struct Head {
    var opcode: Opcode
    var isFinal: Bool
    var mask: UInt32
    /// Number of bytes of the head, and number of payload bytes after it.
    var size: Int
    var length: Int
  }

  mutating func append(_ more: ByteBuffer) {
    bytes.discardReadBytes()
    bytes.writeImmutableBuffer(more)
  }

  /// - Returns: `nil` where more bytes are needed.
  /// - Throws: the reason why the connection must be closed.
  mutating func next() throws(WebSocketClose) -> Received? {
    while let head = try nextHead(), bytes.readableBytes >= head.size + head.length {
      bytes.moveReaderIndex(forwardBy: head.size)
      guard var payload = bytes.readSlice(length: head.length) else { return nil }
      payload.unmask(by: head.mask)
      switch head.opcode {
      case .ping: return .ping(payload)
      case .pong: return .pong
      case .close:
        try Self.check(close: payload)
        return .close
      case .continuation, .text, .binary:
        var text = message ?? ByteBuffer()
        message = nil
        text.writeImmutableBuffer(payload)
        guard head.isFinal else {
          message = text
          continue
        }
        guard String(validating: text.readableBytesView, as: UTF8.self) != nil else {
          throw WebSocketClose(.badText, "a message is not UTF-8")
        }
        return .message(text)
      }
    }
    return nil
  }

  private func nextHead() throws(WebSocketClose) -> Head? {
    let start = bytes.readerIndex
    guard let first: UInt8 = bytes.getInteger(at: start), let second: UInt8 = bytes.getInteger(at: start + 1) else { return nil }
    guard first & 0x70 == 0 else { throw fault("reserved bits are set, and no extension was agreed on") }
    guard let opcode = Opcode(rawValue: first & 0x0F) else { throw fault("a frame has the unknown opcode \(first & 0x0F)") }
    guard second & 0x80 != 0 else { throw fault("a frame is not masked") }
    let isFinal = first & 0x80 != 0
    var (length, size) = (Int(second & 0x7F), 2)
    switch opcode {
    case .close, .ping, .pong:
      guard isFinal else { throw fault("a control frame is fragmented") }
      guard length <= 125 else { throw fault("a control frame has more than 125 bytes") }
    case .binary: throw WebSocketClose(.noText, "messages are JSON: send text frames")
    case .text where message != nil: throw fault("a message begins before the one before has ended")
    case .continuation where message == nil: throw fault("a frame continues a message, and none has begun")
    case .text, .continuation: break
    }
    if length == 126 {
      guard let long: UInt16 = bytes.getInteger(at: start + size) else { return nil }
      guard long > 125 else { throw fault("a length is not in its shortest form") }
      (length, size) = (Int(long), 4)
    } else if length == 127 {
      guard let long: UInt64 = bytes.getInteger(at: start + size) else { return nil }
      guard long > UInt64(UInt16.max) else { throw fault("a length is not in its shortest form") }
      (length, size) = (Int(clamping: long), 10)
    }
    guard opcode.isControl || length <= messageLimit - (message?.readableBytes ?? 0) else {
      throw WebSocketClose(.tooLarge, "a message has at most \(messageLimit) bytes")
    }
    guard let mask: UInt32 = bytes.getInteger(at: start + size) else { return nil }
    return Head(opcode: opcode, isFinal: isFinal, mask: mask, size: size + 4, length: length)
  }

  private func fault(_ reason: String) -> WebSocketClose { WebSocketClose(.protocolError, reason) }

  private static func check(close payload: ByteBuffer) throws(WebSocketClose) {
    guard payload.readableBytes > 0 else { return }
    guard let code: UInt16 = payload.getInteger(at: payload.readerIndex) else {
      throw WebSocketClose(.protocolError, "a close frame has half a code")
    }
    switch code {
    case 1_000...1_003, 1_007...1_014, 3_000...4_999: break
    default: throw WebSocketClose(.protocolError, "a close frame has the code \(code)")
    }
    guard String(validating: payload.readableBytesView.dropFirst(2), as: UTF8.self) != nil else {
      throw WebSocketClose(.badText, "the reason of a close frame is not UTF-8")
    }
  }
}

extension ByteBuffer {
  /// Removes the masking of RFC 6455 §5.3.
  fileprivate mutating func unmask(by mask: UInt32) {
    let key = [UInt8(mask >> 24), UInt8(mask >> 16 & 0xFF), UInt8(mask >> 8 & 0xFF), UInt8(mask & 0xFF)]
    withUnsafeMutableReadableBytes { bytes in
      for place in bytes.indices { bytes[place] ^= key[place & 3] }
    }
  }
}
