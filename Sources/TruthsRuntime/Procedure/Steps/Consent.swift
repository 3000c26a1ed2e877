import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsSyntax
import TruthsText

extension RunEvaluation {
  /// Step 3: the stricter of the intent's consent and the proposal's own wish (runtime.md §3, step 3).
  ///
  /// - Returns: the verdict of a run that waits for consent; `nil` where there is enough of it.
  func consent(_ typed: TypedProposal) -> Verdict? {
    let levels = ConsentSyntax.Level.allCases
    let wanted = [program.intents[typed.intent].consent, proposal.requiresConsent ?? .implicit]
    guard let strictest = levels.last(where: { wanted.contains($0) }) else { return nil }
    switch strictest {
    case .implicit: return nil
    case .explicit: if hasExplicitConsent { return nil }
    case .breakGlass: if countsAsOverride(typed) { return nil }
    }
    let words = "consent from @\(proposal.userID)"
    var verdict = Verdict.stop(.halted, .consent, .builtIn(.consent, .acceptance, words))
    verdict.status = .waiting
    verdict.waitingFor = [words]
    verdict.steps = Step.upTo(.consent, .wait)
    return verdict
  }

  /// `consent: true` from a person, or a consent to this very proposal from the person who proposed it.
  private var hasExplicitConsent: Bool {
    if proposal.hasConsent == true, proposal.actorType == "user" { return true }
    return before.approvals.consents(to: proposalHash.prefixed).contains { entry in
      entry.actor["type"] == .text("user") && entry.actor["user_id"] == .text(proposal.userID) && !proposal.userID.isEmpty
    }
  }

  /// Whether the proposal carries an override that counts: it names a truth, gives a reason, and the actor has the role.
  func countsAsOverride(_ typed: TypedProposal) -> Bool {
    guard let override = proposal.override, override.truthID != nil, let reason = override.reason, !reason.isEmpty else {
      return false
    }
    let role = Text(policyText("break_glass_role", pack: "trust") ?? "break_glass")
    return proposal.roles.contains { Text($0) == role }
  }

  /// The value of a text policy that the engine reads, as its pack declares it.
  func policyText(_ name: String, pack: String) -> String? {
    guard case .text(let text) = policy(name, pack: pack) else { return nil }
    return text.string
  }

  /// The present value of a policy that the engine reads.
  func policy(_ name: String, pack: String) -> Value? {
    program.policies.firstIndex { $0.name == name && $0.pack == pack }.map { before.store.policies[$0] }
  }
}
