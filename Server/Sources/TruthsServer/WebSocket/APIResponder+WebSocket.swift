import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Answers requests that open a WebSocket.
extension APIResponder {
  /// Opens a WebSocket (server §7). ``UpgradeHandler`` upgrades the connection when it sees the response.
  func webSocket(_ request: Request, _ context: ConnectionContext) throws(HTTPProblem) -> Response {
    let handshake = try WebSocketHandshake(request.head)
    let place = speaker.isNobody ? nil : try speaker.openStream()
    let socket = WebSocketClient(gate: gate, channel: context.channel, logger: context.logger)
    let body = ResponseBody { [speaker] writer in
      try await socket.serve(request.body, speaker.isNobody ? nil : (speaker, place))
      try await writer.finish(nil)
    }
    return Response(status: .switchingProtocols, headers: handshake.headers, body: body)
  }
}
