import TruthsDiagnostics
import TruthsJSON
import TruthsLedger

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
        let role = what.dropFirst("approval from @".count)
        let requests = requests(of: String(role))
        let who = "someone with the role \(role), but not the proposer, proposes `grant_approval` or `deny_approval`"
        lines.append(requests.isEmpty ? "\(who) of a `request` that an earlier `approval.requested` names" : "\(who):")
        lines += requests.map { "  {\"action\": \"grant_approval\", \"request\": \"\($0)\"}" }
      } else if what.hasPrefix("consent from @") {
        lines.append(consentAdvice(from: what.dropFirst("consent from ".count)))
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

  /// Only a user can consent (runtime.md §3): a proposer of another type would wait again.
  private func consentAdvice(from name: Substring) -> String {
    guard let type = proposer?["type"]?.stringValue, type != "user" else {
      if record?["override"] ?? proposal?["override"] != nil {
        return "the override does not count: \(name) must be allowed to break the glass, and name a truth and a reason"
      }
      if record?["consent"] ?? proposal?["consent"] == .boolean(true) {
        return "consent is not enough: \(name), if allowed to break the glass, proposes with an `override` and its reason"
      }
      return "\(name) proposes again with \"consent\": true"
    }
    return "somebody of type `user` proposes again with \"consent\": true; \(name) is of type `\(visible(type))`"
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
