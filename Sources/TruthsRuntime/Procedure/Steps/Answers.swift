import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsText

/// The authority under which a person answers a request, if it is more than their own roles and id (approvals §7).
struct AnswerAuthority: Hashable, Sendable {
  /// A role that is lent to the person; `nil` for the person's own roles.
  var role: String?
  /// The person for whom the answer is given; `nil` if the person answers for themselves.
  var person: String?

  /// The rank of the authority, the lowest first: one's own role, a lent role, and acting for another person.
  fileprivate var rank: Int { person != nil ? 2 : role != nil ? 1 : 0 }
}

/// Checks of grants, denials and consents that the language cannot express. They read another proposal: the one that waits.
extension RunEvaluation {
  /// Returns the proposal with the authority under which it answers a request. `converge.approval.granting` and `.denying`
  /// record that authority.
  func withStanding(_ typed: TypedProposal) -> TypedProposal {
    guard let answer = answer(typed), let standing = answer.standing, standing != AnswerAuthority(),
      let record = program.records.firstIndex(where: { $0.name == "approval_standing" && $0.pack == ConvergePack.name })
    else { return typed }
    var typed = typed
    let members = [standing.role, standing.person].map { $0.map { Value.text(Text($0)) } ?? .missing(.absent) }
    typed.environment[.actorStanding] = .record(RecordValue(type: record, fields: members))
    return typed
  }

  /// Returns the violations of a proposal that answers a request or gives a consent; empty for any other proposal.
  func faultsOfAssent(_ typed: TypedProposal) -> [Violation] {
    let intent = program.intents[typed.intent]
    guard intent.isBuiltIn, let person = Assent(actor: proposal.actor, now: now) else { return [] }
    if intent.name == "give_consent" {
      return faultOfConsent(typed, person).map { [unmet("converge.consent.giving", $0)] } ?? []
    }
    return answer(typed)?.faults ?? []
  }

  /// The check of a grant or a denial.
  private struct Answer {
    /// The authority under which the answer counts; `nil` if the person has none.
    var standing: AnswerAuthority?
    var faults: [Violation]
  }

  /// Returns the check of a proposal that grants or denies a known request. `nil` for any other proposal, or if the actor is no
  /// person.
  private func answer(_ typed: TypedProposal) -> Answer? {
    let intent = program.intents[typed.intent]
    guard intent.isBuiltIn, ["grant_approval", "deny_approval"].contains(intent.name),
      let person = Assent(actor: proposal.actor, now: now), let request = text("request", of: typed),
      let record = before.approvals.requested(request), let demand = record.demand
    else { return nil }
    let isGrant = intent.name == "grant_approval"
    let truth = isGrant ? "converge.approval.granting" : "converge.approval.denying"
    let askedAgreement = record.proposalHash.flatMap { agreement(hash: $0, isOpen: false) }
    let barred = isGrant ? barred(from: demand, askedAgreement, proposedBy: record.proposedBy) : []
    let (authorities, faults) = authorities(of: person)
    let standing = Self.standing(of: person, demand, authorities, barred)
    if !faults.isEmpty { return Answer(standing: standing, faults: faults) }
    guard standing != nil else {
      let what = isGrant ? "Granting" : "Denying"
      let need = demand.soleRole.map { "needs the role \($0)" } ?? "is for \(demand.words)"
      return Answer(standing: nil, faults: [unmet(truth, "\(what) \(request) \(need)")])
    }
    guard isGrant, Text(record.proposedBy ?? "") != Text(person.userID) else {
      // The truth itself refuses the proposer, whom it reads from the request.
      return Answer(standing: standing, faults: [])
    }
    let bar = askedAgreement?.bar(on: person.userID, from: demand) ?? demand.exclusion(of: person.userID)
    return Answer(
      standing: standing, faults: bar.map { [unmet(truth, "@\(person.userID) may not grant it: \($0)")] } ?? [])
  }

  /// Returns the people who may not grant a request. No one may grant it in the place of one of them either.
  ///
  /// - Parameter proposer: the proposer that the request names, for the case that the proposal's entry is missing.
  private func barred(from demand: ApprovalDemand, _ asked: Agreement?, proposedBy proposer: String?) -> Set<Text> {
    var barred = asked?.barred(from: demand) ?? Set(demand.excluded.map { Text($0) })
    if procedure.language >= .three, let proposer { barred.insert(Text(proposer)) }
    return barred
  }

