import TruthsEngine
import TruthsJSON
import TruthsText

/// What a request of AuthZEN is answered: whether it is permitted, and why (server §14.2).
public struct AccessDecision: Sendable {
  /// Whether it is permitted. Whatever waits, or is not decided, is not.
  public let isPermitted: Bool
  private var context: JSONObject

  /// A decision of the rules.
  ///
  /// - Parameters:
  ///   - told: a run as its reader may see it: `decision`, `truth_id`, `reason`, `violations`, `run`.
  ///   - proof: by what it can be checked: `truths`, `head`, and of a recorded one `decision_id`.
  init(_ told: JSONObject, proof: JSONObject) {
    isPermitted = told.text("decision") == DecisionOutcome.accepted.rawValue
    context = proof
    let reason = told.text("reason") ?? ""
    let violations = told["violations"]?.arrayValue ?? []
    let status = isPermitted ? "200" : "403"
    context["reason"] = .text(reason)
    context["reason_user"] = .object([status: .text(reason)])
    context["reason_admin"] = .object([status: .text(Self.reasonForAdministrators(told, violations))])
    if !violations.isEmpty { context["violations"] = .array(violations) }
    let waiting = told.object("run")?["waiting_for"]?.arrayValue ?? []
    if !waiting.isEmpty { context["waiting_for"] = .array(waiting) }
  }

  /// A request that no rule is about.
  init(reason: String, proof: JSONObject) {
    self.init(["decision": .text(DecisionOutcome.rejected.rawValue), "reason": .text(reason)], proof: proof)
  }

  /// An evaluation that is not made.
  ///
  /// - Parameter status: what HTTP says where it is the only one.
  public init(status: Int, message: String) {
    isPermitted = false
    context = ["error": .object(["status": .integer(status), "message": .text(message)])]
  }

  /// Adds ways by which a refused request would pass.
  mutating func add(ways: JSONValue?) { context["would_pass"] = ways }

  var json: JSONObject { ["decision": .boolean(isPermitted), "context": .object(context)] }

  /// The reason with the clause that gives it, and the values that the clause read.
  private static func reasonForAdministrators(_ told: JSONObject, _ violations: [JSONValue]) -> String {
    let reason = told.text("reason") ?? ""
    guard let truth = told.text("truth_id") else { return reason }
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
