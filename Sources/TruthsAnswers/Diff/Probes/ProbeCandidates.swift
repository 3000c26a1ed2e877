import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// A step from one tried scenario to the next.
enum ProbeStep: Hashable {
  case change(Change)
  /// A different fact in place of a known fact, or its removal for `nil`. A real ledger cannot change in this way, but both
  /// sets can decide about the result.
  case known(at: Int, JSONObject?)

  /// Whether the step changes only the proposal.
  var isOfProposal: Bool {
    if case .change(.field) = self { return true }
    return false
  }

  func taken(from scenario: ReceivedScenario) -> ReceivedScenario {
    switch self {
    case .change(let change): return scenario.with(change)
    case .known(let place, let payload):
      var scenario = scenario
      scenario.known.replaceSubrange(place...place, with: [payload].compactMap(\.self))
      return scenario
    }
  }
}

/// Suggests steps from a scenario on which two sets are compared.
///
/// Steps are repairs of a violated clause, and facts that are added, removed or changed. Steps are also values of the proposal
/// and the envelope that clauses name, and the neighbours of these values.
struct ProbeCandidates {
  /// Maximum number of a context's facts that are varied.
  private static let facts = 24

  let pair: ProbePair
  let runner: ProbeRunner

  /// The scenario as one of the sets sees it.
  private struct View {
    let side: ProbeSide
    let reads: ClauseReads
    let intent: Int
    let trial: ScenarioTrial
    let candidates: Candidates
  }

  /// Returns steps for the data that parts of both sets read. If `isWide` is `true`, steps may change every field of the
  /// proposal.
  func steps(_ old: [Part], _ new: [Part], isWide: Bool) -> [ProbeStep] {
    steps(Self.reads(old, runner.old), Self.reads(new, runner.new), isWide: isWide)
  }

  /// Returns the changes to try for clauses that read certain data.
  ///
  /// - Parameter mending: a violation whose repairs come first, in each set that has it; `nil` for none.
  func steps(_ old: ClauseReads, _ new: ClauseReads, isWide: Bool, mending: Violation? = nil) -> [ProbeStep] {
    let fields = isWide ? nil : old.fields.union(new.fields)
    let views = [view(runner.old, old, pair.contexts.old, pair.old), view(runner.new, new, pair.contexts.new, pair.new)]
      .compactMap(\.self)
    let changes = views.flatMap { view in
      view.candidates.changes(with: mending.map { repairs(of: $0, view) } ?? []) { fields?.contains($0.root) ?? true }
        + view.candidates.envelopeChanges(view.trial.outcome)
    }
    return (changes.map { .change($0) } + views.flatMap { factSteps($0) }).uniqued()
  }

  private func view(_ side: ProbeSide, _ reads: ClauseReads, _ context: Context, _ result: ProbeResult) -> View? {
    guard let intent = side.basis.intent(of: pair.scenario) else { return nil }
    let trial = ScenarioTrial(scenario: pair.scenario, context: context, outcome: result.outcome)
    let candidates = Candidates(trial, reads, intent: intent, in: side.program, work: runner.meter.work)
    return View(side: side, reads: reads, intent: intent, trial: trial, candidates: candidates)
  }

  private func repairs(of violation: Violation, _ view: View) -> [Change] {
    SuggestedChanges(view.trial, intent: view.intent, on: view.side.basis, work: runner.meter.work)?.changes(mending: violation)
      ?? []
  }

  // MARK: Facts

  private func factSteps(_ view: View) -> [ProbeStep] {
    let wanted = view.side.givenTypes(for: view.reads.facts)
    var steps: [ProbeStep] = []
    for (place, payload) in pair.scenario.known.enumerated().suffix(Self.facts) {
      let fact = payload.factWithin
      guard let type = wanted.first(where: { view.side.program.facts[$0].name == fact.factType }) else { continue }
      steps.append(.known(at: place, nil))
      steps += view.candidates.variants(of: fact, type: type).map { .known(at: place, $0) }
    }
    for type in wanted {
      let lifecycle = view.side.program.facts[type].lifecycle
      let facts = lifecycle.map { states(of: $0, view) } ?? view.candidates.facts(of: type)
      steps += facts.map { .change($0) }
    }
    return steps
  }

  /// Returns facts that move each instance that the proposal may name to the next step, one for each state.
  private func states(of index: Int, _ view: View) -> [Change] {
    let lifecycle = view.side.program.lifecycles[index]
    let type = view.side.program.facts[lifecycle.history]
    let states = view.side.program.enums[lifecycle.states].jsonNames.dropFirst()
    let bases = view.candidates.facts(of: lifecycle.history).prefix(4)
    return bases.flatMap { change -> [Change] in
      guard case .fact(let base) = change else { return [] }
      let names = Set(lifecycle.key.map(\.jsonName))
      let steps = pair.scenario.known.compactMap { known -> Int? in
        guard known.factType == type.name, names.allSatisfy({ known[$0] == base[$0] }), case .number(let step)? = known["step"]
        else { return nil }
        return Int(step.canonicalText)
      }
      return states.map { state in
        var fact = base
        fact["state"] = .string(state)
        fact["step"] = .number(Decimal((steps.max() ?? 0) + 1))
        return .fact(fact)
      }
    }
  }

  // MARK: Reads

  static func reads(_ parts: [Part], _ side: ProbeSide) -> ClauseReads {
    let program = side.program
    var reads = ClauseReads(program)
    for part in parts {
      switch part.place {
      case .clause(let clause, let truth): reads.read(clause, of: program.truths[truth])
      case .output(let output, let truth): reads.read(output, of: program.truths[truth])
      case .move(let move, let truth): reads.read(move, of: program.truths[truth])
      case .truth(let truth): reads.read(program.truths[truth])
      case .invariant(let index): reads.read(program.invariants[index])
      case .required(let field, let intent): reads.read(field: program.intents[intent].fields[field])
      case .vocabulary: break
      }
    }
    return reads
  }
}

extension ProbeSide {
  /// Returns the fact types that a context may contain, as indices in ``Program/facts``. Views and other derived types are
  /// replaced by the types from which they are derived, directly or indirectly.
  func givenTypes(for facts: Set<Int>) -> [Int] {
    var (open, seen) = (facts.sorted(), facts)
    while let fact = open.popLast() {
      for truth in program.truths where !truth.matches.isEmpty && truth.outputs.contains(where: { $0.fact == fact }) {
        var reads = NodeReads(program)
        reads.add(truth.outputs)
        reads.add(truth.condition?.test)
        let more = reads.types.union(truth.matches.map(\.fact))
        open += more.subtracting(seen).sorted()
        seen.formUnion(more)
      }
    }
    return seen.filter { !program.facts[$0].isDerived && !program.facts[$0].isBuiltIn }.sorted()
  }
}
