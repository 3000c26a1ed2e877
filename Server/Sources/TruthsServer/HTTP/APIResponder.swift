import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Truths
import TruthsServerCore

/// Answers HTTP requests: resolves the path, reads the body, and asks the session.
///
/// A request that proposes or steers has its own session connection while it is answered. A stream has one until it ends.
struct APIResponder {
  let gate: Gatekeeper
  /// The sender of the request.
  let speaker: Speaker
  /// The connection of the request.
  let channel: any Channel
  /// Maximum number of seconds that a request may wait.
  let longestWait = 60

  var host: SessionHost { gate.host }
  /// The rules that wait to be adopted.
  var rollout: RuleRollout { gate.rollout }
  var site: ServedSite { gate.site }
  var actor: String { speaker.actor }

  /// - Throws: ``HTTPProblem``, or another error where the server is at fault.
  func respond(to request: Request, context: ConnectionContext) async throws -> Response {
    do {
      try context.check(request.head, at: site)
      guard let route = Route(path: request.uri.path) else {
        throw HTTPProblem(.notFound, "nothing is called `\(Tool.visible(request.uri.path))`")
      }
      guard route.methods.contains(request.method) else {
        let methods = route.methods.map(\.rawValue).joined(separator: ", ")
        var headers = HTTPFields()
        headers[.allow] = methods
        throw HTTPProblem(
          .methodNotAllowed, "`\(Tool.visible(request.uri.path))` takes \(methods), and not \(request.method.rawValue)",
          headers: headers)
      }
      let query = try Query(request.uri.query, known: route.parameters)
      return try await answer(route, request, query, context)
    } catch {
      guard let problem = HTTPProblem(error) else { throw error }
      throw problem
    }
  }

  private func answer(
    _ route: Route, _ request: Request, _ query: Query, _ context: ConnectionContext
  ) async throws -> Response {
    switch route {
    case .page: return try page(ServedPage.root, request)
    case .pageFile(let path): return try page(path, request)
    case .actor: return sender()
    case .vocabulary: return try await vocabulary(request)
    case .handbook: return try await handbook(nil, request)
    case .handbookChapter(let name): return try await handbook(name, request)
    case .jobs: return try await propose(try await body(of: request), request, query)
    case .job(let id):
      if request.method == .delete { return try await steer(.control(.cancel, job: id), job: id) }
      return Self.json(.ok, try await job(id).json)
    case .jobControl(let id): return try await steer(.control(try await body(of: request), job: id), job: id)
    case .control: return try await steer(.control(try await body(of: request)), job: nil)
    case .capabilities:
      let handshake = try RunMessage.handshake(request.method == .post ? try await body(of: request, isOptional: true) : [])
      return try await capabilities(handshake)
    case .events: return try await events(EventsRequest(query, request), request, isList: false)
    case .jobEvents(let id):
      var wanted = try EventsRequest(query, request)
      wanted.runID = try await job(id).runID
      return try await events(wanted, request, isList: true)
    case .stream: return try webSocket(request, context)
    case .dryRun, .whyNot: return try await answer(route, about: try .about(try await body(of: request)))
    case .suggest: return try await answer(route, about: try .next(try await body(of: request)))
    case .why(let subject): return try await why(subject)
    case .inbox: return try await inbox(query)
    case .decisions: return try await decisions(query)
    case .ledgerHead: return try await ledgerHead()
    case .ledgerEntry(let id): return try await ledgerEntry(id, request)
    case .ledgerConsistency: return try await ledgerConsistency(query)
    case .health: return Self.json(.ok, Array(#"{"status":"ok"}"#.utf8))
    case .readiness: return try await readiness()
    case .truths: return try await truths()
    case .pendingTruths: return try await pendingTruths()
    case .adoption: return try await adopt(try await body(of: request), request, query)
    case .metrics: return try await metrics()
    case .openAPI: return Self.json(.ok, site.openAPI)
    case .accessMetadata: return accessMetadata(of: request)
    case .accessEvaluation: return try await evaluate(try .evaluation(try await accessBody(of: request)))
    case .accessEvaluations: return try await evaluate(try .evaluations(try await accessBody(of: request)))
    case .accessSearch(let target):
      return try await search(try AccessSearch(for: target, try await accessBody(of: request)))
    }
  }

  /// Returns the body of a request, which must be JSON.
  ///
  /// - Parameters:
  ///   - isOptional: whether the body may be missing.
  ///   - otherType: problem code for a body of another media type.
  func body(
    of request: Request, isOptional: Bool = false, otherType: HTTPProblem.Code = .mediaType
  ) async throws -> [UInt8] {
    let declared = request.headers[.contentLength].flatMap { Int($0) }
    if let declared, declared > speaker.bodyLimit { throw tooLarge }
    if request.headers[.expect]?.lowercased() == "100-continue" {
      channel.triggerUserOutboundEvent(BodyInvitation(), promise: nil)
    }
    let buffer: ByteBuffer
    do {
      buffer = try await request.body.collect(upTo: speaker.bodyLimit)
    } catch is NIOTooManyBytesError {
      throw tooLarge
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw HTTPProblem(.badBody, "the body ended before it was whole")
    }
    if isOptional, buffer.readableBytes == 0 { return [] }
    let type = request.headers[.contentType]?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
    guard type == "application/json" else {
      throw HTTPProblem(
        otherType, "the body is `\(Tool.visible(type ?? "of no type"))`; send it with `Content-Type: application/json`")
    }
    return Array(buffer.readableBytesView)
  }

  private var tooLarge: HTTPProblem { HTTPProblem(.tooLarge, "a body has at most \(speaker.bodyLimit) bytes") }

  static func json(_ status: HTTPResponse.Status, _ bytes: [UInt8], location: String? = nil) -> Response {
    var headers: HTTPFields = [.contentType: "application/json"]
    headers[.location] = location
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
