import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// A run of the steps of a scenario in order. Each expectation is compared with the client's view at that moment.
struct ScenarioRun {
  private var simulation: Simulation
  private let look: FixtureRunner.Look
  /// The clients that have begun a session.
  private var clients: Set<String> = []
  /// The differences found so far.
  private(set) var mismatches: [Mismatch] = []
  /// The edits of the fixture that would remove the differences found so far.
  private(set) var edits: [FixtureEdit] = []

  init(_ simulation: Simulation, look: @escaping FixtureRunner.Look) {
    self.simulation = simulation
    self.look = look
  }

  var context: Context { simulation.session.context }

  /// Runs all steps. An impossible step is a mismatch and ends the scenario, because later steps depend on it.
  mutating func take(_ steps: [ScenarioStep]) {
    for (index, step) in steps.enumerated() {
      let path = "scenario[\(index)]"
      do {
        try take(step, path: path)
      } catch {
        mismatches.append(Mismatch(path: path, span: step.span, expected: "the step can be taken", got: error.message))
        return
      }
    }
  }

  /// Compares the last decision of the session with `expected`.
  func decision(at expected: Expectation) -> DecisionDifference {
    guard let record = ObservedDecision(lastOf: simulation.session.context.ledger.entries) else {
      let nothing = Mismatch(path: "expected", span: expected.span, expected: "a decision", got: "nothing was decided")
      return DecisionDifference(mismatches: [nothing])
    }
    let match = DecisionMatch(record)
    return match.difference(expected)
  }

  private mutating func take(_ step: ScenarioStep, path: String) throws(SimulationError) {
    let name = step.client
    switch step.action {
    case .connect(let actor, let transport):
      clients.insert(name ?? ScenarioStep.defaultClient)
      try simulation.connect(as: name ?? ScenarioStep.defaultClient, actor: actor?.value.objectValue, transport: transport)
    case .handshake(let request): try handshake(request, name)
    case .disconnect: try simulation.disconnect(as: name)
    case .reconnect: try simulation.reconnect(as: name)
    case .propose(let proposal): try simulation.propose(proposal.value.objectValue ?? [:], as: name)
    case .advance(let span): simulation.advance(by: span)
    case .fault(let fault): try simulation.fault(fault.value.objectValue ?? [:], as: name)
    case .replay: simulation.replay()
    case .expect(let expected):
      let match = ViewMatch(look(try simulation.view(of: name)))
      mismatches += match.mismatches(expected, path: "\(path).expect")
      edits += match.edits(expected, path: "\(path).expect")
    case .injectFact, .approve, .reject, .consent, .pause, .resume, .cancel, .updateBudget: try control(step)
    }
  }

  /// Sends a handshake. A client that is not connected yet connects first.
  private mutating func handshake(_ request: LocatedJSON, _ name: String?) throws(SimulationError) {
    let client = name ?? ScenarioStep.defaultClient
    if !clients.contains(client), name != nil || clients.isEmpty {
      clients.insert(client)
      try simulation.connect(as: client)
    }
    try simulation.handshake(request.value.objectValue ?? [:], as: name)
  }

  /// Sends a control message. If the session refuses the message, the step is impossible.
  private mutating func control(_ step: ScenarioStep) throws(SimulationError) {
    let name = step.client
    switch step.action {
    case .injectFact(let fact): try simulation.injectFact(fact.value.objectValue ?? [:], as: name)
    case .approve(let proposalID, let truthID): try simulation.approve(proposalID: proposalID, truthID: truthID, as: name)
    case .reject(let proposalID, let why): try simulation.reject(proposalID: proposalID, why: why, as: name)
    case .consent(let proposalID): try simulation.consent(proposalID: proposalID, as: name)
    case .pause: try simulation.pause(as: name)
    case .resume: try simulation.resume(as: name)
    case .cancel: try simulation.cancel(as: name)
    case .updateBudget(let budget): try simulation.updateBudget(budget.value.objectValue ?? [:], as: name)
    default: return
    }
    if let answer = try simulation.view(of: name).lastAnswer, answer.isRefused { throw .badStep(answer.reason) }
  }
}
