import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

extension RunEvaluation {
  /// Step 5: what was approved, overridden and denied of the acceptance clauses that fired.
  ///
  /// - Returns: the violations with `approved_by`, `overridden` and `override`, and the first denial that stands.
  func settle(_ violations: [Violation]) -> (violations: [Violation], denial: (Violation, String)?) {
    var settled = violations
    var denial: (Violation, String)?
    for index in settled.indices where settled[index].kind == .acceptance && settled[index].place != .builtIn {
      let role = role(of: settled[index])
      settled[index].role = role
      let request = request(for: settled[index])
      let words = denied(request, role: role)
      settled[index].approvedBy = words == nil ? approver(of: request, settled[index], role: role) : nil
      if settled[index].approvedBy == nil, isNamedByOverride(settled[index]) {
        if let fault = overrideFault { settled[index].note(overrideFault: fault) } else { settled[index].isOverridden = true }
      }
      if let words { denial = denial ?? (settled[index], words) }
    }
    return (settled, denial)
  }

  /// The id that an approval of a clause is bound to; it changes with the proposal.
  func request(for violation: Violation) -> String {
    Hashes.request(
      proposalHash: proposalHash.prefixed, truthID: violation.truthID, clause: violation.clause,
      role: violation.role ?? role(of: violation))
  }

  /// The role whose approval a clause wants: its own, else the policy `approver_role` of its pack, else of trust, else `manager`.
  func role(of violation: Violation) -> String {
    violation.role ?? engineText("approver_role", for: violation) ?? "manager"
  }

  /// A policy that the engine reads: that of the truth's pack, else of trust.
  private func enginePolicy(_ name: String, for violation: Violation) -> Value? {
    let pack = String(violation.declaredBy.prefix { $0 != "." })
    return policy(name, pack: pack) ?? policy(name, pack: "trust")
  }

  private func engineText(_ name: String, for violation: Violation) -> String? {
    guard case .text(let text)? = enginePolicy(name, for: violation) else { return nil }
    return text.string
  }

  /// The first person who granted the request, has the role, may grant it (four eyes), and whose grant is not too old.
  private func approver(of request: String, _ violation: Violation, role: String) -> String? {
    let entries = before.approvals.grants(of: request)
    if entries.isEmpty { return nil }
    let agreement = agreement
    for entry in entries {
      guard let grant = Assent(entry, by: "granted_by", at: "granted_at"), grant.hasRole(role), !isTooOld(grant, violation) else {
        continue
      }
      if agreement.bar(on: grant.userID) == nil { return grant.userID }
    }
    return nil
  }

  /// A grant exactly as old as the policy `approval_ttl` still counts.
  private func isTooOld(_ grant: Assent, _ violation: Violation) -> Bool {
    guard case .duration(let limit)? = enginePolicy("approval_ttl", for: violation) else { return false }
    return limit < now.subtracting(grant.timestamp)
  }

  /// A denial by a person with the role, the proposer included, wins whenever it came.
  private func denied(_ request: String, role: String) -> String? {
    for entry in before.approvals.denials(of: request) {
      guard let denial = Assent(entry, by: "denied_by", at: "denied_at"), denial.hasRole(role) else { continue }
      return "denied by @\(Quotation.of(denial.userID)): \(Quotation.of(denial.why ?? ""))"
    }
    return nil
  }

  /// Break-glass covers the acceptance clauses of the truth that it names, those included that another truth has too and reports.
  private func isNamedByOverride(_ violation: Violation) -> Bool {
    guard let named = proposal.override?.truthID else { return false }
    return named == violation.declaredBy || named == violation.truthID
      || program.truths.contains { $0.id == named && $0.clauseIDs.contains(violation.truthID) }
  }

  /// An override that names a truth which did not fire is a fault of the proposal.
  ///
  /// - Parameter derived: the matches of truths on facts, once they are known; before that, such a truth is given the benefit of
  ///   the doubt, and so is an invariant that is read on the result.
  func invalidOverride(_ examination: Examination, derived: MatchLog? = nil) -> Violation? {
    guard let override = proposal.override else { return nil }
    guard let named = override.truthID else {
      return .builtIn(.overrideInvalid, .requirement, "the override names no truth")
    }
    let read = Set(examination.fired.map { program.truths[$0].id } + examination.invariants.map { program.invariants[$0].id })
    var known = read.union(examination.violations.map(\.truthID))
    for truth in program.truths where read.contains(truth.id) { known.formUnion(truth.clauseIDs) }
    let ofState = program.invariants.filter { $0.applies == .state }.map(\.id)
    if let derived {
      for truth in derived.distinctTruths { known.formUnion([program.truths[truth].id] + program.truths[truth].clauseIDs) }
      known.formUnion(ofState)
    } else if ofState.contains(named)
      || program.truths.contains(where: { !$0.matches.isEmpty && ([$0.id] + $0.clauseIDs).contains(named) })
    {
      return nil
    }
    guard !known.contains(named) else { return nil }
    let nearest = nearestName(to: named, among: known.union(ofState)).map { "; did you mean \($0)?" } ?? ""
    return .builtIn(.overrideInvalid, .requirement, "the override names \(named), which did not fire\(nearest)")
  }
}

extension CheckedTruth {
  /// The ids of clauses that have one of their own.
  fileprivate var clauseIDs: [String] { (invariants + ensures).filter(\.hasOwnID).map(\.id) }
}
