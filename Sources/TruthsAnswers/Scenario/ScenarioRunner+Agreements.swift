import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Agreements that are given for trial, in the name of the people whom a waiting run asks.
extension ScenarioRunner {
  /// The maximum number of rounds. More than one is needed, because an agreement may lead to further requests.
  private static let rounds = 4

  /// Returns a trial after everyone who is asked has agreed. A trial that does not wait is returned unchanged.
  func agreed(_ trial: ScenarioTrial) -> ScenarioTrial {
    var agreed = trial
    var context = trial.outcome.context
    for _ in 0..<Self.rounds where agreed.outcome.run.status == .waiting {
      var answers: [Change] = []
      for payload in agreed.outcome.facts where payload.builtInType == .approvalRequested {
        guard let request = payload["request"]?.stringValue, let demand = ApprovalDemand(requested: payload) else { continue }
        answers += approve(request, demand, at: trial.scenario.moment, &context)
      }
      if agreed.blocking.contains(where: \.wantsConsent) { answers += consent(agreed, &context) }
      guard !answers.isEmpty, let next = reevaluate(agreed.outcome.run.runID, on: context, at: trial.scenario.moment) else {
        break
      }
      agreed.outcome = next
      agreed.agreements += answers
      context = next.context
    }
    return agreed
  }

  /// Returns the outcome of a waiting run after an answer; `nil` if the answer is not accepted, or a limit is reached.
  func outcome(
    of waiting: RunOutcome, after answer: JSONObject, by person: JSONObject, at moment: Timestamp
  ) -> RunOutcome? {
    self.answer(answer, by: person, at: moment, on: waiting.context).flatMap {
      reevaluate(waiting.run.runID, on: $0, at: moment)
    }
  }

  static func user(_ id: String, _ role: String?) -> JSONObject {
    ["type": .text("user"), "user_id": .text(id), "roles": .array(role.map { [.text($0)] } ?? [])]
  }

  /// Returns the context after an answer; `nil` if the answer is not accepted, or a limit is reached.
  private func answer(
    _ answer: JSONObject, by person: JSONObject, at moment: Timestamp, on context: Context
  ) -> Context? {
    guard let given = outcome(of: ReceivedScenario(proposal: answer, now: moment, actor: person), on: context),
      given.decision == .accepted
    else { return nil }
    return given.context
  }

  private func reevaluate(_ runID: String, on context: Context, at moment: Timestamp) -> RunOutcome? {
    guard meter.takeRun() else { return nil }
    return try? procedure.reevaluate(runID: runID, on: context, now: moment, budget: basis.budget, within: meter.work)
  }

  private func approve(
    _ request: String, _ demand: ApprovalDemand, at moment: Timestamp, _ context: inout Context
  ) -> [Change] {
    var approvals: [Change] = []
    var people = Set<String>()
    for turn in 0..<max(1, demand.count) {
      // Named people first, because a role can still be filled by another person.
      let open = demand.approvers.filter { $0.userID.map { !people.contains($0) } ?? true }
      guard let approver = open.first(where: { $0.userID != nil }) ?? open.first else { break }
      let person = approver.userID ?? "somebody_\(turn + 1)"
      people.insert(person)
      let grant: JSONObject = ["action": .text("grant_approval"), "request": .text(request)]
      guard let granted = answer(grant, by: Self.user(person, approver.role), at: moment, on: context) else { break }
      context = granted
      approvals.append(.approval(role: approver.role, by: approver.userID))
    }
    return approvals
  }

  private func consent(_ trial: ScenarioTrial, _ context: inout Context) -> [Change] {
    let person = trial.scenario.proposal["on_behalf_of"]?.stringValue
    let role = person == nil ? basis.intent(of: trial.scenario).flatMap { program.intents[$0].consentBy } : nil
    let consent: JSONObject = ["action": .text("give_consent"), "proposal_hash": .text(trial.outcome.proposalHash)]
    let moment = trial.scenario.moment
    guard let given = answer(consent, by: Self.user(person ?? "somebody_1", role), at: moment, on: context) else { return [] }
    context = given
    return [.consent(role: role, by: person)]
  }
}
