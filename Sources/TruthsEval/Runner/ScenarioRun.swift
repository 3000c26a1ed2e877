import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Takes the steps of a scenario, one after another; every expectation is looked at where it stands.
struct ScenarioRun {
  private var world: Simulation
  private let look: FixtureRunner.Look
  /// Clients that are there.
  private var clients: Set<String> = []
  /// What differed so far.
  private(set) var mismatches: [Mismatch] = []
  /// The edits after which nothing would have differed.
  private(set) var edits: [FixtureEdit] = []

  init(_ world: Simulation, look: @escaping FixtureRunner.Look) {
    self.world = world
    self.look = look
  }

  /// What the session has come to.
  var context: Context { world.session.context }

  /// Takes all steps. One that cannot be taken is a mismatch and ends the story: what follows would be about something else.
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

  /// The last decision of the session against `expected`.
  func decision(at expected: Expectation) -> DecisionDifference {
    guard let record = DecisionRecord(lastOf: world.session.context.ledger.entries) else {
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
      try world.connect(as: name ?? ScenarioStep.defaultClient, actor: actor?.value.objectValue, transport: transport)
    case .handshake(let request): try handshake(request, name)
    case .disconnect: try world.disconnect(as: name)
    case .reconnect: try world.reconnect(as: name)
    case .propose(let proposal): try world.propose(proposal.value.objectValue ?? [:], as: name)
    case .advance(let seconds): try world.advance(seconds: seconds)
    case .fault(let fault): try world.fault(fault.value.objectValue ?? [:], as: name)
    case .replay: world.replay()
    case .expect(let expected):
      let match = ViewMatch(look(try world.view(of: name)))
      mismatches += match.mismatches(expected, path: "\(path).expect")
      edits += match.edits(expected, path: "\(path).expect")
    case .injectFact, .approve, .reject, .consent, .pause, .resume, .cancel, .updateBudget: try control(step)
    }
  }

  /// A client that is not there yet begins its session with the handshake.
  private mutating func handshake(_ request: LocatedJSON, _ name: String?) throws(SimulationError) {
    let client = name ?? ScenarioStep.defaultClient
    if !clients.contains(client), name != nil || clients.isEmpty {
      clients.insert(client)
      try world.connect(as: client)
    }
    try world.handshake(request.value.objectValue ?? [:], as: name)
  }

  /// A control message; one that the session refuses as it stands could not be taken.
  private mutating func control(_ step: ScenarioStep) throws(SimulationError) {
    let name = step.client
    switch step.action {
    case .injectFact(let fact): try world.injectFact(fact.value.objectValue ?? [:], as: name)
    case .approve(let proposalID, let truthID): try world.approve(proposalID: proposalID, truthID: truthID, as: name)
    case .reject(let proposalID, let why): try world.reject(proposalID: proposalID, why: why, as: name)
    case .consent(let proposalID): try world.consent(proposalID: proposalID, as: name)
    case .pause: try world.pause(as: name)
    case .resume: try world.resume(as: name)
    case .cancel: try world.cancel(as: name)
    case .updateBudget(let budget): try world.updateBudget(budget.value.objectValue ?? [:], as: name)
    default: return
    }
    if let answer = try world.view(of: name).lastAnswer, answer.isRefused { throw .badStep(answer.reason) }
  }
}
