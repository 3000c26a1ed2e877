import TruthsCheck
import TruthsSyntax
import TruthsText

extension CoverageCounts {
  /// The steps of a lifecycle as they are written, the first one into its initial state, and its states.
  ///
  /// - Parameter names: of the states, by ordinal.
  func items(of lifecycle: LifecycleType, names: [Text], _ declaration: LifecycleDeclaration) -> [CoverageItem] {
    var places: [String: Span] = [declaration.initial.text: declaration.initial.span]
    var steps: [(from: String, to: String, span: Span)] = [("start", declaration.initial.text, declaration.initial.span)]
    var seen: Set<[String]> = [["start", declaration.initial.text]]
    for chain in declaration.transitions {
      for state in chain.states where places[state.text] == nil { places[state.text] = state.span }
      for (from, to) in zip(chain.states, chain.states.dropFirst())
      where seen.insert([from.text, to.text]).inserted {
        steps.append((from.text, to.text, from.span.union(to.span)))
      }
    }
    let owner = "\(lifecycle.pack).\(lifecycle.name)"
    let transitions = steps.map { step in
      let count = sources(of: step.from, lifecycle, names).reduce(0) { sum, from in
        let made = LifecycleVisits.Transition(lifecycle: lifecycle.span, from: from, to: Text(step.to))
        return sum + (record.visits.transitions[made] ?? 0)
      }
      return CoverageItem(
        kind: .transition, pack: lifecycle.pack, owner: owner, name: "\(step.from) → \(step.to)",
        text: "\(step.from) → \(step.to)", span: step.span, outcomes: [CoverageItem.Tally(.made, count)])
    }
    let states = names.dropFirst().map { name in
      let count = record.visits.states[LifecycleVisits.State(lifecycle: lifecycle.span, state: name)] ?? 0
      return CoverageItem(
        kind: .state, pack: lifecycle.pack, owner: owner, name: name.string, text: name.string,
        span: places[name.string] ?? declaration.initial.span, outcomes: [CoverageItem.Tally(.entered, count)])
    }
    return transitions + states
  }

  /// The states that a word stands for where it is left: `any` is every entered state that is not terminal (language.md §7).
  private func sources(of word: String, _ lifecycle: LifecycleType, _ names: [Text]) -> [Text] {
    guard word == "any" else { return [Text(word)] }
    return names.indices.filter { $0 != LifecycleType.start && !lifecycle.terminal.contains($0) }.map { names[$0] }
  }
}

extension LoadedSet {
  /// The declarations of lifecycles by their key's place, which is that of their type.
  var lifecycleDeclarations: [Span: LifecycleDeclaration] {
    var found: [Span: LifecycleDeclaration] = [:]
    for declaration in units.flatMap(\.declarations) {
      if case .lifecycle(let lifecycle) = declaration.body { found[declaration.keySpan] = lifecycle }
    }
    return found
  }
}
