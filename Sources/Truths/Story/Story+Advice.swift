import TruthsDiagnostics
import TruthsJSON

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
    return steps + (isRecorded ? [] : ["this was a dry run: `--append FILE` keeps it in a ledger"])
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
    default: return ["nobody can override this: propose something else, or wait until the facts that it rests on change"]
    }
  }

  private var waitingAdvice: [String] {
    var lines: [String] = []
    for what in waitingFor {
      if what.hasPrefix("approval from @") {
        let role = what.dropFirst("approval from @".count)
        lines.append("someone with the role \(role), but not the proposer, proposes `grant_approval` or `deny_approval`:")
        lines += requests(of: String(role)).map { "  {\"action\": \"grant_approval\", \"request\": \"\($0)\"}" }
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
      return "\(name) proposes again with \"consent\": true"
    }
    return "somebody of type `user` proposes again with \"consent\": true; \(name) is of type `\(visible(type))`"
  }

  /// Open requests for approvals by a role, as far as this run asked for them.
  private func requests(of role: String) -> [String] {
    (outcome["facts"]?.arrayValue ?? []).filter {
      $0["type"]?.stringValue == "approval.requested" && $0["role"]?.stringValue == role
    }.compactMap { $0["request"]?.stringValue }.map { visible($0) }
  }

  private func kind(of violation: JSONValue?) -> String? { violation?["kind"]?.stringValue }
}
