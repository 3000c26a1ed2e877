import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension CheckSession {
  /// Finds steps of blueprints that need facts which come from no earlier step, no other pack and no outside (language.md §9).
  func checkBlueprints() {
    if declared.blueprints.isEmpty { return }
    let derived =
      program.truths.filter { !$0.matches.isEmpty }.flatMap { made(by: $0) }
      + program.sources.flatMap { $0.outputs.map(\.fact) }
    for blueprint in declared.blueprints where blueprint.isWhole {
      var available = Set(derived)
      for step in blueprint.body.steps {
        guard let intent = names.intents[step.text.split(separator: ".").last.map(String.init) ?? step.text] else { continue }
        let truths = groups[intent]?.truths ?? []
        let pack = program.intents[intent].pack
        // Of truths with an `if` nobody knows which one the step means.
        let certain = truths.filter { $0.checked.condition == nil }
        for need in certain.flatMap({ needs(of: $0) }) where !available.contains(need) {
          let type = program.facts[need]
          if type.isExternal || type.pack != pack || type.isBuiltIn { continue }
          report(UnfedStep.found(step, fact: type.name))
          break
        }
        for truth in truths { available.formUnion(made(by: truth.checked)) }
      }
    }
  }

  private func made(by truth: CheckedTruth) -> [Int] {
    truth.outputs.map(\.fact) + truth.moves.map { program.lifecycles[$0.key.lifecycle].history }
  }

  /// The fact types of which one must be there for the requirements of a truth to hold, and the histories that its moves go on
  /// with.
  private func needs(of truth: TruthBody) -> [Int] {
    var found: [Int] = []
    for clause in truth.requires { found += needs(of: clause.test) }
    for move in truth.moves where !move.checked.from.contains(LifecycleType.start) {
      found.append(program.lifecycles[move.checked.key.lifecycle].history)
    }
    return found
  }

  private func needs(of test: Typed) -> [Int] {
    switch test.node {
    case .and: test.parts.flatMap { needs(of: $0) }
    case .present(let key): [key.fact]
    default: []
    }
  }
}
