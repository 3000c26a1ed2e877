package import TruthsEngine
package import TruthsJSON

/// A request for approval, from the fact `approval.requested` (approvals §4.1).
package struct RequestRecord: Sendable {
  private let fact: JSONObject

  /// Creates the record of a fact.
  ///
  /// - Parameter fact: a fact of any type, which is not checked; see ``init(ifRequested:)``.
  init(_ fact: JSONObject) { self.fact = fact }

  /// Creates the record of a request from a fact of type `approval.requested`.
  ///
  /// - Returns: `nil` for a fact of a different type.
  package init?(ifRequested fact: JSONObject) {
    guard fact.builtInType == .approvalRequested else { return nil }
    self.fact = fact
  }

  /// The id of the request, `req_…`.
  package var id: String? { fact.text("request") }
  /// The id of the truth or clause that needs the approval; `clause` is the clause's name, such as `invariants[0]`.
  package var truthID: String? { fact.text("truth_id") }
  package var clause: String? { fact.text("clause") }
  /// The reason that the violated clause gave.
  package var reason: String? { fact.text("reason") }
  package var proposalHash: String? { fact.text("proposal_hash") }
  package var proposedBy: String? { fact.text("proposed_by") }
  /// The approvers as text, in the form that is hashed.
  package var role: String? { fact.text("role") }
  /// The approvers; `nil` if the fact does not name them.
  package var demand: ApprovalDemand? { ApprovalDemand(requested: fact) }

  /// Returns whether the request is for the clause of a recorded violation.
  package func isOf(_ violation: RecordedViolation) -> Bool {
    guard let truthID, let clause else { return false }
    return truthID == violation.truthID && clause == violation.clause
  }
}
