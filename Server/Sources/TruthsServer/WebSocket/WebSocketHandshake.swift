import Crypto
import Foundation
import HTTPTypes
import Truths

/// The response to a request that opens a WebSocket (RFC 6455 §4.2).
struct WebSocketHandshake {
  /// The subprotocol: messages of sessions §1.
  static let subprotocol = "converge.v1"

  /// Headers of the response with status 101.
  let headers: HTTPFields

  /// - Throws: ``HTTPProblem`` where the request is not a WebSocket handshake.
  init(_ request: HTTPRequest) throws(HTTPProblem) {
    let fields = request.headerFields
    guard Self.words(fields[.upgrade]).contains("websocket"), Self.words(fields[.connection]).contains("upgrade") else {
      let detail = "this path is a WebSocket: send `Upgrade: websocket` and `Connection: Upgrade`, or ask for /events"
      throw HTTPProblem(.upgradeRequired, detail, headers: [.upgrade: "websocket"])
    }
    guard fields[.secWebSocketVersion] == "13" else {
      let detail = "`Sec-WebSocket-Version` is `\(Tool.visible(fields[.secWebSocketVersion] ?? ""))`; it has to be 13"
      throw HTTPProblem(.upgradeRequired, detail, headers: [.upgrade: "websocket", .secWebSocketVersion: "13"])
    }
    guard let key = fields[.secWebSocketKey], Data(base64Encoded: key)?.count == 16 else {
      throw HTTPProblem(.badHandshake, "`Sec-WebSocket-Key` is not 16 bytes in base64")
    }
    var headers: HTTPFields = [.upgrade: "websocket", .connection: "Upgrade"]
    let digest = Insecure.SHA1.hash(data: Data((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))
    headers[.secWebSocketAccept] = Data(digest).base64EncodedString()
    if let offered = fields[.secWebSocketProtocol] {
      guard offered.split(separator: ",").contains(where: { $0.trimmingCharacters(in: .whitespaces) == Self.subprotocol }) else {
        throw HTTPProblem(
          .badHandshake, "the subprotocol is `\(Self.subprotocol)`, and the request offers `\(Tool.visible(offered))`")
      }
      headers[.secWebSocketProtocol] = Self.subprotocol
    }
    self.headers = headers
  }

  /// Returns the elements of a comma-separated header, in lower case.
  static func words(_ field: String?) -> [String] {
    (field ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
  }
}
