import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsRendering
import TruthsRuntime

/// The section of an explanation about the next steps.
extension Explanation {
  /// The next steps for the reader.
  var advice: [String] {
    let steps: [String] =
      switch ending {
      case .accepted: []
      case .rejected: rejectedAdvice
      case .halted: haltedAdvice
      case .waiting: waitingAdvice
      }
    if isRecorded { return steps }
    if let refusalByLedger { return steps + ["this was a dry run, and \(refusalByLedger)"] }
    return steps + ["this was a dry run: `--ledger FILE --now clock --actor FILE` keeps it in a ledger"]
  }

  /// The reason why no ledger accepts the proposal of a dry run, because its actor is not complete. `nil` if a ledger accepts
  /// the proposal.
  var refusalByLedger: String? {
    guard !isRecorded, let proposer = run.proposer else { return nil }
    let faults = KnownActor.faults(in: LocatedJSON(unlocated: proposer))
    if faults.isEmpty { return nil }
    return "a ledger would refuse it, since \(faults.text); leave `actor` out, and give `--actor FILE`"
  }

  private var rejectedAdvice: [String] {
    if run.deciding?.kind == .acceptance { return ["the approval was denied: propose something else"] }
    if run.deciding?.truthID == "converge.truths.adopting", run.deciding?.clause == "built-in" {
      return [
        "say in pack trust who may adopt truths (truths explain T5022); without that, only a ledger that never adopted truths "
          + "can use these truths, and it can adopt none"
      ]
    }
    if BuiltInTruth(rawValue: run.truthID) == .decided {
      return ["nothing was done again; to do the same once more, propose it with another `proposal_id`"]
    }
    let unmet = run.violations.filter { $0.kind == .requirement && $0.reason != nil }
    guard unmet.count > 1 else { return ["fix the proposal, and propose again"] }
    let groups = MissingFactGroups(unmet.map { ($0.reason ?? "", $0.values) })
    let reasons = unmet.enumerated().filter { !groups.isFolded($0.offset) }.flatMap { index, violation in
      ["- \(reason(of: violation))"] + (groups.remainder(after: index).map { ["  \($0)"] } ?? [])
    }
    return ["fix all of this in the proposal, and propose again:"] + reasons
  }

  private var haltedAdvice: [String] {
    switch (run.deciding?.kind, BuiltInTruth(rawValue: run.truthID)) {
    case (.unknown, _):
      ["add what is missing, or fix what the reason names, in the proposal or as a fact, and propose again"]
    case (.structural, .budget):
      ["give a higher limit, `--max-cycles`, `--max-steps` or `--max-facts`, or propose less at once"]
    case (.structural, .truthsChanged):
      ["check it under these truths, and propose it again, with their `truths_hash` or none"]
    case (.structural, .replayUnsafe):
      ["check it, then force it, with `--force` or `forced: true` in the record, or propose it again"]
    default: ["no one can override this: propose something else, or wait until the facts that it rests on change"]
    }
  }

  private var waitingAdvice: [String] {
    let steps = run.wait.awaited.flatMap { awaited -> [String] in
      switch awaited {
      case .approval(let people): approvalAdvice(from: people)
      case .consent(let consenter): consentAdvice(from: consenter)
      case .override(let role): overrideAdvice(from: role)
      case .resume, .other: ["the run continues after: \(visible(awaited.words))"]
      }
    }
    guard run.wait.wantsApproval else { return steps }
    return steps + ["in an emergency: propose with an `override` and its reason, by someone who may break the glass"]
  }

  /// Returns the steps for giving an approval.
  private func approvalAdvice(from people: AskedPeople) -> [String] {
    let requests = requests(of: people)
    let demand = requests.first?.demand
    var who = (demand?.count ?? 1) > 1 ? "\(people.words), each other than the proposer, answer" : "\(people.words) answers"
    if let role = demand.map(\.soleRole) ?? people.soleName {
      who = "someone with the role \(role), but not the proposer, answers"
    }
    who = visible(who) + " with `truths approve` or `truths deny`"
    if requests.isEmpty { return ["\(who) a `request` that an earlier `approval.requested` names"] }
    return ["\(who):"] + requests.map { "  " + Self.command("approve", $0.id) }
  }

  /// Returns the command that answers.
  private static func command(_ answer: String, _ subject: String) -> String {
    "truths \(answer) \(subject) --ledger FILE --now clock --actor FILE"
  }

  /// Returns the steps for giving consent. A user consents to their own proposal when they send it again. If an agent or a
  /// system proposed, another person consents.
  private func consentAdvice(from consenter: Awaited.Consenter) -> [String] {
    if run.proposer?["type"]?.stringValue == "user" {
      return ["\(visible(consenter.words)) proposes again with \"consent\": true"]
    }
    return [
      "\(visible(who(consents: consenter))) consents with:",
      "  " + Self.command("consent", visible(run.proposalHash)),
    ]
  }

  /// Returns who must consent, in words. A name is a person's if the proposal is made on behalf of someone; if not, it is a
  /// role's.
  private func who(consents consenter: Awaited.Consenter) -> String {
    guard case .named(let name) = consenter, let proposal = run.proposal, proposal.onBehalfOf == nil else {
      return consenter.words
    }
    return "someone with the role \(name)"
  }

  private func overrideAdvice(from role: String) -> [String] {
    let lead = "a user with the role \(visible(role)) proposes it with an override that names"
    guard let truth = run.firedTruth else { return ["\(lead) a truth on the intent, in `truth_id`, and says why, in `reason`"] }
    return [
      "\(lead) the truth and says why:",
      "  \"override\": {\"truth_id\": \"\(visible(truth))\", \"reason\": \"the warehouse is on fire\"}",
    ]
  }

  /// Returns the open requests to certain people, each with its id and the approval that it asks for.
  private func requests(of people: AskedPeople) -> [(id: String, demand: ApprovalDemand)] {
    let asked = askedBefore + run.facts.compactMap { $0.objectValue.flatMap { RequestRecord(ifRequested: $0) } }
    var demands: [(id: String, demand: ApprovalDemand)] = []
    for request in asked where isOpen(request) {
      guard let demand = request.demand, demand.words == people.words, let id = request.id,
        !demands.contains(where: { $0.id == visible(id) })
      else { continue }
      demands.append((visible(id), demand))
    }
    return demands
  }

  /// Whether the clause that made a request has neither an approval nor an override yet.
  private func isOpen(_ request: RequestRecord) -> Bool {
    run.violations.contains { request.isOf($0) && $0.approvers.isEmpty && !$0.isOverridden }
  }
}
