import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The steps from a probe that are tried: values of the proposal, of its envelope and of known facts, as some clauses of either
/// set name them, and their neighbours; facts more and fewer.
struct ProbeCandidates {
  /// Facts of a context, and values of each, that are tried at most.
  private static let facts = 24

  let pair: ProbePair
  let runner: ProbeRunner

  /// Parts of both sets, and whether every field of the proposal counts, or those that the parts read alone.
  func steps(_ old: [Part], _ new: [Part], isWide: Bool) -> [ProbeStep] {
    let reads = (Self.reads(old, runner.old), Self.reads(new, runner.new))
    return steps(reads.0, reads.1, isWide: isWide)
  }

  func steps(_ old: ClauseReads, _ new: ClauseReads, isWide: Bool) -> [ProbeStep] {
    let fields = isWide ? nil : old.fields.union(new.fields)
    let sides = [
      (runner.old, old, pair.contexts.old, pair.old), (runner.new, new, pair.contexts.new, pair.new),
    ]
    var (first, then): ([ProbeStep], [ProbeStep]) = ([], [])
    for (side, reads, context, result) in sides {
      guard let candidates = candidates(side, reads, context, result) else { continue }
      for place in candidates.places where fields?.contains(place.place.root) ?? true {
        first += candidates.changes(at: place).compactMap(Self.step)
      }
      first += candidates.envelopeChanges(result.outcome).compactMap(Self.step)
      then += factSteps(candidates, reads, side)
    }
    var seen = Set<ProbeStep>()
    return (first + then).filter { seen.insert($0).inserted }
  }

  private func candidates(
    _ side: ProbeSide, _ reads: ClauseReads, _ context: Context, _ result: ProbeResult
  ) -> Candidates? {
    guard let intent = side.procedure.intent(named: pair.probe.action) else { return nil }
    let situation = Situation(
      procedure: side.procedure, context: context, proposal: pair.probe.proposal, now: pair.probe.now, actor: nil,
      budget: .trial)
    return Candidates(situation, reads, intent: intent, outcome: result.outcome)
  }

  private static func step(_ change: Change) -> ProbeStep? {
    switch change {
    case .field(let place, _, let to): .field(place, to)
    case .fact(let payload): .fact(payload)
    case .approval, .consent: nil
    }
  }

  // MARK: Facts

  private func factSteps(_ candidates: Candidates, _ reads: ClauseReads, _ side: ProbeSide) -> [ProbeStep] {
    let wanted = side.given(for: reads.facts)
    var steps: [ProbeStep] = []
    for (place, payload) in pair.probe.known.enumerated().suffix(Self.facts) {
      let fact = payload["entry_type"] == nil ? payload : payload["payload"]?.objectValue ?? payload
      guard let type = wanted.first(where: { side.program.facts[$0].name == fact["type"]?.stringValue }) else { continue }
      steps.append(.known(place, nil))
      steps += candidates.variants(of: fact, type: type).map { .known(place, $0) }
    }
    for type in wanted {
      if let lifecycle = side.program.facts[type].lifecycle {
        steps += states(of: lifecycle, side, candidates)
      } else {
        steps += candidates.facts(of: type).compactMap(Self.step)
      }
    }
    return steps
  }

  /// The next step of each instance that the proposal may name, to each state.
  private func states(of index: Int, _ side: ProbeSide, _ candidates: Candidates) -> [ProbeStep] {
    let lifecycle = side.program.lifecycles[index]
    let type = side.program.facts[lifecycle.history]
    let states = side.program.enums[lifecycle.states].values.dropFirst()
    let bases = candidates.facts(of: lifecycle.history).prefix(4)
    return bases.flatMap { change -> [ProbeStep] in
      guard case .fact(let base) = change else { return [] }
      let names = Set(lifecycle.key.map(\.jsonName))
      let steps = pair.probe.known.compactMap { known -> Int? in
        guard known["type"]?.stringValue == type.name, names.allSatisfy({ known[$0] == base[$0] }),
          case .number(let step)? = known["step"]
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

  /// What parts read.
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
      case .vocabulary: break
      }
    }
    return reads
  }
}

extension ProbeSide {
  /// Of fact types those that a context may hold: for a view, and for what truths on facts make, what that is made of too.
  func given(for facts: Set<Int>) -> [Int] {
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
