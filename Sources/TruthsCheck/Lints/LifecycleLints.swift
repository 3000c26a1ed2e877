import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Checks of the states and transitions of lifecycles (declarations §12).
extension GovernancePass {
  /// Finds states that cannot be reached or left, and transitions that no truth makes (declarations §12).
  ///
  /// - Parameter hasLostNames: whether a move may be missing because one of its names was not resolved.
  func checkLifecycles(_ hasLostNames: Bool) {
    for (index, lifecycle) in declared.lifecycles.enumerated()
    where lifecycle.isWhole && !usage.faultyLifecycles.contains(index) {
      let graph = StateGraph(program.lifecycles[index], names: program.enums[program.lifecycles[index].states].values)
      let places = StatePlaces(lifecycle.body)
      let (unreachable, deadEnds) = (graph.unreachable, graph.deadEnds)
      let misspelt = unreachable.isEmpty && deadEnds.isEmpty ? [:] : lifecycle.body.misspeltStates
      for state in unreachable {
        let name = graph.names[state]
        report(
          UnreachableState.finding(
            name.string, lifecycle: lifecycle.name.text, meant: misspelt[name.string], at: places.span(name)))
      }
      for state in deadEnds {
        let name = graph.names[state]
        report(
          DeadEndState.finding(name.string, lifecycle: lifecycle.name.text, meant: misspelt[name.string], at: places.span(name)))
      }
      for chain in lifecycle.body.transitions { check(terminalIn: chain, lifecycle, graph) }
      if !hasLostNames, !lifecycle.body.isExternal { check(movesOf: lifecycle, index, graph) }
    }
  }

  /// Reports terminal states that a transition leaves.
  private func check(terminalIn chain: StateChain, _ lifecycle: Declared<LifecycleDeclaration>, _ graph: StateGraph) {
    for state in chain.states.dropLast() {
      guard let ordinal = graph.ordinals[Text(state.text)], graph.lifecycle.terminal.contains(ordinal) else { continue }
      report(LeftTerminalState.finding(state, lifecycle: lifecycle.name.text))
    }
  }

  /// Reports written steps that no truth makes. A step from `any` is fine if some truth makes it from one state.
  private func check(movesOf lifecycle: Declared<LifecycleDeclaration>, _ index: Int, _ graph: StateGraph) {
    let transitions = transitionsMade(of: index)
    if !transitions.contains(where: { $0.from == LifecycleType.start }) {
      report(UnmadeTransition.initial(lifecycle.body.initial, lifecycle: lifecycle.name.text))
      return
    }
    for chain in lifecycle.body.transitions {
      for (from, to) in zip(chain.states, chain.states.dropFirst()) {
        guard let target = graph.ordinals[Text(to.text)] else { continue }
        let sources = graph.sources(from.text)
        if sources.isEmpty || sources.contains(where: { transitions.contains(LifecycleType.Transition(from: $0, to: target)) }) {
          continue
        }
        report(
          UnmadeTransition.finding(
            from: from.text, to: to.text, lifecycle: lifecycle.name.text, at: from.span.union(to.span)))
      }
    }
  }

  func transitionsMade(of lifecycle: Int) -> Set<LifecycleType.Transition> {
    var transitions: Set<LifecycleType.Transition> = []
    for move in usage.moves where move.lifecycle == lifecycle {
      var left = move.from
      for target in move.path {
        for from in left { transitions.insert(LifecycleType.Transition(from: from, to: target)) }
        left = [target]
      }
    }
    return transitions
  }
}

/// The states of a lifecycle as a graph.
struct StateGraph {
  let lifecycle: LifecycleType
  let names: [Text]
  let ordinals: [Text: Int]
  private let next: [Int: [Int]]

  init(_ lifecycle: LifecycleType, names: [Text]) {
    self.lifecycle = lifecycle
    self.names = names
    ordinals = Dictionary(first: names.enumerated().map { ($0.element, $0.offset) })
    next = Dictionary(grouping: lifecycle.transitions, by: \.from).mapValues { $0.map(\.to).sorted() }
  }

  /// States that no path from `start` reaches, in order.
  var unreachable: [Int] {
    var reached: Set<Int> = [LifecycleType.start]
    var pending = [LifecycleType.start]
    while let state = pending.popLast() {
      for target in next[state] ?? [] where reached.insert(target).inserted { pending.append(target) }
    }
    return names.indices.filter { !reached.contains($0) }
  }

  /// States that are neither terminal nor left by any transition, in order.
  fileprivate var deadEnds: [Int] {
    names.indices.filter { state in
      state != LifecycleType.start && !lifecycle.terminal.contains(state) && !(next[state] ?? []).contains { $0 != state }
    }
  }

  /// Returns the states that a word stands for before `→`.
  func sources(_ word: String) -> [Int] {
    if word == "any" { return names.indices.filter { $0 != LifecycleType.start && !lifecycle.terminal.contains($0) } }
    return ordinals[Text(word)].map { [$0] } ?? []
  }
}

extension LifecycleDeclaration {
  /// States that are probably misspelt, each with the state that is meant: they are named only once, and have a name similar to
  /// that of another state. Such a state cannot be reached, or cannot be left.
  var misspeltStates: [String: String] {
    let places = [initial] + transitions.flatMap(\.states) + terminal
    guard places.count <= 400 else { return [:] }
    let counts = Dictionary(grouping: places, by: \.text).mapValues(\.count)
    let known = counts.filter { $0.value > 1 }.keys.sorted()
    return Dictionary(
      uniqueKeysWithValues: counts.filter { $0.value == 1 && $0.key != "any" }.keys.sorted().compactMap { state in
        // Names that differ in digits alone are meant to differ: `closed1`, `closed2`.
        nearestName(to: state, among: known.filter { $0.withoutDigits != state.withoutDigits }).map { (state, $0) }
      })
  }
}

extension String {
  fileprivate var withoutDigits: String { filter { !$0.isNumber } }
}

/// First place at which a lifecycle names each state.
private struct StatePlaces {
  private var spans: [String: Span] = [:]
  private let initial: Span

  init(_ lifecycle: LifecycleDeclaration) {
    initial = lifecycle.initial.span
    for state in [lifecycle.initial] + lifecycle.transitions.flatMap(\.states) + lifecycle.terminal
    where spans[state.text] == nil {
      spans[state.text] = state.span
    }
  }

  func span(_ state: Text) -> Span { spans[state.string] ?? initial }
}
