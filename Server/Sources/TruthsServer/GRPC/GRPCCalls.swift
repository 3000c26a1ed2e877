import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Logging
import NIOCore
import ServiceLifecycle
import Truths
import TruthsServerCore

/// Finds out who calls before a call is answered, counts it, and logs what is at fault.
struct GRPCCalls: Sendable {
  let gatekeeper: Gatekeeper
  let connections: GRPCConnections
  let logger: Logger

  var host: SessionHost { gatekeeper.host }
  var site: ServedSite { gatekeeper.site }

  /// Answers a call with one message.
  func answer<Request, Answer>(
    _ request: ServerRequest<Request>, _ context: ServerContext, _ work: (Speaker) async throws -> Answer
  ) async throws -> ServerResponse<Answer> {
    do {
      let answer = try await work(try await speaker(request.metadata, context))
      site.metrics.countCall(context.descriptor.fullyQualifiedMethod, nil)
      return ServerResponse(message: answer)
    } catch {
      throw refusal(of: error, context)
    }
  }

  /// Answers a call with a stream, which has a connection of the session for as long as the client is there, its token counts and
  /// the server goes on.
  ///
  /// - Parameter work: given the connection's name, and what writes. It returns whether the stream has come to its own end; where
  ///   it has not it returns once the connection with the session is closed.
  func stream<Message>(
    _ metadata: Metadata, _ context: ServerContext,
    _ work: @escaping @Sendable (Speaker, String, RPCWriter<Message>) async throws -> Bool
  ) async throws -> StreamingServerResponse<Message> {
    let speaker: Speaker
    let place: StreamPlace?
    do {
      speaker = try await self.speaker(metadata, context)
      place = try speaker.openStream()
    } catch {
      throw refusal(of: error, context)
    }
    return StreamingServerResponse { writer in
      defer { withExtendedLifetime(place) {} }
      do {
        try await serve(speaker) { client in try await work(speaker, client, writer) }
        site.metrics.countCall(context.descriptor.fullyQualifiedMethod, nil)
        return [:]
      } catch {
        throw refusal(of: error, context)
      }
    }
  }

  /// - Throws: why it ended before its own end.
  private func serve(_ speaker: Speaker, _ work: @Sendable (String) async throws -> Bool) async throws {
    let client = try await host.open(by: speaker.actor, over: .grpc)
    let lapse = Task {
      let reason = await speaker.lapse()
      if reason != nil { await host.close(client) }
      return reason
    }
    defer { lapse.cancel() }
    let isStopping = Flag()
    let isDone: Bool
    do {
      // That the client is gone is told in the same way as that the server ends.
      isDone = try await withRPCCancellationHandler {
        try await withGracefulShutdownHandler {
          try await work(client)
        } onGracefulShutdown: {
          isStopping.set()
          Task { await host.end(client) }
        }
      } onCancelRPC: {
        Task { await host.end(client) }
      }
    } catch {
      await host.close(client)
      throw error
    }
    await host.close(client)
    if isDone { return }
    lapse.cancel()
    if let reason = await lapse.value {
      let credential = speaker.isPeer ? "what this connection is known by" : "the token of this stream"
      throw HTTPProblem(.badToken, "\(reason): \(credential) counts no longer; open it again with another one")
    }
    // Of a client that is gone nobody hears how it ends.
    guard isStopping.isSet else { return }
    throw HTTPProblem(.unavailable, "server_stopping: open it again behind what came last")
  }

  private func speaker(_ metadata: Metadata, _ context: ServerContext) async throws(HTTPProblem) -> Speaker {
    let given = Array(metadata[stringValues: "authorization"])
    // Of several none counts, and they are no reason to fall back to the connection.
    let peer = given.isEmpty ? peer(of: context) : nil
    return try await gatekeeper.speaker(authorization: given.count == 1 ? given[0] : nil, over: peer)
  }

  /// Who is at the other end of the connection of a call; `nil` where nobody has verified it.
  private func peer(of context: ServerContext) -> Peer? {
    #if TLS
      let transport = context.transportSpecific as? HTTP2ServerTransport.Posix.Context
      return (transport?.peerCertificate).flatMap { Peer(verified: $0) }
    #else
      return nil
    #endif
  }

  /// What a call ends with. It is counted, and logged where the client or the server is at fault.
  func refusal(of error: any Error, _ context: ServerContext) -> RPCError {
    if let known = error as? RPCError { return known }
    if isGone(error, context) { return RPCError(code: .cancelled, message: "the client is gone") }
    let problem = self.problem(error)
    let method = context.descriptor.fullyQualifiedMethod
    site.metrics.countCall(method, problem.code)
    log(problem, of: method, context)
    return problem.rpcError
  }

  /// Logs what a client did wrong, once for its connection.
  func log(_ problem: HTTPProblem, of method: String, _ context: ServerContext) {
    guard let channel = connections.channel(of: context.remotePeer) else { return }
    site.log(problem, of: method, on: channel, logger)
  }

  /// Whether a call broke off because its client is gone: nobody is told of that.
  private func isGone(_ error: any Error, _ context: ServerContext) -> Bool {
    if HTTPProblem(error) != nil || error is CancellationError { return false }
    return context.cancellation.isCancelled || error is ChannelError || error is NIOAsyncWriterError
  }

  private func problem(_ error: any Error) -> HTTPProblem {
    if let problem = HTTPProblem(error) { return problem }
    if error is CancellationError {
      return HTTPProblem(.unavailable, "the server ends; send it again under the same idempotency key")
    }
    logger.error("a call is not answered", metadata: ["error": "\(error)"])
    return HTTPProblem(.internalFault, "the server could not answer; its log says why")
  }
}
