import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import Truths
import TruthsServerCore

/// Finds out who sends a request before it is answered, counts it, and logs what is at fault.
struct Gatekeeper: HTTPResponder {
  let host: SessionHost
  let access: Access
  let site: ServedSite

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    let start = ContinuousClock.now
    let route = Route(path: request.uri.path)
    let response: Response
    do {
      response = try await answer(request, route, context)
    } catch {
      let logger = logger(of: request, route, context)
      let problem = problem(of: error, logger)
      log(problem, request.method, route, context, logger)
      response = problem.response
    }
    site.metrics.countRequest(route, request.method, response.status, took: ContinuousClock.now - start)
    return response
  }

  /// - Throws: as ``APIResponder/respond(to:context:)``.
  private func answer(_ request: Request, _ route: Route?, _ context: ConnectionContext) async throws -> Response {
    let speaker = try await speaker(of: request, route)
    return try await APIResponder(host: host, speaker: speaker, site: site).respond(to: request, context: context)
  }

  private func speaker(of request: Request, _ route: Route?) async throws(HTTPProblem) -> Speaker {
    switch access {
    case .everybody(let speaker): return speaker
    case .identities(let identities):
      // Whoever watches over the process has no token, and hears of no decision.
      if route?.isForEverybody == true { return .nobody }
      return try await identities.speaker(request.headers[.authorization]) { (actor) async throws(Findings) in
        let client = try await host.open(by: actor, over: .rest)
        await host.close(client)
      }
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

  /// Logs what a client did wrong, once for its connection, and neither what it sent nor its token.
  private func log(
    _ problem: HTTPProblem, _ method: HTTPRequest.Method, _ route: Route?, _ context: ConnectionContext, _ logger: Logger
  ) {
    guard problem.code.status.kind == .clientError, site.connections.isFirstFault(on: context.channel) else { return }
    var metadata: Logger.Metadata = ["code": "\(problem.code.rawValue)", "status": "\(problem.code.status.code)"]
    metadata["client"] = "\(context.channel.remoteAddress?.ipAddress ?? "")"
    if let route { metadata["request"] = "\(Tool.visible(method.rawValue)) \(route.name.template)" }
    // What is wrong with a token, or a host, was written here.
    if [.badToken, .noToken, .foreignHost, .foreignOrigin].contains(problem.code) { metadata["detail"] = "\(problem.detail)" }
    logger.notice("a request is refused; further ones of this connection are not logged", metadata: metadata)
  }
}

/// How it is known who speaks.
enum Access: Sendable {
  /// Everybody who reaches the server is one actor.
  case everybody(Speaker)
  /// Somebody by a token; nobody without one.
  case identities(Identities)
}
