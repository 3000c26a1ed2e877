import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Truths
import TruthsServerCore

/// Answers AuthZEN requests (server §14).
extension APIResponder {
  /// Returns the AuthZEN metadata: the URL of each endpoint.
  func accessMetadata(of request: Request) -> Response {
    let base = site.publicURL?.text ?? "\(site.scheme)://\(request.head.authority ?? "")"
    let endpoints: [(String, RouteName)] = [
      ("access_evaluation_endpoint", .accessEvaluation), ("access_evaluations_endpoint", .accessEvaluations),
      ("search_subject_endpoint", .subjectSearch), ("search_resource_endpoint", .resourceSearch),
      ("search_action_endpoint", .actionSearch),
    ]
    var metadata: [String: ClaimValue] = ["policy_decision_point": .text(base)]
    for (name, route) in endpoints { metadata[name] = .text(base + route.template) }
    return Self.json(.ok, ClaimValue.object(metadata).json)
  }

  /// Returns the body of an AuthZEN request. AuthZEN has one status for every body that is not JSON.
  func accessBody(of request: Request) async throws -> [UInt8] { try await body(of: request, otherType: .badBody) }

  /// Answers evaluations by a dry run, or by recorded decisions where the server is configured so.
  func evaluate(_ request: AccessRequest) async throws -> Response {
    guard site.recordsEvaluations else {
      return Self.json(.ok, try await host.answer(by: actor) { questions, _ in try questions.evaluate(request) })
    }
    var decisions: [AccessDecision] = []
    for evaluation in request.evaluations {
      let decision: AccessDecision
      do {
        decision = try await decide(try evaluation.get())
      } catch {
        // The ledger is unavailable, or too many requests wait: the client has to send the whole request again.
        guard !request.isSingle, let problem = HTTPProblem(error), problem.code != .unavailable,
          problem.code != .tooManyQuestions
        else { throw error }
        decision = AccessDecision(status: Int(problem.code.status.code), message: problem.detail)
      }
      decisions.append(decision)
      if request.ends(with: decision) { break }
    }
    return Self.json(.ok, request.answer(decisions))
  }

  /// Decides an evaluation as a proposal by its subject.
  private func decide(_ evaluation: AccessEvaluation) async throws -> AccessDecision {
    let id = UUID().uuidString
    let asked = try await host.answer(by: actor) { questions, _ in try questions.recorded(evaluation, id: id) }
    switch asked {
    case .decided(let decision): return decision
    case .proposed(let proposal, let subject):
      let start = ContinuousClock.now
      guard let answer = try await host.ask(proposal, by: subject, mostOpenRuns: speaker.openRunLimit).answer else {
        throw CancellationError()
      }
      site.metrics.countDecision(took: ContinuousClock.now - start)
      if answer.isRefused { throw HTTPProblem(.notDecided, answer.reason, answer: answer) }
      guard let id = answer.jobID else { return answer.access(nil) }
      return answer.access(try await host.job(id, by: actor))
    }
  }

  /// Answers which subjects, resources or actions are permitted.
  func search(_ search: AccessSearch) async throws -> Response {
    Self.json(.ok, try await host.answer(by: actor) { questions, _ in try questions.search(search) })
  }
}

extension HTTPField.Name {
  /// Header by which a client identifies its request. The response repeats it.
  static let requestID = HTTPField.Name("X-Request-ID")
}
