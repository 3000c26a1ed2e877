package import TruthsJSON
package import TruthsText

/// A step of a scenario (runtime.md §6).
package struct ScenarioStep: Sendable {
  /// The client that acts; `nil` means the one that connected first.
  package var client: String?
  /// The step's name, where findings about it stand.
  package var span: Span
  package var action: Action

  package init(client: String?, action: Action, at span: Span) {
    self.client = client
    self.action = action
    self.span = span
  }

  /// What a step does.
  package enum Action: Sendable {
    case connect(actor: LocatedJSON?, transport: String?)
    case disconnect
    case reconnect
    case propose(LocatedJSON)
    case injectFact(LocatedJSON)
    case approve(proposalID: String, truthID: String?)
    case reject(proposalID: String, why: String)
    case consent(proposalID: String)
    case pause
    case resume
    case cancel
    case updateBudget(LocatedJSON)
    case advance(seconds: Decimal)
    case fault(LocatedJSON)
    case handshake(LocatedJSON)
    case replay
    case expect(Expectation)
  }

  /// The names of the steps, as they are written.
  package enum Name: String, CaseIterable, Sendable {
    case connect, disconnect, reconnect, propose
    case injectFact = "inject_fact"
    case approve, reject, consent, pause, resume, cancel
    case updateBudget = "update_budget"
    case advance, fault, handshake, replay, expect
  }
}
