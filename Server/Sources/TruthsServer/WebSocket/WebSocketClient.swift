import Foundation
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import ServiceLifecycle
import Truths
import TruthsServerCore

/// A client that is connected over a WebSocket: what it sends goes to the session, and what the session tells goes to it.
///
/// Nothing is read ahead: the session is asked for the next messages once the socket has taken those before, and a client that
/// does not take its answers is not listened to.
struct WebSocketClient: Sendable {
  let gate: Gatekeeper
  let channel: any Channel
  let logger: Logger

  private let times = ProposalTimes()

  private var host: SessionHost { gate.host }
  private var site: ServedSite { gate.site }

  /// The most bytes of a first message that says who speaks, and for how many seconds it is waited for.
  private static let (authorizationLimit, authorizationTime) = (16_384, 5)
  /// The request that opened it, as the log calls it.
  private static let request = "GET \(RouteName.stream.template)"
  /// How many messages are taken from the session at a time.
  private static let batch = 16

  /// Serves the client until it goes, its token ends, or the server does.
  ///
  /// - Parameter known: who speaks, and the place of the stream, where a header said so.
  func serve(_ inbound: RequestBody, _ known: (speaker: Speaker, place: StreamPlace?)?) async throws {
    var messages = inbound.makeAsyncIterator()
    var known = known
    if known == nil { known = try await authorized(&messages) }
    guard let (speaker, place) = known else { return }
    defer { withExtendedLifetime(place) {} }
    send(WebSocketHandler.MessageLimit(bytes: speaker.bodyLimit))
    let client = try await host.open(by: speaker.actor, over: .webSocket)
    let lapse = Task {
      guard let reason = await speaker.lapse() else { return }
      send(WebSocketClose(.policy, reason))
      await host.close(client)
    }
    defer { lapse.cancel() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await tell(client) }
      await withGracefulShutdownHandler {
        await listen(to: client, speaker, &messages)
      } onGracefulShutdown: {
        Task { await host.end(client) }
      }
    }
  }

  /// Waits for the first message, `{"authorization": "Bearer …"}`.
  ///
  /// - Returns: `nil` where it does not say who speaks; the connection ends then.
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

  /// Takes in what the client sends, until it sends nothing more or the connection is about to end.
  private func listen(to client: String, _ speaker: Speaker, _ messages: inout RequestBody.AsyncIterator) async {
    var isFirst = true
    do {
      while let message = try await messages.next(isolation: #isolation) {
        defer { isFirst = false }
        if isFirst, Self.authorization(in: message) != nil {
          // Where everybody is one actor a client that says who it is is not wrong. Where the connection has said so, it may be
          // somebody else behind a proxy.
          guard speaker.isPeer else { continue }
          let problem = HTTPProblem(.badToken, "the connection says who speaks; send a token as a header of the handshake")
          site.log(problem, of: Self.request, on: channel, logger)
          send(WebSocketClose(problem))
          break
        }
        guard try await take(Array(message.readableBytesView), from: client, speaker) else { return }
      }
    } catch {
      logger.debug("a WebSocket broke: \(error)")
    }
    send(WebSocketClose(.normal))
    await host.close(client)
  }

  /// - Returns: whether the client is listened to further.
  private func take(_ bytes: [UInt8], from client: String, _ speaker: Speaker) async throws -> Bool {
    var (name, number): (String?, Int?) = (nil, nil)
    do {
      try speaker.countRequest()
      let message = try RunMessage.frame(bytes)
      name = message.name
      if message.isProposal { number = times.begin() }
      let isTaken = try await host.take(message, from: client, request: number, mostOpenRuns: speaker.openRunLimit)
      site.metrics.countMessage(over: "websocket", nil)
      return isTaken
    } catch {
      if let number { times.end(number) }
      guard let problem = HTTPProblem(error) else { throw error }
      site.metrics.countMessage(over: "websocket", problem.code)
      site.log(problem, of: Self.request, on: channel, logger)
      try await write([problem.document(about: name ?? (try? RunMessage.frame(bytes))?.name).wrapped])
      return true
    }
  }

  /// Tells the client what the session has for it, until its connection there is closed.
  private func tell(_ client: String) async {
    do {
      while true {
        let messages = await host.messages(to: client, atMost: Self.batch)
        if messages.isEmpty { break }
        for number in messages.compactMap(\.answer?.request) {
          if let duration = times.end(number) { site.metrics.countDecision(took: duration) }
        }
        try await write(messages.map(\.wrapped))
      }
    } catch {
      logger.debug("a WebSocket broke: \(error)")
    }
    await host.close(client)
    // It has ended already where somebody else is the reason.
    send(WebSocketClose(.goingAway, "server_stopping"))
  }

  /// Returns once the socket has taken some messages.
  private func write(_ messages: [[UInt8]]) async throws {
    for message in messages.dropLast() {
      channel.write(HTTPResponsePart.body(ByteBuffer(bytes: message)), promise: nil)
    }
    guard let last = messages.last else { return }
    try await channel.writeAndFlush(HTTPResponsePart.body(ByteBuffer(bytes: last))).get()
  }

  private func send(_ event: any Sendable) { channel.triggerUserOutboundEvent(event, promise: nil) }
}
