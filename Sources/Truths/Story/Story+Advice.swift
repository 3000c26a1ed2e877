import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsRuntime

extension Story {
  /// What the people who read this can do now.
  var advice: [String] {
    let steps: [String] =
      switch ending {
      case .accepted: []
      case .rejected: rejectedAdvice
      case .halted: haltedAdvice
      case .waiting: waitingAdvice
      }
    return steps + (isRecorded ? [] : ["this was a dry run: `--append FILE --now clock --actor FILE` keeps it in a ledger"])
  }

  private var rejectedAdvice: [String] {
    if kind(of: deciding) == "acceptance" { return ["the approval was denied: propose something else"] }
    let unmet = violations.filter { kind(of: $0) == "requirement" }.compactMap { $0["reason"]?.stringValue }
    guard unmet.count > 1 else { return ["mend the proposal, and propose again"] }
    return ["mend all of this in the proposal, and propose again:"] + unmet.map { "- \(visible($0))" }
  }

  private var haltedAdvice: [String] {
    switch kind(of: deciding) {
    case "unknown":
      return ["give what is missing, or mend what the reason names, in the proposal or as a fact, and propose again"]
    case "structural" where truthID == "converge.budget":
      return ["give a higher limit, `--max-cycles`, `--max-steps` or `--max-facts`, or propose less at once"]
    case "structural" where truthID == "converge.truths.changed":
      return ["look at it again under these truths, and propose it anew, with their `truths_hash` or none"]
    default: return ["nobody can override this: propose something else, or wait until the facts that it rests on change"]
    }
  }

  private var waitingAdvice: [String] {
    var lines: [String] = []
    for what in waitingFor {
      if what.hasPrefix("approval from @") {
        let role = RoleText.role(told: String(what.dropFirst("approval from @".count)))
        let requests = requests(of: role)
        let who = "someone with the role \(visible(role)), but not the proposer, proposes `grant_approval` or `deny_approval`"
        lines.append(requests.isEmpty ? "\(who) of a `request` that an earlier `approval.requested` names" : "\(who):")
        lines += requests.map { "  {\"action\": \"grant_approval\", \"request\": \"\($0)\"}" }
      } else if what.hasPrefix("consent from ") {
        lines += consentAdvice(from: String(what.dropFirst("consent from ".count)))
      } else if what.hasPrefix("an override by @") {
        lines += overrideAdvice(from: String(what.dropFirst("an override by @".count)))
      } else {
        lines.append("the run goes on after: \(what)")
      }
    }
    if violations.contains(where: { kind(of: $0) == "acceptance" && $0["truth_id"]?.stringValue != "converge.proposal.consent" })
    {
      lines.append("in an emergency: propose with an `override` and its reason, by someone who may break the glass")
    }
    return lines
  }

  /// A user consents to their own proposal by sending it again; to that of an agent or a system a person consents.
  private func consentAdvice(from who: String) -> [String] {
    let type = proposer?["type"]?.stringValue
    if type == "user" { return ["\(visible(who)) proposes again with \"consent\": true"] }
    let hash = outcome["proposal_hash"]?.stringValue ?? ""
    return [
      "\(visible(consenter(who))) proposes `give_consent`:",
      "  {\"action\": \"give_consent\", \"proposal_hash\": \"\(visible(hash))\"}",
    ]
  }

  /// Who that is, where the proposal tells a person from a role.
  private func consenter(_ who: String) -> String {
    guard who.hasPrefix("@"), let proposal else { return who }
    return proposal["on_behalf_of"]?.stringValue == nil ? "someone with the role \(who.dropFirst())" : who
  }

  private func overrideAdvice(from role: String) -> [String] {
    let fired = outcome["traces"]?.arrayValue?.first { $0["action"]?.stringValue != "guardrail.hit" }
    let truth = fired?["truth_id"]?.stringValue ?? "money.invoice.creation"
    return [
      "a user with the role \(visible(role)) proposes it with an override that names the truth and says why:",
      "  \"override\": {\"truth_id\": \"\(visible(truth))\", \"reason\": \"the warehouse is on fire\"}",
    ]
  }

  /// Open requests for approvals by a role: those that this run asked for and, as long as all of it waits for one role, those
  /// that follow from what waits.
  private func requests(of role: String) -> [String] {
    let asked = (outcome["facts"]?.arrayValue ?? []).filter {
      $0["type"]?.stringValue == "approval.requested" && $0["role"]?.stringValue == role
    }
    let ids = asked.compactMap { $0["request"]?.stringValue }
    let before = waitingFor.count == 1 ? derivedRequests(of: role).filter { !ids.contains($0) } : []
    return (before + ids).map { visible($0) }
  }

  private func derivedRequests(of role: String) -> [String] {
    guard let hash = outcome["proposal_hash"]?.stringValue else { return [] }
    let open = violations.filter {
      kind(of: $0) == "acceptance" && $0["approved_by"] == nil && $0["overridden"] == nil
    }
    return open.compactMap { violation in
      guard let truth = violation["truth_id"]?.stringValue, let clause = violation["clause"]?.stringValue else { return nil }
      return Hashes.request(proposalHash: hash, truthID: truth, clause: clause, role: role)
    }
  }

  private func kind(of violation: JSONValue?) -> String? { violation?["kind"]?.stringValue }
}
