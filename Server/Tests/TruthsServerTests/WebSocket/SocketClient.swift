import Foundation

/// A WebSocket client that sends given frames or bytes, and never answers by itself.
final class SocketClient {
  /// A frame of the server.
  struct Frame {
    var opcode: UInt8
    var payload: [UInt8]

    /// The code and the reason of a close frame.
    var close: (code: Int, reason: String)? {
      guard opcode == 8, payload.count >= 2 else { return nil }
      return (Int(payload[0]) << 8 | Int(payload[1]), String(decoding: payload[2...], as: UTF8.self))
    }
  }

  let raw: RawClient
  /// The head of the answer to the handshake.
  let head: String
  private var bytes: [UInt8]

  /// Opens a connection and shakes hands.
  init(_ address: String, headers: [String] = ["Sec-WebSocket-Protocol: converge.v1"]) throws {
    raw = try RawClient(address)
    raw.send(Self.handshake(address, headers: headers))
    var all: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while all.firstRange(of: end) == nil, let part = raw.readBytes() { all += part }
    let place = all.firstRange(of: end)?.upperBound ?? all.count
    head = String(decoding: all[..<place], as: UTF8.self)
    bytes = Array(all[place...])
  }

  static func handshake(_ address: String, headers: [String] = []) -> String {
    let upgrade = [
      "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    return RawClient.request(address, "GET", "/stream", headers: upgrade + headers)
  }

  /// Sends a message in one frame.
  func send(_ message: String) { raw.send(Self.frame(0x81, Array(message.utf8))) }

  /// A frame of a client, which is masked.
  static func frame(_ first: UInt8, _ payload: [UInt8], isMasked: Bool = true) -> [UInt8] {
    let mask: UInt8 = isMasked ? 0x80 : 0
    var frame = [first]
    switch payload.count {
    case ...125: frame.append(mask | UInt8(payload.count))
    case ...65_535: frame += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default: frame += [mask | 127] + (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 0xFF) }
    }
    guard isMasked else { return frame + payload }
    let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    return frame + key + payload.enumerated().map { $0.element ^ key[$0.offset & 3] }
  }

  /// The next frame; `nil` where none comes.
  func next() -> Frame? {
    while true {
      if let (frame, count) = Self.read(bytes) {
        bytes.removeFirst(count)
        return frame
      }
      guard let part = raw.readBytes() else { return nil }
      bytes += part
    }
  }

  /// Returns the content of the next message with a name; messages before it are skipped.
  func next(_ name: String) -> Any? {
    while let frame = next() {
      guard frame.opcode == 1, let object = try? JSONSerialization.jsonObject(with: Data(frame.payload)) as? [String: Any] else {
        if frame.opcode == 8 { return nil }
        continue
      }
      if let body = object[name] { return body }
    }
    return nil
  }

  /// Reads until the server's end.
  func end() -> (code: Int, reason: String)? {
    while let frame = next() {
      if frame.opcode == 8 { return frame.close }
    }
    return nil
  }

  private static func read(_ bytes: [UInt8]) -> (Frame, Int)? {
    guard bytes.count >= 2 else { return nil }
    var (length, start) = (Int(bytes[1]), 2)
    if length == 126 {
      guard bytes.count >= 4 else { return nil }
      (length, start) = (Int(bytes[2]) << 8 | Int(bytes[3]), 4)
    } else if length == 127 {
      guard bytes.count >= 10 else { return nil }
      (length, start) = (bytes[2..<10].reduce(0) { $0 << 8 | Int($1) }, 10)
    }
    guard bytes.count >= start + length else { return nil }
    return (Frame(opcode: bytes[0] & 0x0F, payload: Array(bytes[start..<(start + length)])), start + length)
  }
}

extension ServerProcess {
  /// A client over a WebSocket.
  func socket(headers: [String] = ["Sec-WebSocket-Protocol: converge.v1"]) throws -> SocketClient {
    try SocketClient(address, headers: headers)
  }

  static func proposal(_ id: String, amount: Int = 1) -> String {
    #"{"propose":{"action":"place_order","order_id":"\#(id)","amount":\#(amount),"idempotency_key":"k-\#(id)"}}"#
  }
}
