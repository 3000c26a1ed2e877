import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsSyntax
import TruthsText

extension RunEvaluation {
  /// Who agrees to the proposal.
  var agreement: Agreement {
    Agreement(proposal, hash: proposalHash, before.approvals, role: procedure.consentRole(of: proposal.action))
  }

  /// Step 3: the stricter of the intent's consent and the proposal's own wish (runtime.md §3, step 3).
  ///
  /// - Returns: the verdict of a run that waits for consent or an override; `nil` where there is enough of it.
  func consent(_ typed: TypedProposal) -> Verdict? {
    let levels = ConsentSyntax.Level.allCases
    let wanted = [program.intents[typed.intent].consent, proposal.requiresConsent ?? .implicit]
    guard let strictest = levels.last(where: { wanted.contains($0) }) else { return nil }
    switch strictest {
    case .implicit: return nil
    case .explicit:
      let agreement = agreement
      return agreement.isConsented ? nil : wait(for: agreement.words)
    case .breakGlass:
      let fault = overrideFault
      if fault == nil, proposal.override?.truthID != nil { return nil }
      return wait(for: "an override by @\(RoleText.told(breakGlassRole))", overrideFault: fault)
    }
  }

  private func wait(for words: String, overrideFault: String? = nil) -> Verdict {
    var violation = Violation.builtIn(.consent, .acceptance, words)
    if let overrideFault { violation.note(overrideFault: overrideFault) }
    var verdict = Verdict.stop(.halted, .consent, violation)
    verdict.status = .waiting
    verdict.waitingFor = [words]
    verdict.steps = Step.upTo(.consent, .wait)
    return verdict
  }

  /// Why the proposal's override does not count: the first cause that holds. `nil` where it counts, and where there is none.
  var overrideFault: String? {
    guard let override = proposal.override else { return nil }
    let name = proposal.userID
    switch proposal.actorType {
    case "user": break
    case "agent": return "@\(name) is an agent"
    case "system": return "@\(name) is a system"
    default: return "@\(name) is of no type"
    }
    let role = breakGlassRole
    if !proposal.roles.contains(where: { Text($0) == Text(role) }) {
      return "@\(name) does not have \(RoleText.told(role))"
    }
    return (override.reason ?? "").unicodeScalars.allSatisfy(\.isBlank) ? "the reason is blank" : nil
  }

  /// The role of who may break the glass: that of the policy in pack trust, else `break_glass`.
  private var breakGlassRole: String { policyText("break_glass_role", pack: "trust") ?? "break_glass" }

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

extension Violation {
  /// Says that the proposal's override does not count for it, and why.
  mutating func note(overrideFault: String) {
    self.overrideFault = overrideFault
    reason += "; the override does not count: \(overrideFault)"
  }
}
