import NIOCore

/// The reason why a WebSocket ends (RFC 6455 §7.4).
struct WebSocketClose: Error, Hashable, Sendable {
  enum Code: UInt16 {
    case normal = 1_000
    case goingAway = 1_001
    case protocolError = 1_002
    case noText = 1_003
    case badText = 1_007
    case policy = 1_008
    case tooLarge = 1_009
  }

  let code: Code
  /// Text for people and programs. Sent up to the size that a close frame allows.
  let reason: String

  init(_ code: Code, _ reason: String = "") { (self.code, self.reason) = (code, reason) }

  /// Creates the close for a refused request or message, with the reason `CODE: DETAIL`.
  init(_ problem: HTTPProblem) { self.init(.policy, problem.line) }

  /// The payload of a close frame.
  var payload: ByteBuffer {
    var payload = ByteBuffer(integer: code.rawValue)
    for character in reason {
      guard payload.readableBytes + character.utf8.count <= 125 else { break }
      payload.writeString(String(character))
    }
    return payload
  }
}
