import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// A filter for the decisions of a ledger. A criterion that is `nil` matches all.
package struct DecisionFilter: Hashable, Sendable {
  package var userID: String?
  /// Truth that decided.
  package var truthID: String?
  /// Bare or qualified name of the intent.
  package var intent: String?
  package var ending: RunEnding?
  /// Earliest moment, included.
  package var since: Timestamp?
  /// Latest moment, excluded.
  package var until: Timestamp?

  package init() {}

  /// Whether the filter matches the criteria that a decision's own entry can answer.
  func includes(_ decision: Entry) -> Bool {
    if let since, decision.timestamp < since { return false }
    if let until, decision.timestamp >= until { return false }
    guard truthID != nil || ending != nil else { return true }
    let record = DecisionRecord(decision.payload)
    if let truthID, record.truthID.map({ Text($0) }) != Text(truthID) { return false }
    return ending == nil || record.ending == ending
  }

  /// Whether the filter matches the proposal of a decision.
  func includes(proposal: Entry?, _ run: RunRecord?, _ procedure: RunProcedure) -> Bool {
    if let userID, proposal?.actor.text("user_id").map({ Text($0) }) != Text(userID) { return false }
    guard let intent else { return true }
    guard let action = run?.action else { return false }
    if Text(action) == Text(intent) { return true }
    guard let wanted = procedure.intent(named: intent) else { return false }
    return procedure.intent(named: action) == wanted
  }
}
