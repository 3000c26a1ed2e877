import TruthsCheck

extension CodeWriter {
  /// A quantifier. `some` is Kleene's or of (where and body), `every` Kleene's and of (not where, or body), `no` is not
  /// `some`; the register of its variable keeps the element that settled it.
  mutating func write(_ node: QuantifiedNode, to target: Int) {
    let result = push()
    let isSome = node.quantifier == .some
    emit(.move, to: result, constant(.boolean(!isSome)))
    let loop = beginLoop(node.loop, to: result)
    let head = here
    emit(.next, to: 0, .register(node.loop.slot), .number(loop))
    let body = node.quantifier == .every ? Node.not(node.body) : node.body
    scoped { writer in
      let answer = writer.operand(node.filter.map { .and($0, body) } ?? body)
      writer.emit(.settle, to: result, answer, .number(head), flag: isSome)
    }
    land(head)
    weigh(loopAt: head)
    loopDepth -= 1
    emit(.move, to: target, .register(result))
  }

  /// Opens a loop. Where its list is missing that goes to a register, and nothing is gone through.
  ///
  /// - Returns: the loop's number.
  private mutating func beginLoop(_ loop: LoopNode, to target: Int) -> Int {
    let number = loopDepth
    loopDepth += 1
    scoped { writer in
      switch loop.source {
      case .list(let node):
        writer.emit(slow: .beginLoop(number, .list), to: target, from: writer.writeRow([node]))
      case .facts(let type): writer.emit(slow: .beginLoop(number, .facts(type)), to: target, from: 0)
      case .instances(let lifecycle): writer.emit(slow: .beginLoop(number, .instances(lifecycle)), to: target, from: 0)
      }
    }
    return number
  }

  /// An aggregate: missing over a missing list, with an unknown `where`, or where an element's value or key is missing.
  mutating func write(_ node: AggregateNode, to target: Int) {
    let number = aggregateDepth
    let result = push()
    var exits: [Int] = []
    aggregateDepth += 1
    emit(.move, to: result, constant(.boolean(true)))
    emit(slow: .beginAggregate(number, node.function), to: result, from: 0)
    var heads: [Int] = []
    for loop in node.loops {
      let place = beginLoop(loop, to: result)
      exits.append(emitJump(.jumpIfMissing, .register(result)))
      heads.append(here)
      emit(.next, to: 0, .register(loop.slot), .number(place))
    }
    scoped { $0.writeElement(node, number, to: result, again: heads.last ?? 0, &exits) }
    if let inner = heads.last { emit(.jump, to: inner) }
    for (outer, head) in zip(heads, heads.dropFirst()) { lead(jump: head, to: outer) }
    if let outer = heads.first { land(outer) }
    for head in heads { weigh(loopAt: head) }
    let order = node.order.map(\.isDescending)
    emit(slow: .endAggregate(number, descending: order), to: result, from: 0)
    for exit in exits { land(exit) }
    loopDepth -= node.loops.count
    aggregateDepth -= 1
    emit(.move, to: target, .register(result))
  }

  /// One element of an aggregate: whether it is wanted, its value, its keys.
  private mutating func writeElement(
    _ node: AggregateNode, _ number: Int, to result: Int, again: Int, _ exits: inout [Int]
  ) {
    if let filter = node.filter {
      write(filter, to: result)
      exits.append(emitJump(.jumpIfMissing, .register(result)))
      emit(.jumpIfFalse, to: again, .register(result))
    }
    let parts = node.value.map { [$0] + node.order.map(\.value) } ?? []
    let base = push(parts.count)
    for (place, part) in parts.enumerated() {
      write(part, to: result)
      exits.append(emitJump(.jumpIfMissing, .register(result)))
      emit(.move, to: base + place, .register(result))
    }
    emit(slow: .take(number, hasValue: node.value != nil, keys: max(0, parts.count - 1)), to: result, from: base)
  }
}
