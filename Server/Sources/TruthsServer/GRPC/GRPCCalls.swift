import GRPCCore
import GRPCNIOTransportHTTP2Posix
import Logging
import NIOCore
import ServiceLifecycle
import Truths
import TruthsServerCore

/// Identifies the caller of a gRPC call before it is answered, counts the call, and logs faults.
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

  /// Answers a call with a stream. The stream holds a session connection until the client leaves, its token expires or the
  /// server stops.
  ///
  /// - Parameter work: writes the stream; it gets the connection's id and the writer. It returns true when the stream has ended
  ///   by itself, false when the session's connection was closed.
  func stream<Message>(
    _ metadata: Metadata, _ context: ServerContext,
    _ work: @escaping @Sendable (Speaker, String, RPCWriter<Message>) async throws -> Bool
  ) async throws -> StreamingServerResponse<Message> {
    let speaker: Speaker
    let stream: StreamPlace?
    do {
      speaker = try await self.speaker(metadata, context)
      stream = try speaker.openStream()
    } catch {
      throw refusal(of: error, context)
    }
    return StreamingServerResponse { writer in
      defer { withExtendedLifetime(stream) {} }
      do {
        try await serve(speaker) { client in try await work(speaker, client, writer) }
        site.metrics.countCall(context.descriptor.fullyQualifiedMethod, nil)
        return [:]
      } catch {
        throw refusal(of: error, context)
      }
    }
  }

  /// - Throws: the reason why the stream ended early.
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
      // Cancellation by the client and shutdown of the server both end the session's connection.
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
    // The client is gone, so no reason is sent.
    guard isStopping.isSet else { return }
    throw HTTPProblem(.unavailable, "server_stopping: open it again behind what came last")
  }

  private func speaker(_ metadata: Metadata, _ context: ServerContext) async throws(HTTPProblem) -> Speaker {
    let given = Array(metadata[stringValues: "authorization"])
    // Several `authorization` values are rejected, without falling back to the connection's identity.
    let peer = given.isEmpty ? peer(of: context) : nil
    return try await gatekeeper.speaker(authorization: given.count == 1 ? given[0] : nil, over: peer)
  }

  /// Returns the verified peer of the call's connection; `nil` where none was verified.
  private func peer(of context: ServerContext) -> Peer? {
    #if TLS
      let transport = context.transportSpecific as? HTTP2ServerTransport.Posix.Context
      return (transport?.peerCertificate).flatMap { Peer(verified: $0) }
    #else
      return nil
    #endif
  }

  /// Returns the error that ends a call. Counts it, and logs it where the client or the server is at fault.
  func refusal(of error: any Error, _ context: ServerContext) -> RPCError {
    if let known = error as? RPCError { return known }
    if isGone(error, context) { return RPCError(code: .cancelled, message: "the client is gone") }
    let problem = self.problem(error)
    let method = context.descriptor.fullyQualifiedMethod
    site.metrics.countCall(method, problem.code)
    log(problem, of: method, context)
    return problem.rpcError
  }

  /// Logs a fault of the client, once per connection.
  func log(_ problem: HTTPProblem, of method: String, _ context: ServerContext) {
    guard let channel = connections.channel(of: context.remotePeer) else { return }
    site.log(problem, of: method, on: channel, logger)
  }

  /// Whether a call failed because its client left. Such a failure is not reported.
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
