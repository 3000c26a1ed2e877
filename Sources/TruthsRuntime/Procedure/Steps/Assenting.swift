import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

extension RunEvaluation {
  /// What the built-in truths about granting and consenting cannot ask in the language: they are about another proposal, the one
  /// that waits.
  func faultsOfAssent(_ typed: TypedProposal) -> [Violation] {
    let intent = program.intents[typed.intent]
    guard intent.isBuiltIn, let person = Assent(actor: proposal.actor, now: now) else { return [] }
    switch intent.name {
    case "grant_approval": return faultOfGrant(typed, person).map { [unmet("converge.approval.granting", $0)] } ?? []
    case "give_consent": return faultOfConsent(typed, person).map { [unmet("converge.consent.giving", $0)] } ?? []
    default: return []
    }
  }

  /// Four eyes: who proposed is told by the truth itself, from the request.
  private func faultOfGrant(_ typed: TypedProposal, _ person: Assent) -> String? {
    guard let hash = text("request", of: typed).flatMap({ before.approvals.proposalHash(of: $0) }),
      let asked = openProposal(hash: hash), Text(asked.proposal.userID) != Text(person.userID)
    else { return nil }
    return asked.bar(on: person.userID).map { "@\(person.userID) may not grant it: \($0)" }
  }

  private func faultOfConsent(_ typed: TypedProposal, _ person: Assent) -> String? {
    guard let hash = text("proposal_hash", of: typed) else { return nil }
    guard let asked = openProposal(hash: hash) else { return "No proposal with the hash \(hash) waits" }
    return asked.isConsenter(person) ? nil : "@\(person.userID) may not consent to it: \(asked.need(of: person))"
  }

  private func text(_ field: String, of typed: TypedProposal) -> String? {
    guard case .text(let text) = typed.value(of: field, in: program) else { return nil }
    return text.string
  }

  /// Who agrees to the proposal that waits and has a hash.
  private func openProposal(hash text: String) -> Agreement? {
    guard let hash = Hashes.digest(of: text), let record = before.runs.openRun(hash: hash) else { return nil }
    var proposal = ProposalReader.read(
      LocatedJSON(unlocated: .object(record.entry.payload)), actor: record.entry.actor, &sealer.scratch)
    proposal.actor = record.entry.actor
    return Agreement(proposal, hash: hash, before.approvals, role: procedure.consentRole(of: proposal.action))
  }

  /// An unmet requirement of a truth of pack `converge`.
  private func unmet(_ truth: String, _ reason: String) -> Violation {
    Violation(
      truthID: truth, declaredBy: truth, clause: "built-in", place: .builtIn, position: 0, kind: .requirement, reason: reason)
  }
}

extension RunProcedure {
  /// The role of an intent's `consent_by`; `nil` where it names none.
  package func consentRole(of intent: String?) -> String? {
    intent.flatMap { governing.place(of: $0) }.flatMap { program.intents[$0].consentBy }
  }
}
