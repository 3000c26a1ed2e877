import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import Truths
import TruthsServerCore

/// Finds out who sends a request before it is answered, counts it, and logs what is at fault.
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

  /// - Throws: as ``APIResponder/respond(to:context:)``.
  private func answer(_ request: Request, _ route: Route?, _ context: ConnectionContext) async throws -> Response {
    let speaker = try await speaker(of: request, route, context)
    return try await APIResponder(gate: self, speaker: speaker).respond(to: request, context: context)
  }

  private func speaker(
    of request: Request, _ route: Route?, _ context: ConnectionContext
  ) async throws(HTTPProblem) -> Speaker {
    let peer = site.connections.peer(of: context.channel)
    switch access {
    case .everybody(let speaker):
      // Over a socket somebody of whom the system tells nothing is not let in either.
      guard !context.isUnix || peer?.isOwner == true else {
        let user = peer?.name.text ?? "not known"
        throw HTTPProblem(.foreignUser, "the socket serves the user of the server alone, and this is \(user)")
      }
      return speaker
    case .identities(let identities):
      // Whoever watches over the process has no token, and hears of no decision.
      if route?.isForEverybody == true { return .nobody }
      let authorization = request.headers[.authorization]
      // A page cannot send a header with a WebSocket; the first message says who speaks.
      if route == .stream, authorization == nil, peer.flatMap(identities.actor(of:)) == nil { return .nobody }
      return try await speaker(authorization, over: peer, identities)
    }
  }

  /// Who speaks by what a first message, or the metadata of a call, says in place of a header.
  ///
  /// - Parameter peer: who counts where it says nothing.
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

  /// Says which request its lines are about.
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

/// How it is known who speaks.
enum Access: Sendable {
  /// Everybody who reaches the server is one actor.
  case everybody(Speaker)
  /// Somebody by a token, or by the connection; nobody without one.
  case identities(Identities)

  /// Whether clients are told apart.
  var tellsApart: Bool { if case .identities = self { true } else { false } }
}
