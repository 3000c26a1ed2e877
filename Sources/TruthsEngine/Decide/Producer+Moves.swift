import TruthsCheck
import TruthsText

extension Producer {
  /// Enters the states of a move, one after the other.
  mutating func move(_ move: CheckedMove, _ compiled: CompiledMove, of maker: Maker, _ evaluator: Evaluator) {
    let read = compiled.keys.map { evaluator.cell($0) }
    let instance = ClosingMoves.Instance(lifecycle: move.key.lifecycle, key: read.map { adopted($0, evaluator) })
    let found = evaluator.store.state(move.key.lifecycle, key: read.span) ?? (ordinal: LifecycleType.start, step: 0)
    if round == nil {
      if isAllowed(move, instance, maker) { enter(move.path[...], instance, after: found.step, move.clause, maker) }
      return
    }
    switch closingMoves.move(instance, move, found: found, by: maker.index) {
    case .entered(let states, let step): enter(states, instance, after: step - 1, move.clause, maker)
    case .conflict(let left, let target, let other):
      let names = program.enums[program.lifecycles[instance.lifecycle].states].values
      let words = "\(program.truths[other].id) leaves \(names[left]) for \(names[target]) in this run"
      refuse(.factConflict, move.clause.position, move.clause.span, maker, "\(move.clause.text): \(words)")
    }
  }

  private mutating func enter(
    _ states: ArraySlice<Int>, _ instance: ClosingMoves.Instance, after step: Int, _ clause: CheckedClause, _ maker: Maker
  ) {
    let lifecycle = program.lifecycles[instance.lifecycle]
    for (place, ordinal) in states.enumerated() {
      row.removeAll(keepingCapacity: true)
      row += instance.key
      row.append(Cell(.enumeration, extra: UInt32(truncatingIfNeeded: lifecycle.states), bits: Int64(ordinal)))
      row.append(.integer(step + 1 + place))
      assert(lifecycle.history, of: maker, position: clause.position, span: clause.span)
    }
  }

  /// Whether a truth of a proposal may move an instance that another one may have moved. Truths that move it alike say the same,
  /// and where their states differ the history is in conflict: the step is counted on the store that is read. What is left is one
  /// that goes further.
  private mutating func isAllowed(_ move: CheckedMove, _ instance: ClosingMoves.Instance, _ maker: Maker) -> Bool {
    guard let other = moved.updateValue((maker.index, move.path), forKey: instance), other.truth != maker.index,
      other.path != move.path, zip(other.path, move.path).allSatisfy(==)
    else { return true }
    let name = program.lifecycles[instance.lifecycle].name
    let reason = "\(move.clause.text): \(program.truths[other.truth].id) moves the same \(name) in this run"
    refuse(.factConflict, move.clause.position, move.clause.span, maker, reason)
    return false
  }

  /// Whether a move of a truth on facts leaves a state in which its instance was when closing began, or that it has entered since
  /// (language-2.md §7). The frame of the truth stands.
  func fits(_ move: CheckedMove, _ compiled: CompiledMove, _ evaluator: Evaluator) -> Bool {
    let present = evaluator.cell(compiled.test)
    if present.isTrue || present.isMissing || closingMoves.isEmpty { return present.isTrue }
    var key: [Cell] = []
    for expression in compiled.keys {
      guard let cell = production.store.symbols.findCell(of: evaluator.value(expression)) else { return false }
      key.append(cell)
    }
    return closingMoves.leaves(ClosingMoves.Instance(lifecycle: move.key.lifecycle, key: key), move) ?? false
  }
}
