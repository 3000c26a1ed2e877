import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Truths
import TruthsServerCore

/// AuthZEN (server §14).
extension APIResponder {
  /// Where what is asked.
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

  /// The body of a request, which has to be JSON; AuthZEN has no other status for one that is not.
  func accessBody(of request: Request) async throws -> [UInt8] { try await body(of: request, otherType: .badBody) }

  /// Answers evaluations: by a dry run, or by a decision where the server records them.
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
        // Where nothing is written, or too much waits, the whole request is to be sent again.
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

  /// Decides what an evaluation asks as a proposal of its subject.
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
  /// By which a client knows its request; the answer has it too.
  static let requestID = HTTPField.Name("X-Request-ID")
}
