import HTTPTypes
import Hummingbird
import Truths
import TruthsServerCore

/// Answers requests about the rules in force and the rules that wait to be adopted.
extension APIResponder {
  func truths() async throws -> Response { Self.json(.ok, try await host.read { $0.rulesInForce }.json) }

  /// Returns the waiting rules and the decisions that they would change, for the organisations that the actor may read.
  func pendingTruths() async throws -> Response {
    guard let (rules, report) = try await rollout.pending() else {
      throw HTTPProblem(.notFound, "no rules wait: the files hold those in force, or have errors, which are in the log")
    }
    var (left, readable) = (report.organisations[...], [String?]())
    while !left.isEmpty {
      // A rule may decide about each organisation, so other requests run between the batches.
      readable += try await host.readable(Array(left.prefix(16)), by: actor)
      left = left.dropFirst(16)
    }
    return Self.json(.ok, rules.json(report, readable: readable))
  }

  /// Proposes that the waiting rules come into force.
  func adopt(_ body: [UInt8], _ request: Request, _ query: Query) async throws -> Response {
    let wait = try query.number("wait", most: longestWait) ?? 0
    let (inForce, offered) = try await host.read { ($0.rulesInForce, $0.offeredRules) }
    let traceID = TraceParent.traceID(in: request.headers)
    let proposal = try RunMessage.adoption(body, key: try Self.key(of: request), traceID: traceID, after: inForce)
    let pending = try await rollout.pending()?.rules.rules.hash
    guard let hash = proposal.adoptedRules, hash == inForce.hash || offered.contains(hash) else {
      let help = pending.map { "those that wait are \($0)" } ?? "none wait"
      throw HTTPProblem(.notPending, "the rules \(proposal.adoptedRules ?? "") do not wait to be adopted; \(help)")
    }
    return try await decide(proposal, wait: wait)
  }
}
