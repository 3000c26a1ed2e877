import TruthsEngine
import TruthsJSON
import TruthsLedger
package import TruthsProgram
package import TruthsRuntime
import TruthsText

/// Searches for an accepted proposal of an intent, with the facts, states, policies and actor that it needs.
///
/// The search starts with sample values, decides them, and repairs the clauses that do not hold. It continues with the draft
/// that is nearest to acceptance, up to a limit of runs and of work. `truths new fixture` and comparisons of truth sets use it.
package struct AcceptedSearch {
  private let runner: ScenarioRunner
  /// The index of the proposed intent in ``Program/intents``.
  private let intent: Int
  private let samples: SampleValues
  private let effort = RepairEffort(60_000)
  private var seen: Set<Scenario> = []
  private var nearest: Trial?

  /// The maximum number of runs, and the maximum work of all runs together, in steps.
  private static let (runs, work) = (400, 40_000_000)
  /// Maximum number of clauses that are repaired in one draft.
  private static let repaired = 4
  /// Maximum number of drafts that are tried for one clause.
  private static let drafts = 40

  private var program: Program { runner.program }

  /// - Parameter intent: the index of the proposed intent in ``Program/intents``.
  package init(_ procedure: RunProcedure, intent: Int) {
    self.intent = intent
    runner = ScenarioRunner(
      basis: ScenarioBasis(alone: procedure), meter: TrialMeter(runs: Self.runs, work: Self.work))
    samples = SampleValues(program: procedure.program)
  }

  /// A scenario and the outcome of its run.
  package struct Trial {
    package var scenario: Scenario
    /// The distance from an accepted decision; 0 means that the scenario is accepted.
    package var distance: Int
    var trial: ScenarioTrial

    package var outcome: RunOutcome { trial.outcome }
    /// The context with the scenario's facts, states and policies.
    package var startContext: Context { trial.context }
  }

  /// Returns the accepted draft with the fewest parts. If no draft was accepted, returns the draft that is nearest to
  /// acceptance; `nil` if none could be decided.
  package mutating func find() -> Trial? {
    let first = Scenario(intent: intent, fields: samples.fields(of: program.intents[intent]))
    // Among equals the last one is preferred, because it builds on earlier repairs.
    var open = BestStates<Trial, Scenario>(Self.runs, prefersLast: true)
    if let trial = take(first) { add(trial, to: &open) }
    while !isDone, !effort.isSpent, let next = open.takeFirst() { explore(next, into: &open) }
    return nearest.map { $0.distance == 0 ? reduced($0) : $0 }
  }

  /// A part of a scenario that is not a field of its proposal.
  private enum ScenarioItem: Hashable {
    case fact(Scenario.Fact)
    case state(Scenario.State)
    case policy(Int)
    case envelope(Builtin)
  }

  /// Returns an accepted scenario without the parts that are not needed for acceptance.
  private mutating func reduced(_ accepted: Trial) -> Trial {
    let scenario = accepted.scenario
    var contents = scenario.facts.map { ScenarioItem.fact($0) }
    contents += scenario.states.map { .state($0) }
    contents += scenario.policies.keys.sorted().map { .policy($0) }
    contents += Builtin.allCases.filter { scenario.envelope[$0] != nil }.map { .envelope($0) }
    return contents.reduced(accepted, leavingOut: contents) { contents in
      var draft = scenario
      draft.facts.removeAll { !contents.contains(.fact($0)) }
      draft.states.removeAll { !contents.contains(.state($0)) }
      draft.policies = draft.policies.filter { contents.contains(.policy($0.key)) }
      draft.envelope = draft.envelope.filter { contents.contains(.envelope($0.key)) }
      return take(draft).flatMap { $0.distance == 0 ? $0 : nil }
    }.result
  }

  /// Decides a draft, and records it if it is the nearest so far. `nil` if the draft was tried before, or cannot be decided.
  ///
  /// - Parameter violation: the violation that the draft should repair; `nil` for the first draft.
  private mutating func take(_ draft: Scenario, for violation: Violation? = nil) -> Trial? {
    guard seen.insert(draft).inserted, let context = context(of: draft) else { return nil }
    let scenario = ReceivedScenario(proposal: draft.proposal(in: program), now: draft.now)
    guard let outcome = runner.outcome(of: scenario, on: context) else { return nil }
    let made = Trial(
      scenario: draft, distance: Self.distance(outcome, violation),
      trial: ScenarioTrial(scenario: scenario, context: context, outcome: outcome))
    if nearest.map({ made.distance < $0.distance }) ?? true { nearest = made }
    return made
  }

  /// Returns the context that a fixture of the draft would have; `nil` if the draft's facts or policies are not valid.
  private func context(of draft: Scenario) -> Context? {
    let lines = draft.knownEntries(in: program).map(\.line).joined()
    var data = RunData(sources: SourceMap(), procedure: runner.procedure)
    guard let context = try? data.context(SourceText(path: "context", bytes: Array(lines.utf8))) else { return nil }
    let policies = draft.policies.sorted { $0.key < $1.key }.map { index, value in
      let json = LocatedJSON(unlocated: program.json(of: value))
      return PolicyAssignment(name: program.policies[index].qualifiedName, nameSpan: json.span, value: json)
    }
    return try? runner.procedure.set(policies: policies, on: context)
  }

  private static func distance(_ outcome: RunOutcome, _ violation: Violation?) -> Int {
    if outcome.decision == .accepted, outcome.run.status != .waiting { return 0 }
    let violations = outcome.violations.filter { $0.kind != .advisory && $0.approvers.isEmpty }
    // Of an ungoverned or incomplete proposal no clause was read.
    let unread = [BuiltInTruth.governed, .complete].map(\.rawValue)
    let ungoverned = violations.contains { unread.contains($0.truthID) } ? 20 : 0
    let unreadable = violations.contains { $0.truthID == BuiltInTruth.wellFormed.rawValue } ? 40 : 0
    // A run that waits for consent has not reached the other requests yet.
    let unasked = violations.contains { $0.truthID == BuiltInTruth.consent.rawValue } ? 10 : 0
    let isStill = violations.contains { $0.declaredBy == violation?.declaredBy && $0.clause == violation?.clause }
    return 2 * violations.count + (isStill ? 1 : 0) + ungoverned + unreadable + unasked + 1
  }
}

extension AcceptedSearch: SearchGoal {
  /// A draft, and the violation that it should repair.
  typealias Step = (draft: Scenario, violation: Violation)

  var isDone: Bool { nearest?.distance == 0 || runner.meter.isExhausted }

  func distance(of state: Trial) -> Int { state.distance }

  func key(of state: Trial) -> Scenario { state.scenario }

  func steps(from state: Trial) -> some Sequence<Step> {
    let repair = ClauseRepair(
      state.scenario, as: state.trial, intent: intent, state.trial.scenario.readable(by: runner.procedure)?.environment,
      on: runner.basis, views: Set(program.facts.indices.filter { program.facts[$0].isDerived }), samples: samples,
      effort: effort, work: runner.meter.work)
    // Drafts are made lazily: the next clause is repaired only after all drafts for the clauses before it were tried.
    return state.outcome.violations.filter { $0.kind != .advisory }.prefix(Self.repaired).lazy.flatMap { violation in
      repair.drafts(for: violation).prefix(Self.drafts).map { (draft: $0, violation: violation) }
    }
  }

  mutating func take(_ step: Step, from state: Trial) -> Trial? { take(step.draft, for: step.violation) }
}
