import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsRuntime
import TruthsText

/// Default permissions (sessions §10), used for intents that no truth of the set governs.
extension Authority {
  func defaultVerdict(
    of actor: JSONObject, _ permission: Permission, on context: Context, now: Timestamp
  ) -> AuthorityVerdict {
    switch permission {
    case .cancelRun(let runID, let proposer, let organisation):
      if Self.isProposer(actor, proposer, organisation, of: runID, in: context) { return allowed("@\(proposer) proposed it") }
      if canAnswer(runID, actor, on: context, now: now) { return allowed("\(Self.name(actor)) may answer what it waits for") }
      return refused("\(Self.name(actor)) neither proposed the run nor may answer what it waits for")
    case .pauseRun(let runID, let proposer, let organisation), .resumeRun(let runID, let proposer, let organisation):
      if Self.isProposer(actor, proposer, organisation, of: runID, in: context) { return allowed("@\(proposer) proposed it") }
      return refused("\(Self.name(actor)) did not propose the run")
    case .pauseSession, .resumeSession, .updateBudget, .askForOthers:
      if isOperator(actor) { return allowed("\(Self.name(actor)) runs the server") }
      return refused("no truth lets anybody \(Self.words(permission))")
    case .readLedger(let orgID, _):
      guard let orgID else { return allowed("the entry belongs to nobody") }
      if Text(actor.text("org_id") ?? "") == Text(orgID) { return allowed("the entry belongs to the reader's organisation") }
      return refused("the entry belongs to another organisation")
    case .readSensitive: return refused("no truth lets anybody read sensitive fields")
    }
  }

  /// Returns the `org_id` of an entry's owner: the proposer of its run or, outside runs, the entry's own actor.
  ///
  /// `""` if that actor has no organisation; `nil` for an entry without an owner: a short form, or a fact derived from the
  /// context alone.
  package static func organisation(of entry: Entry, in context: Context) -> String? {
    organisation(of: context.proposal(ofRun: entry.runID)?.actor ?? entry.actor)
  }

  /// Returns the organisation that owns a proposal of this actor: `""` if the actor has no `org_id`, `nil` for the built-in
  /// actors.
  package static func organisation(of actor: JSONObject) -> String? {
    if KnownActor.areEqual(actor, Entry.fixtureActor) || KnownActor.areEqual(actor, RunProcedure.closingActor) { return nil }
    return actor.text("org_id") ?? ""
  }

  /// Whether the truths accept at least one of the answers that a waiting run asks for, if this actor gives it.
  ///
  /// Lent roles count (approvals §7).
  private func canAnswer(_ runID: String, _ actor: JSONObject, on context: Context, now: Timestamp) -> Bool {
    guard Self.fault(in: actor) == nil, let record = context.runs.record(runID), record.status == .waiting,
      let decision = context.decision(of: record)
    else { return false }
    let (hash, wait) = (record.proposalHash.prefixed, DecisionRecord(decision.payload).wait)
    let work = WorkMeter(limit: Self.maxWork)
    func accepts(_ action: String, _ fields: JSONObject) -> Bool {
      outcome(of: action, fields, by: actor, on: context, now: now, within: work)?.decision == .accepted
    }
    for request in context.approvals.requests(about: hash) {
      guard let id = request.id, let demand = request.demand, wait.asks(demand) else { continue }
      if accepts("deny_approval", ["request": .text(id), "why": .text("cancelled")]) { return true }
      if accepts("grant_approval", ["request": .text(id)]) { return true }
    }
    return wait.wantsConsent && accepts("give_consent", ["proposal_hash": .text(hash)])
  }

  /// Whether the actor proposed a run: the same person of the same organisation. The run's proposer comes from the ledger, or
  /// from the session if the ledger does not contain the run yet.
  private static func isProposer(
    _ actor: JSONObject, _ userID: String, _ organisation: String?, of runID: String, in context: Context
  ) -> Bool {
    guard !userID.isEmpty, actor.text("user_id").map({ Text($0) }) == Text(userID) else { return false }
    if let proposal = context.proposal(ofRun: runID) { return actor.isSamePerson(as: proposal.actor) }
    return organisation.map { Text($0) == Text(actor.text("org_id") ?? "") } ?? true
  }

  private static func name(_ actor: JSONObject) -> String { actor.text("user_id").map { "@\($0)" } ?? "an unknown actor" }

  private static func words(_ permission: Permission) -> String {
    switch permission {
    case .pauseSession: "pause the session"
    case .resumeSession: "resume the session"
    case .updateBudget: "change the budgets"
    default: "ask for others"
    }
  }

  private func allowed(_ reason: String) -> AuthorityVerdict { AuthorityVerdict(isAllowed: true, reason: reason) }

  private func refused(_ reason: String) -> AuthorityVerdict { AuthorityVerdict(isAllowed: false, reason: reason) }
}
