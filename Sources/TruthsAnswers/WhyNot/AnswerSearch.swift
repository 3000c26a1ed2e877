package import TruthsEngine
package import TruthsJSON
package import TruthsRuntime
import TruthsText

/// An answer that somebody may give to a run that waits, and what the run comes to with it (answers §1.2).
package struct PossibleAnswer: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case grant, deny, consent
  }

  package var kind: Kind
  /// The request for approval that is answered; `nil` of a consent.
  package var request: String?
  /// Who may answer, as `waiting_for` says it.
  package var who: String
  package var decision: DecisionOutcome
  package var status: RunState.Status
  package var reason: String
  /// The truth that decides then.
  package var truthID: String
  /// The violation that gives the reason.
  package var deciding: Violation?
  /// What the run waits for with it.
  package var waitingFor: [Awaited]

  fileprivate init(kind: Kind, request: String?, who: String, _ outcome: RunOutcome) {
    (self.kind, self.request, self.who) = (kind, request, who)
    deciding = outcome.deciding
    (decision, status, reason, waitingFor) = (outcome.decision, outcome.run.status, outcome.reason, outcome.run.waitingFor)
    truthID = outcome.truthID
  }

  /// Whether the proposal is accepted with it, and waits for nothing.
  package var isAccepted: Bool { decision == .accepted && status != .waiting }
}

extension PossibleAnswer {
  /// `{"answer": "deny", "who": "@manager", "request": "req_…", "decision": "rejected", "status": "halted"}`.
  package static let record = JSONRecord<PossibleAnswer>([
    .required("answer", .words(Kind.allCases.map(\.rawValue)), "What is answered.") { $0.kind.rawValue },
    .required("who", .text, "Who may answer.") { $0.who },
    .optional("request", .text, "The request for approval.") { $0.request },
    .required("decision", .words(DecisionOutcome.allCases.map(\.rawValue)), "What the run comes to.") { $0.decision.rawValue },
    .required("status", .words(RunState.Status.allCases.map(\.rawValue)), "How it stands then.") { $0.status.rawValue },
    // That of a denial is the one who denies to give.
    .optional("reason", .text, "Why.") { $0.kind == .deny ? nil : $0.reason },
  ])
}

/// Tries the answers to a run that waits, each alone.
package struct AnswerSearch {
  private let runner: ScenarioRunner
  private let waiting: RunOutcome
  private let moment: Timestamp

  /// Whether a limit ended the search: there are answers of which it is not known what they lead to.
  package var isExhausted: Bool { runner.meter.isExhausted }

  /// - Parameter waiting: what the scenario comes to.
  package init(_ scenario: ReceivedScenario, on basis: ScenarioBasis, _ effort: Effort, of waiting: RunOutcome) {
    runner = ScenarioRunner(basis: basis, meter: effort.meter(for: scenario, on: basis), looksForNames: false)
    self.waiting = waiting
    moment = scenario.moment
  }

  /// What the run comes to if a request is granted, and if it is denied; the first that was asked and can.
  ///
  /// - Complexity: at most twice as many runs as persons and roles are asked.
  package func answers(to request: String, _ demand: ApprovalDemand) -> [PossibleAnswer] {
    [PossibleAnswer.Kind.grant, .deny].compactMap { kind in
      var answer: JSONObject = ["action": .text(kind == .grant ? "grant_approval" : "deny_approval"), "request": .text(request)]
      if kind == .deny { answer["why"] = .text("no") }
      return demand.approvers.firstValue { outcome(after: answer, by: $0.userID, $0.role) }.map {
        PossibleAnswer(kind: kind, request: request, who: demand.words, $0)
      }
    }
  }

  /// What the run comes to with a consent.
  package func consent(by userID: String?, role: String?) -> PossibleAnswer? {
    let answer: JSONObject = ["action": .text("give_consent"), "proposal_hash": .text(waiting.proposalHash)]
    let who = [userID.map { "@\($0)" }, role.map { userID == nil ? "@\($0)" : "(@\($0))" }].compactMap(\.self)
    return outcome(after: answer, by: userID, role).map {
      PossibleAnswer(kind: .consent, request: nil, who: who.isEmpty ? "a person" : who.joined(separator: " "), $0)
    }
  }

  private func outcome(after answer: JSONObject, by userID: String?, _ role: String?) -> RunOutcome? {
    runner.outcome(of: waiting, after: answer, by: ScenarioRunner.user(userID ?? "somebody_1", role), at: moment)
  }
}
