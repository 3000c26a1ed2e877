import GRPCCore
import SwiftProtobuf
import Truths
import TruthsServerCore
import TruthsServerMessages

/// Handles gRPC health checks. They need no token, so that process monitors can call them.
struct HealthServiceHandler: Grpc_Health_V1_Health.ServiceProtocol {
  typealias Request = Grpc_Health_V1_HealthCheckRequest
  typealias Response = Grpc_Health_V1_HealthCheckResponse

  let calls: GRPCCalls

  /// Names of the services that have a status. The empty name stands for the whole server.
  private static let services = [
    "", Converge_V1_ContextService.descriptor.fullyQualifiedService, Converge_V1_SessionService.descriptor.fullyQualifiedService,
  ]

  func check(request: ServerRequest<Request>, context: ServerContext) async throws -> ServerResponse<Response> {
    guard Self.services.contains(request.message.service) else {
      let problem = HTTPProblem(.notFound, "there is no service `\(Tool.visible(request.message.service))`")
      throw calls.refusal(of: problem, context)
    }
    return ServerResponse(message: await health)
  }

  func list(
    request: ServerRequest<Grpc_Health_V1_HealthListRequest>, context: ServerContext
  ) async throws -> ServerResponse<Grpc_Health_V1_HealthListResponse> {
    let health = await health
    return ServerResponse(
      message: .with { list in
        for service in Self.services { list.statuses[service] = health }
      })
  }

  func watch(request: ServerRequest<Request>, context: ServerContext) async throws -> StreamingServerResponse<Response> {
    let isKnown = Self.services.contains(request.message.service)
    return StreamingServerResponse { writer in
      var told: Response?
      while !Task.isCancelled, !context.cancellation.isCancelled {
        let health = isKnown ? await health : .with { $0.status = .serviceUnknown }
        if health != told { try await writer.write(health) }
        told = health
        try await Task.sleep(for: .seconds(1))
      }
      throw calls.refusal(of: HTTPProblem(.unavailable, "server_stopping: ask the next one"), context)
    }
  }

  /// The health status: serving where decisions are recorded, as `/readyz` reports it.
  private var health: Response {
    get async {
      let isServing = await calls.host.fault == nil
      return .with { $0.status = isServing ? .serving : .notServing }
    }
  }
}
