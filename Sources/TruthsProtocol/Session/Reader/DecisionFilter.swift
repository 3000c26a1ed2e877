import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// Which decisions of a ledger are wanted; of what is not said all.
package struct DecisionFilter: Hashable, Sendable {
  /// The `user_id` of who proposed.
  package var userID: String?
  /// The truth that decided.
  package var truthID: String?
  /// The intent, by its bare or qualified name.
  package var intent: String?
  package var ending: RunEnding?
  /// From this moment on.
  package var since: Timestamp?
  /// Before this moment.
  package var until: Timestamp?

  package init() {}

  /// Whether a decision may be one of them, as far as its own entry tells.
  func includes(_ decision: Entry) -> Bool {
    if let since, decision.timestamp < since { return false }
    if let until, decision.timestamp >= until { return false }
    guard truthID != nil || ending != nil else { return true }
    let record = DecisionRecord(decision.payload)
    if let truthID, record.truthID.map({ Text($0) }) != Text(truthID) { return false }
    return ending == nil || record.ending == ending
  }

  /// Whether its proposal is one of them.
  func includes(proposal: Entry?, _ run: RunRecord?, _ procedure: RunProcedure) -> Bool {
    if let userID, proposal?.actor.text("user_id").map({ Text($0) }) != Text(userID) { return false }
    guard let intent else { return true }
    guard let action = run?.action else { return false }
    if Text(action) == Text(intent) { return true }
    guard let wanted = procedure.intent(named: intent) else { return false }
    return procedure.intent(named: action) == wanted
  }
}
