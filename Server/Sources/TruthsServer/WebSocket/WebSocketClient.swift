import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import ServiceLifecycle
import Truths
import TruthsServerCore

/// Serves a client that is connected over a WebSocket.
struct WebSocketClient: Sendable {
  let gate: Gatekeeper
  let channel: any Channel
  let logger: Logger

  private var host: SessionHost { gate.host }
  private var site: ServedSite { gate.site }

  /// Limits of the first message, which names the speaker: its bytes, and the seconds to wait for it.
  private static let (authorizationLimit, authorizationTime) = (16_384, 5)
  /// Name in the log of the request that opened the WebSocket.
  private static let request = "GET \(RouteName.stream.template)"

  /// Serves the client until it leaves, its token expires, or the server stops.
  ///
  /// - Parameter identified: the speaker and its counted stream, where a header or the connection named the speaker.
  func serve(_ inbound: RequestBody, _ identified: (speaker: Speaker, place: StreamPlace?)?) async throws {
    var messages = inbound.makeAsyncIterator()
    var identified = identified
    if identified == nil { identified = try await authorized(&messages) }
    guard let (speaker, place) = identified else { return }
    defer { withExtendedLifetime(place) {} }
    send(WebSocketHandler.MessageLimit(bytes: speaker.bodyLimit))
    let client = try await host.open(by: speaker.actor, over: .webSocket)
    let lapse = Task {
      guard let reason = await speaker.lapse() else { return }
      send(WebSocketClose(.policy, reason))
      await host.close(client)
    }
    defer { lapse.cancel() }
    let conversation = Conversation(
      over: "websocket", with: client, of: speaker, host: host, metrics: site.metrics, write: write,
      log: { site.log($0, of: Self.request, on: channel, logger) })
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await tell(conversation) }
      await withGracefulShutdownHandler {
        await listen(to: conversation, &messages)
      } onGracefulShutdown: {
        Task { await host.end(client) }
      }
    }
  }

  /// Waits for the first message, `{"authorization": "Bearer …"}`.
  ///
  /// - Returns: `nil` where the message names no speaker; the connection then ends.
  private func authorized(_ messages: inout RequestBody.AsyncIterator) async throws -> (Speaker, StreamPlace?)? {
    let help = #"a first message has to say who speaks: {"authorization": "Bearer TOKEN"}"#
    send(WebSocketHandler.MessageLimit(bytes: Self.authorizationLimit, count: 1))
    let deadline = Task {
      try await Task.sleep(for: .seconds(Self.authorizationTime))
      send(WebSocketClose(HTTPProblem(.noToken, "\(help), within \(Self.authorizationTime) s")))
    }
    defer { deadline.cancel() }
    guard let first = try await messages.next(isolation: #isolation) else { return nil }
    do throws(HTTPProblem) {
      guard let authorization = Self.authorization(in: first) else { throw HTTPProblem(.noToken, help) }
      let speaker = try await gate.speaker(authorization: authorization)
      return (speaker, try speaker.openStream())
    } catch {
      site.log(error, of: Self.request, on: channel, logger)
      send(WebSocketClose(error))
      return nil
    }
  }

  private static func authorization(in message: ByteBuffer) -> String? {
    let members = ClaimValue(json: Data(message.readableBytesView))?.object
    return members?.count == 1 ? members?["authorization"]?.text : nil
  }

  /// Passes on the client's messages, until the client sends no more or the connection is about to end.
  private func listen(to conversation: Conversation, _ messages: inout RequestBody.AsyncIterator) async {
    var isFirst = true
    do {
      while let message = try await messages.next(isolation: #isolation) {
        defer { isFirst = false }
        if isFirst, Self.authorization(in: message) != nil {
          // Where every client is one actor, an authorization message is harmless. Where the connection has identified the
          // speaker, the message may come from another client behind a proxy.
          guard conversation.speaker.isPeer else { continue }
          let problem = HTTPProblem(.badToken, "the connection says who speaks; send a token as a header of the handshake")
          site.log(problem, of: Self.request, on: channel, logger)
          send(WebSocketClose(problem))
          break
        }
        guard try await conversation.take(Array(message.readableBytesView)) else { return }
      }
    } catch {
      logger.debug("a WebSocket broke: \(error)")
    }
    send(WebSocketClose(.normal))
    await host.close(conversation.client)
  }

  /// Sends the session's messages to the client until the session closes the client's connection.
  private func tell(_ conversation: Conversation) async {
    do {
      try await conversation.tell()
    } catch {
      logger.debug("a WebSocket broke: \(error)")
    }
    await host.close(conversation.client)
    // Has no effect where the WebSocket was already closed for another reason.
    send(WebSocketClose(.goingAway, "server_stopping"))
  }

  /// Sends messages, and returns once the socket has accepted them.
  @Sendable private func write(_ messages: [[UInt8]]) async throws {
    for message in messages.dropLast() {
      channel.write(HTTPResponsePart.body(ByteBuffer(bytes: message)), promise: nil)
    }
    guard let last = messages.last else { return }
    try await channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(bytes: last))).get()
  }

  private func send(_ event: any Sendable) { channel.triggerUserOutboundEvent(event, promise: nil) }
}
