import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import Truths
import TruthsServerCore

/// Identifies the sender of each HTTP request before it is answered, counts the request, and logs faults.
struct Gatekeeper: HTTPResponder {
  let host: SessionHost
  let rollout: RuleRollout
  let access: Access
  let site: ServedSite

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    let start = ContinuousClock.now
    let route = Route(path: request.uri.path)
    var response: Response
    do {
      response = try await answer(request, route, context)
    } catch {
      let logger = logger(of: request, route, context)
      let problem = problem(of: error, logger)
      let name = route.map { "\(Tool.visible(request.method.rawValue)) \($0.name.template)" }
      site.log(problem, of: name, on: context.channel, logger)
      response = problem.response
    }
    response.headers.tellBrowsers()
    if route?.isAccess == true, let name = HTTPField.Name.requestID { response.headers[name] = request.headers[name] }
    site.metrics.countRequest(route, request.method, response.status, took: ContinuousClock.now - start)
    return response
  }

  /// - Throws: the errors of ``APIResponder/respond(to:context:)``.
  private func answer(_ request: Request, _ route: Route?, _ context: ConnectionContext) async throws -> Response {
    let speaker = try await speaker(of: request, route, context)
    return try await APIResponder(gate: self, speaker: speaker, channel: context.channel).respond(to: request, context: context)
  }

  private func speaker(
    of request: Request, _ route: Route?, _ context: ConnectionContext
  ) async throws(HTTPProblem) -> Speaker {
    let peer = site.connections.peer(of: context.channel)
    switch access {
    case .everybody(let speaker):
      // Over a Unix socket, a peer whose user the system does not report is refused too.
      guard !context.isUnix || peer?.isOwner == true else {
        let user = peer?.name.text ?? "not known"
        throw HTTPProblem(.foreignUser, "the socket serves the user of the server alone, and this is \(user)")
      }
      return speaker
    case .identities(let identities):
      // Process monitors have no token, and these routes reveal nothing about decisions.
      if route?.isForEverybody == true { return .nobody }
      let authorization = request.headers[.authorization]
      // A web page cannot add a header to a WebSocket request, so the first message carries the token.
      if route == .stream, authorization == nil, peer.flatMap(identities.actor(of:)) == nil { return .nobody }
      return try await speaker(authorization, over: peer, identities)
    }
  }

  /// Returns the speaker named by a WebSocket's first message or a gRPC call's metadata, which replace the header.
  ///
  /// - Parameter peer: verified peer, used where no authorization is given.
  func speaker(authorization: String?, over peer: Peer? = nil) async throws(HTTPProblem) -> Speaker {
    switch access {
    case .everybody(let speaker): return speaker
    case .identities(let identities): return try await speaker(authorization, over: peer, identities)
    }
  }

  private func speaker(
    _ authorization: String?, over peer: Peer?, _ identities: Identities
  ) async throws(HTTPProblem) -> Speaker {
    try await identities.speaker(authorization, over: peer) { (actor) async throws(Findings) in
      let client = try await host.open(by: actor, over: .rest)
      await host.close(client)
    }
  }

  /// Returns a logger whose lines name the request's trace and job.
  private func logger(of request: Request, _ route: Route?, _ context: ConnectionContext) -> Logger {
    var logger = context.logger
    logger[metadataKey: "trace_id"] = TraceParent.traceID(in: request.headers).map { "\($0)" }
    logger[metadataKey: "job"] = route?.jobID.map { "\(Tool.visible(String($0.prefix(64))))" }
    return logger
  }

  private func problem(of error: any Error, _ logger: Logger) -> HTTPProblem {
    switch error {
    case let problem as HTTPProblem: return problem
    case is CancellationError: return HTTPProblem(.unavailable, "the server ends; send it again under the same idempotency key")
    default:
      logger.error("a request is not answered", metadata: ["error": "\(error)"])
      return HTTPProblem(.internalFault, "the server could not answer; its log says why")
    }
  }
}

/// The way in which the server identifies the sender of a request.
enum Access: Sendable {
  /// Every client is the same actor.
  case everybody(Speaker)
  /// Clients are identified by a token or by their connection. Others are refused.
  case identities(Identities)

  /// Whether clients are identified individually.
  var tellsApart: Bool { if case .identities = self { true } else { false } }
}
