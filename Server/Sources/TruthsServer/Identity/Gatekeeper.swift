import HTTPTypes
import Hummingbird
import HummingbirdCore
import Truths
import TruthsServerCore

/// Finds out who sends a request before it is answered.
struct Gatekeeper: HTTPResponder {
  let host: SessionHost
  let rollout: RuleRollout
  let access: Access

  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    let speaker: Speaker
    do throws(HTTPProblem) {
      speaker = try await self.speaker(of: request)
    } catch {
      return error.response
    }
    return try await APIResponder(gate: self, speaker: speaker).respond(to: request, context: context)
  }

  private func speaker(of request: Request) async throws(HTTPProblem) -> Speaker {
    switch (access, Route(path: request.uri.path)) {
    case (.everybody(let speaker), _): return speaker
    // Whoever watches over the process has no token, and hears of no decision.
    case (.identities, .health), (.identities, .readiness): return .nobody
    // A page cannot send a header with a WebSocket; the first message says who speaks.
    case (.identities, .stream) where request.headers[.authorization] == nil: return .nobody
    case (.identities(let identities), _): return try await speaker(request.headers[.authorization], identities)
    }
  }

  /// Who speaks by what a first message says in place of a header.
  func speaker(authorization: String) async throws(HTTPProblem) -> Speaker {
    switch access {
    case .everybody(let speaker): return speaker
    case .identities(let identities): return try await speaker(authorization, identities)
    }
  }

  private func speaker(_ authorization: String?, _ identities: Identities) async throws(HTTPProblem) -> Speaker {
    try await identities.speaker(authorization) { (actor) async throws(Findings) in
      let client = try await host.open(by: actor, over: .rest)
      await host.close(client)
    }
  }
}

/// How it is known who speaks.
enum Access: Sendable {
  /// Everybody who reaches the server is one actor.
  case everybody(Speaker)
  /// Somebody by a token; nobody without one.
  case identities(Identities)
}
