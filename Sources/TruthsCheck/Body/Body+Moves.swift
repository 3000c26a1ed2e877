import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// A move with its lowered test, for the passes behind the first.
struct TypedMove {
  var checked: CheckedMove
  /// Whether the present state is one that the move leaves.
  var test: Typed
}

extension Body {
  /// Lowers an entry of `moves`; `nil` where its lifecycle or states are not known.
  func move(_ entry: MoveEntry, position: Int) -> TypedMove? {
    guard let index = movedLifecycle(entry.lifecycle) else { return nil }
    let lifecycle = program.lifecycles[index]
    let reference = LifecycleReference(lifecycle: index, keys: nil, span: entry.lifecycle.span, label: lifecycle.name)
    guard let states = states(of: entry.chain, lifecycle), let key = lifecycleKey(reference) else { return nil }
    session.usage.producedFacts.insert(lifecycle.history)
    session.usage.moves.insert(Usage.Move(lifecycle: index, from: states.from, path: states.path))
    let type = ValueType.enumeration(lifecycle.states)
    let state = Typed(
      node: .state(key.node), type: type, span: entry.lifecycle.span, parts: key.parts, label: entry.lifecycle.text)
    let names = program.enums[lifecycle.states].values
    let left = states.from.sorted().map { ordinal in
      Node.constant(.enumeration(EnumValue(type: lifecycle.states, ordinal: ordinal, name: names[ordinal])))
    }
    let list = Typed(node: .list(left), type: .list(type), span: entry.chain.span)
    let test = Typed(node: .isIn(state.node, list.node), type: .boolean, span: entry.span, parts: [state, list])
    let clause = CheckedClause(
      id: "\(lifecycle.pack).\(lifecycle.name).lifecycle", place: .moves, position: position, kind: .structural, test: test.node,
      violatedWhen: false, reason: nil, text: "\(entry.lifecycle.text): \(formatted(entry.chain))",
      terms: [Term(label: entry.lifecycle.text, node: state.node)], span: entry.span)
    return TypedMove(
      checked: CheckedMove(key: key.node, from: states.from, path: states.path, clause: clause), test: test)
  }

  /// The lifecycle that a move names, bare or qualified by its pack; only its own pack moves it (language.md §2, "Names").
  private func movedLifecycle(_ name: Name) -> Int? {
    let parts = name.text.headAndRest
    guard let index = session.lifecycle(named: parts.last ?? name.text),
      parts.count == 1 || program.lifecycles[index].pack == parts[0]
    else {
      if session.names.isUnread(name.text) { return nil }
      let known = session.candidates(program.lifecycles.filter { $0.pack == scope.name }.map(\.name))
      session.report(UnknownLifecycle.found(name, among: known))
      return nil
    }
    let lifecycle = program.lifecycles[index]
    guard lifecycle.pack == scope.name else {
      session.report(
        ProducedOutsidePack.moved(name, owner: lifecycle.pack, pack: scope.name, declared: lifecycle.span))
      return nil
    }
    guard !lifecycle.isExternal else {
      session.report(ProducedExternal.moved(name, declared: lifecycle.span))
      return nil
    }
    return index
  }

  /// The states that a chain may leave, and those that it enters.
  private func states(of chain: StateChain, _ lifecycle: LifecycleType) -> (from: Set<Int>, path: [Int])? {
    guard let first = chain.states.first else { return nil }
    var path: [Int] = []
    for state in chain.states.dropFirst() {
      guard let ordinal = ordinal(of: state, lifecycle, isLeft: false) else { return nil }
      path.append(ordinal)
    }
    if first.text == "any" {
      let entered = program.enums[lifecycle.states].values.indices
      let left = Set(entered.filter { $0 != LifecycleType.start && !lifecycle.terminal.contains($0) })
      return check(left, path, chain, lifecycle)
    }
    guard let from = ordinal(of: first, lifecycle, isLeft: true) else { return nil }
    return check([from], path, chain, lifecycle)
  }

  private func ordinal(of state: Name, _ lifecycle: LifecycleType, isLeft: Bool) -> Int? {
    let names = program.enums[lifecycle.states].values
    if !isLeft, state.text == "any" || state.text == "start" {
      session.report(MisplacedState.inMove(state))
      return nil
    }
    if let ordinal = names.firstIndex(of: Text(state.text)) { return ordinal }
    if !session.isPartial(.fact(lifecycle.history)) {
      session.report(UnknownState.found(state, lifecycle: lifecycle.name, among: names.dropFirst().map(\.string)))
    }
    return nil
  }

  /// Reports a step that the lifecycle does not have.
  private func check(
    _ from: Set<Int>, _ path: [Int], _ chain: StateChain, _ lifecycle: LifecycleType
  ) -> (from: Set<Int>, path: [Int])? {
    guard !session.isPartial(.fact(lifecycle.history)) else { return (from, path) }
    let names = program.enums[lifecycle.states].values
    var left = from
    for (place, target) in path.enumerated() {
      let missing = left.sorted().filter { !lifecycle.transitions.contains(LifecycleType.Transition(from: $0, to: target)) }
      if !missing.isEmpty {
        let span = chain.states[place].span.union(chain.states[place + 1].span)
        session.report(
          UnknownTransition.found(
            from: missing.map { names[$0].string }, to: names[target].string, lifecycle: lifecycle.name, at: span,
            declared: lifecycle.span))
        return nil
      }
      left = [target]
    }
    return (from, path)
  }
}