  /// Returns the person's authorities from the facts of `authority.held`, in the order of its sources, and the faults of that
  /// view.
  private func authorities(of person: Assent) -> (held: [JSONObject], faults: [Violation]) {
    guard program.truths.contains(where: \.isView),
      let type = program.facts.firstIndex(where: { $0.isBuiltIn && $0.name == "authority.held" })
    else { return ([], []) }
    let (facts, faults) = procedure.engine.contents(of: type, in: before.store, now: now)
    return (facts.filter { $0["user_id"] == .text(person.userID) }, faults)
  }

  /// Returns the authority of lowest rank under which a person is one of the people who are asked; `nil` if none exists.
  ///
  /// If a fact has both `role` and `for`, it lends the role only for answers in the place of the person in `for`.
  private static func standing(
    of person: Assent, _ demand: ApprovalDemand, _ authorities: [JSONObject], _ barred: Set<Text>
  ) -> AnswerAuthority? {
    var standings: [AnswerAuthority] = []
    for approver in demand.approvers {
      for acting in acting(of: person, for: approver.userID, authorities, barred) {
        guard let role = approver.role, !person.hasRole(role) else {
          standings.append(acting)
          continue
        }
        let isLent = authorities.contains { fact in
          fact["role"] == .text(role) && (fact["for"] == nil || fact["for"] == acting.person.map { .text($0) })
        }
        if isLent { standings.append(AnswerAuthority(role: role, person: acting.person)) }
      }
    }
    // Of several with the least rank, `min` returns the first.
    return standings.min { $0.rank < $1.rank }
  }

  /// Returns the ways in which a person can answer for the asked person: as that person, or in their place. Empty if none
  /// exists.
  private static func acting(
    of person: Assent, for asked: String?, _ authorities: [JSONObject], _ barred: Set<Text>
  ) -> [AnswerAuthority] {
    guard let asked, Text(asked) != Text(person.userID) else { return [AnswerAuthority()] }
    if barred.contains(Text(asked)) { return [] }
    return authorities.filter { $0["for"] == .text(asked) }.map { _ in AnswerAuthority(role: nil, person: asked) }
  }

  private func faultOfConsent(_ typed: TypedProposal, _ person: Assent) -> String? {
    guard let hash = text("proposal_hash", of: typed) else { return nil }
    guard let asked = agreement(hash: hash, isOpen: true) else { return "No proposal with the hash \(hash) waits" }
    return asked.isConsenter(person) ? nil : "@\(person.userID) may not consent to it: \(asked.need(of: person))"
  }

  private func text(_ field: String, of typed: TypedProposal) -> String? {
    guard case .text(let text) = typed.value(of: field, in: program) else { return nil }
    return text.string
  }

  /// Returns the agreement to the proposal with a hash: who must consent, and who has consented. `nil` if there is no such
  /// proposal.
  ///
  /// - Parameter isOpen: whether the proposal's run must still be open.
  private func agreement(hash text: String, isOpen: Bool) -> Agreement? {
    guard let hash = Hashes.digest(of: text), let record = before.runs.run(hash: hash), record.isOpen || !isOpen,
      let entry = before.proposal(of: record)
    else { return nil }
    var proposal = ProposalReader.read(
      LocatedJSON(unlocated: .object(entry.payload)), actor: entry.actor, language: procedure.language, &hasher.scratch)
    proposal.actor = entry.actor
    return Agreement(
      proposal, hash: hash, before.approvals, role: procedure.consentRole(of: proposal.action), language: procedure.language)
  }

  /// Returns the violation for a requirement of a truth of pack `converge` that does not hold.
  func unmet(_ truth: String, _ reason: String) -> Violation {
    Violation(
      truthID: truth, declaredBy: truth, clause: "built-in", place: .builtIn, position: 0, kind: .requirement, reason: reason)
  }
}

extension ApprovalDemand {
  /// Returns the reason why the demand itself excludes a person; `nil` if it does not.
  func exclusion(of userID: String) -> String? {
    excluded.contains { Text($0) == Text(userID) } ? "@\(userID) is excluded" : nil
  }
}
