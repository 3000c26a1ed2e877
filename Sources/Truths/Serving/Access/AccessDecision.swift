import TruthsEngine
import TruthsJSON
import TruthsText

/// The answer to an AuthZEN evaluation: whether the request is permitted, and why (server §14.2).
public struct AccessDecision: Sendable {
  /// Whether the request is permitted. False where it waits or could not be decided.
  public let isPermitted: Bool
  private var context: JSONObject

  /// Creates the answer from a decision of the rules.
  ///
  /// - Parameters:
  ///   - visibleRun: a run as its reader may see it: `decision`, `truth_id`, `reason`, `violations`, `run`.
  ///   - proof: data for checking it: `truths`, `head`, and for a recorded decision `decision_id`.
  init(_ visibleRun: JSONObject, proof: JSONObject) {
    isPermitted = visibleRun.text("decision") == DecisionOutcome.accepted.rawValue
    context = proof
    let reason = visibleRun.text("reason") ?? ""
    let violations = visibleRun["violations"]?.arrayValue ?? []
    let status = isPermitted ? "200" : "403"
    context["reason"] = .text(reason)
    context["reason_user"] = .object([status: .text(reason)])
    context["reason_admin"] = .object([status: .text(Self.reasonForAdministrators(visibleRun, violations))])
    if !violations.isEmpty { context["violations"] = .array(violations) }
    let waiting = visibleRun.object("run")?["waiting_for"]?.arrayValue ?? []
    if !waiting.isEmpty { context["waiting_for"] = .array(waiting) }
  }

  /// Creates the answer to a request that no rule covers.
  init(reason: String, proof: JSONObject) {
    self.init(["decision": .text(DecisionOutcome.rejected.rawValue), "reason": .text(reason)], proof: proof)
  }

  /// Creates the answer to an evaluation that failed.
  ///
  /// - Parameter status: HTTP status that the failure would have as a single request.
  public init(status: Int, message: String) {
    isPermitted = false
    context = ["error": .object(["status": .integer(status), "message": .text(message)])]
  }

  /// Adds suggestions for getting a refused request permitted.
  mutating func add(ways: JSONValue?) { context["would_pass"] = ways }

  var json: JSONObject { ["decision": .boolean(isPermitted), "context": .object(context)] }

  /// Returns the reason with the clause that gives it, and the values that the clause read.
  private static func reasonForAdministrators(_ visibleRun: JSONObject, _ violations: [JSONValue]) -> String {
    let reason = visibleRun.text("reason") ?? ""
    guard let truth = visibleRun.text("truth_id") else { return reason }
    let deciding = violations.lazy.compactMap(\.objectValue).first { violation in
      violation.text("truth_id") == truth && violation.text("reason") == reason
    }
    let values = (deciding?.object("values")?.members ?? []).map { member in
      "\(member.name.string) = \(String(decoding: member.value.canonical(), as: UTF8.self))"
    }
    let place = [truth, deciding?.text("clause")].compactMap(\.self).joined(separator: " ")
    return "\(reason) (\(([place] + values).joined(separator: "; ")))"
  }
}
