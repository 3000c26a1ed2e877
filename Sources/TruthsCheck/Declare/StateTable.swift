import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// The states of a lifecycle in the order in which it names them, `start` before all, and what may follow what.
struct StateTable {
  private(set) var names: [Text] = [Text("start")]
  private(set) var transitions: Set<LifecycleType.Transition> = []
  private(set) var terminal: Set<Int> = []
  private var ordinals: [String: Int] = ["start": LifecycleType.start]
  /// Words that stand where they have no meaning.
  private var misplaced: [Name] = []
  private var unknown: [Name] = []

  init(_ lifecycle: LifecycleDeclaration) {
    if lifecycle.initial.text == "any" || lifecycle.initial.text == "start" { misplaced.append(lifecycle.initial) }
    let initial = add(lifecycle.initial)
    for chain in lifecycle.transitions {
      for (place, state) in chain.states.enumerated() {
        if place > 0, state.text == "any" || state.text == "start" { misplaced.append(state) }
        if state.text != "any" { _ = add(state) }
      }
    }
    for state in lifecycle.terminal {
      if let ordinal = ordinals[state.text], ordinal != LifecycleType.start {
        terminal.insert(ordinal)
      } else {
        unknown.append(state)
      }
    }
    transitions.insert(LifecycleType.Transition(from: LifecycleType.start, to: initial))
    for chain in lifecycle.transitions {
      for (from, to) in zip(chain.states, chain.states.dropFirst()) {
        guard let target = ordinals[to.text], target != LifecycleType.start else { continue }
        for source in sources(from.text) { transitions.insert(LifecycleType.Transition(from: source, to: target)) }
      }
    }
  }

  /// The states that a word stands for where it is left: `any` is every entered state that is not terminal.
  private func sources(_ word: String) -> [Int] {
    if word == "any" { return names.indices.filter { $0 != LifecycleType.start && !terminal.contains($0) } }
    return ordinals[word].map { [$0] } ?? []
  }

  private mutating func add(_ name: Name) -> Int {
    if let known = ordinals[name.text] { return known }
    ordinals[name.text] = names.count
    names.append(Text(name.text))
    return names.count - 1
  }

  /// What is wrong with the words themselves.
  func findings(of lifecycle: Declared<LifecycleDeclaration>) -> [Diagnostic] {
    misplaced.map(MisplacedState.inLifecycle)
      + unknown.map { UnknownState.found($0, lifecycle: lifecycle.name.text, among: names.dropFirst().map(\.string)) }
  }
}
