package import TruthsEngine
package import TruthsJSON
package import TruthsRuntime
import TruthsText

/// The possible answers to a waiting run.
package struct PossibleAnswers: Sendable {
  package var list: [PossibleAnswer]
  /// Whether the search reached its limit, so that further answers may be possible.
  package var isExhausted: Bool

  package init(list: [PossibleAnswer] = [], isExhausted: Bool = false) {
    (self.list, self.isExhausted) = (list, isExhausted)
  }
}

/// A possible answer to a waiting run, and the result that the run would have after it (answers §1.2).
package struct PossibleAnswer: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case grant, deny, consent
  }

  package var kind: Kind
  /// The request for approval that is answered; `nil` for a consent.
  package var request: String?
  /// The people who may give the answer, in the words of `waiting_for`.
  package var who: String
  package var decision: DecisionOutcome
  package var status: RunState.Status
  package var reason: String
  /// The id of the truth that decides after the answer.
  package var truthID: String
  /// The violation that gives the reason; `nil` if no violation does.
  package var deciding: Violation?
  /// The conditions that the run waits for after the answer.
  package var waitingFor: [Awaited]

  fileprivate init(kind: Kind, request: String?, who: String, _ outcome: RunOutcome) {
    (self.kind, self.request, self.who) = (kind, request, who)
    deciding = outcome.deciding
    (decision, status, reason, waitingFor) = (outcome.decision, outcome.run.status, outcome.reason, outcome.run.waitingFor)
    truthID = outcome.truthID
  }

  /// Whether the proposal is accepted after the answer, and the run waits for nothing more.
  package var isAccepted: Bool { decision == .accepted && status != .waiting }
}

extension PossibleAnswer {
  /// The answer as JSON, such as `{"answer": "deny", "who": "@manager", "request": "req_…", "decision": "rejected", "status":
  /// "halted"}`.
  package static let record = JSONRecord<PossibleAnswer>([
    .required("answer", .words(Kind.allCases.map(\.rawValue)), "The kind of answer.") { $0.kind.rawValue },
    .required("who", .text, "The people who may answer.") { $0.who },
    .optional("request", .text, "The request for approval.") { $0.request },
    .required("decision", .words(DecisionOutcome.allCases.map(\.rawValue)), "The resulting decision.") { $0.decision.rawValue },
    .required("status", .words(RunState.Status.allCases.map(\.rawValue)), "The resulting status.") { $0.status.rawValue },
    // The reason of a denial is for the denying person to give.
    .optional("reason", .text, "The reason.") { $0.kind == .deny ? nil : $0.reason },
  ])
}

/// Tries the possible answers to a waiting run, each without the others.
package struct AnswerSearch {
  private let runner: ScenarioRunner
  private let waiting: RunOutcome
  private let moment: Timestamp

  /// Whether a limit ended the search. If so, the effect of some answers is unknown.
  package var isExhausted: Bool { runner.meter.isExhausted }

  /// - Parameter waiting: the outcome of the scenario, which waits.
  package init(_ scenario: ReceivedScenario, on basis: ScenarioBasis, _ effort: Effort, of waiting: RunOutcome) {
    runner = ScenarioRunner(basis: basis, meter: effort.meter(for: scenario, on: basis), looksForNames: false)
    self.waiting = waiting
    moment = scenario.moment
  }

  /// Returns the effect of granting a request, and that of denying it. The answer is tried for one asked approver after
  /// another, until one can give it.
  ///
  /// - Complexity: at most two runs for each answer and each approver who is asked.
  package func answers(to request: String, _ demand: ApprovalDemand) -> [PossibleAnswer] {
    [PossibleAnswer.Kind.grant, .deny].compactMap { kind in
      var answer: JSONObject = ["action": .text(kind == .grant ? "grant_approval" : "deny_approval"), "request": .text(request)]
      if kind == .deny { answer["why"] = .text("no") }
      return demand.approvers.firstValue { outcome(after: answer, by: $0.userID, $0.role) }.map {
        PossibleAnswer(kind: kind, request: request, who: demand.words, $0)
      }
    }
  }

  /// Returns the effect of a consent; `nil` if the consent is not accepted, or a limit is reached.
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
