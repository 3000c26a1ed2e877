import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

extension RunEvaluation {
  /// Step 5: what was approved, overridden and denied of the acceptance clauses that fired.
  ///
  /// - Returns: the violations with `approved_by` and `overridden`, and the first denial that stands.
  func settle(_ violations: [Violation], _ typed: TypedProposal) -> (violations: [Violation], denial: (Violation, String)?) {
    var settled = violations
    var denial: (Violation, String)?
    for index in settled.indices where settled[index].kind == .acceptance && settled[index].place != .builtIn {
      let role = role(of: settled[index])
      settled[index].role = role
      let request = request(for: settled[index])
      settled[index].isOverridden = isOverridden(settled[index], typed)
      if let words = denied(request, role: role) {
        denial = denial ?? (settled[index], words)
      } else {
        settled[index].approvedBy = approver(of: request, settled[index], role: role)
      }
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

  /// `user_id` of the first who granted the request, has the role, is not the proposer, and whose grant is not too old.
  private func approver(of request: String, _ violation: Violation, role: String) -> String? {
    let grant = before.approvals.grants(of: request).first { entry in
      guard let userID = entry.actor["user_id"]?.stringValue, Text(userID) != Text(proposal.userID) else { return false }
      return entry.hasRole(role) && !isTooOld(entry, violation)
    }
    return grant?.actor["user_id"]?.stringValue
  }

  /// A grant exactly as old as the policy `approval_ttl` still counts.
  private func isTooOld(_ entry: Entry, _ violation: Violation) -> Bool {
    guard case .duration(let limit)? = enginePolicy("approval_ttl", for: violation) else { return false }
    return limit < now.subtracting(entry.timestamp)
  }

  /// A denial by somebody with the role, the proposer included, wins whenever it came.
  private func denied(_ request: String, role: String) -> String? {
    guard let denial = before.approvals.denials(of: request).first(where: { $0.hasRole(role) }) else { return nil }
    return "denied by @\(denial.actor["user_id"]?.stringValue ?? ""): \(denial.payload["why"]?.stringValue ?? "")"
  }

  /// Break-glass covers the acceptance clauses of the truth that it names, those included that another truth has too and reports.
  private func isOverridden(_ violation: Violation, _ typed: TypedProposal) -> Bool {
    guard countsAsOverride(typed), let named = proposal.override?.truthID else { return false }
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

extension Entry {
  /// Whether its actor has a role.
  func hasRole(_ role: String) -> Bool { actor["roles"]?.arrayValue?.contains(.text(role)) ?? false }
}
