import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import ServiceLifecycle
import Truths
import TruthsServerCore

/// Answers requests for events, by polling or as a stream.
extension APIResponder {
  /// - Parameter isList: whether a poll returns the events alone, as a list (contract §15.2).
  func events(_ wanted: EventsRequest, _ request: Request, isList: Bool) async throws -> Response {
    if wanted.isStream { return try await stream(wanted, request) }
    var answer = try await host.ask(try wanted.message(subscribe: false), by: actor)
    if wanted.wait > 0, !answer.tellsEvents {
      let client = try await host.open(by: actor, over: .rest)
      await host.receive(try wanted.message(subscribe: true), from: client)
      await withDeadline(wanted.wait) {
        while true {
          let messages = await host.messages(to: client)
          if messages.isEmpty || messages.contains(where: \.tellsEvents) { return }
        }
      }
      await host.close(client)
      answer = try await host.ask(try wanted.message(subscribe: false), by: actor)
    }
    return Self.json(.ok, isList ? answer.events : answer.body)
  }

  /// Streams events as they happen, until the client leaves or the server stops (contract §13.7).
  private func stream(_ wanted: EventsRequest, _ request: Request) async throws -> Response {
    let message = try wanted.message(subscribe: true)
    let place = try speaker.openStream()
    let streamID = try await host.read { $0.streamID }
    let body = ResponseBody { [host, speaker] writer in
      // Keeps the stream counted for as long as the response body exists.
      defer { withExtendedLifetime(place) {} }
      let client = try await host.open(by: speaker.actor, over: .sse)
      let lapse = Task {
        let reason = await speaker.lapse()
        if reason != nil { await host.close(client) }
        return reason
      }
      defer { lapse.cancel() }
      do {
        try await withGracefulShutdownHandler {
          try await request.body.consumeWithInboundCloseHandler { _ in
            await host.receive(message, from: client)
            // The response head is sent with the first bytes, and the first event may take a while.
            try await writer.write(ByteBuffer(string: ":\n\n"))
            while true {
              let messages = await host.messages(to: client)
              if messages.isEmpty { break }
              try await writer.write(Self.buffer(of: messages, streamID))
            }
            lapse.cancel()
            let reason = await lapse.value ?? "server_stopping"
            try await writer.write(ByteBuffer(string: "event: end\ndata: {\"reason\":\"\(reason)\"}\n\n"))
            try await writer.finish(nil)
          } onInboundClosed: {
            Task { await host.close(client) }
          }
        } onGracefulShutdown: {
          Task { await host.close(client) }
        }
      } catch {
        await host.close(client)
        throw error
      }
      await host.close(client)
    }
    let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
    return Response(status: .ok, headers: headers, body: body)
  }

  private static func buffer(of messages: [RunSession.Outgoing], _ streamID: String) -> ByteBuffer {
    var buffer = ByteBuffer()
    for frame in messages.flatMap(\.frames) {
      if let seq = frame.seq { buffer.writeString("id: \(streamID):\(seq)\n") }
      buffer.writeString("event: \(frame.name)\ndata: ")
      buffer.writeBytes(frame.data)
      buffer.writeString("\n\n")
    }
    return buffer
  }
}
