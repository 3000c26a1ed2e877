package import TruthsEngine
package import TruthsJSON

/// A request for approval, as the fact `approval.requested` tells it (approvals §4.1).
package struct RequestRecord: Sendable {
  private let fact: JSONObject

  /// - Parameter fact: of whatever type; see ``init(ifRequested:)``.
  init(_ fact: JSONObject) { self.fact = fact }

  /// - Returns: `nil` for a fact of another type.
  package init?(ifRequested fact: JSONObject) {
    guard fact.builtInType == .approvalRequested else { return nil }
    self.fact = fact
  }

  /// `req_…`
  package var id: String? { fact.text("request") }
  /// The id that the clause reports, and its place: `invariants[0]`.
  package var truthID: String? { fact.text("truth_id") }
  package var clause: String? { fact.text("clause") }
  /// Why the clause asks.
  package var reason: String? { fact.text("reason") }
  package var proposalHash: String? { fact.text("proposal_hash") }
  package var proposedBy: String? { fact.text("proposed_by") }
  /// Who is asked, as it is hashed.
  package var role: String? { fact.text("role") }
  /// Who is asked; `nil` where the fact does not tell it.
  package var demand: ApprovalDemand? { ApprovalDemand(requested: fact) }

  /// Whether it asks for what a recorded clause wants.
  package func isOf(_ violation: RecordedViolation) -> Bool {
    guard let truthID, let clause else { return false }
    return truthID == violation.truthID && clause == violation.clause
  }
}
