import HTTPTypes
import Hummingbird
import HummingbirdCore
import Truths
import TruthsServerCore

/// Answers questions, which decide and record nothing.
extension APIResponder {
  /// Answers a dry run, why-not or suggest question: the outcome, what would have to change, or possible next steps.
  func answer(_ route: Route, about question: RunQuestion) async throws -> Response {
    let answer = try await host.answer(by: actor) { questions, _ in
      switch route {
      case .dryRun: try questions.dryRun(question)
      case .whyNot: try questions.whyNot(question)
      default: try questions.suggest(question)
      }
    }
    return Self.json(.ok, answer)
  }

  /// Explains a decision or a fact.
  func why(_ subject: String) async throws -> Response {
    guard let answer = try await host.answer(by: actor, { questions, _ in questions.why(subject) }) else {
      throw HTTPProblem(.notFound, "there is no entry `\(Tool.visible(subject))`")
    }
    return Self.json(.ok, answer)
  }

  /// Lists what waits.
  func inbox(_ query: Query) async throws -> Response {
    let isAll = try query.flag("all")
    return Self.json(.ok, try await host.answer(by: actor) { questions, _ in questions.inbox(all: isAll) })
  }

  func decisions(_ query: Query) async throws -> Response {
    let filter = try RunDecisionFilter(
      actor: query["actor"], truth: query["truth"], intent: query["intent"], outcome: query["outcome"], since: query["since"],
      until: query["until"])
    let most = try query.number("limit", most: 1_000) ?? 100
    guard most > 0 else { throw HTTPProblem(.badQuery, "`limit` is 0; it is a whole number from 1, such as limit=100") }
    let page = query["page"]
    let answer = try await host.answer(by: actor) { questions, _ in try questions.decisions(filter, page: page, most: most) }
    return Self.json(.ok, answer)
  }

  /// Returns a ledger entry with its proof; status 304 where the client has the entry already.
  func ledgerEntry(_ id: String, _ request: Request) async throws -> Response {
    guard let entry = try await host.answer(by: actor, { questions, index in questions.entry(id, in: index) }) else {
      throw HTTPProblem(.notFound, "there is no entry `\(Tool.visible(id))`")
    }
    // A weak tag: the entry never changes, but the proof follows the current ledger.
    let tag = "W/\"\(entry.tag)\""
    if request.hasTag(tag) { return Response(status: .notModified, headers: [.eTag: tag]) }
    var response = Self.json(.ok, entry.json)
    response.headers[.eTag] = tag
    return response
  }

  /// Returns the proof that the ledger was only appended to.
  func ledgerConsistency(_ query: Query) async throws -> Response {
    guard let from = try query.number("from") else {
      throw HTTPProblem(.badQuery, "`from` is missing: the size of the ledger that you know, such as from=10")
    }
    let to = try query.number("to")
    let answer = try await host.answer(by: actor) { questions, index in try questions.consistency(from: from, to: to, in: index) }
    return Self.json(.ok, answer)
  }
}
