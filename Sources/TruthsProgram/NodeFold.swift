/// A single read by an expression itself, not by its subexpressions.
package enum NodeRead {
  /// A slot of the frame: a field of the trigger, a matched fact, a `let` or a variable.
  case slot(Int)
  /// Index in ``Program/policies``.
  case policy(Int)
  /// The moment, or a member of the proposal or its actor.
  case builtin(Builtin)
  /// A member of a fact's entry: who recorded it, when, and by which truth.
  case entry(EntryField, of: Node)
  /// A fact by its type and key; for a derived type, a fact of the view.
  case fact(FactKey)
  /// The state of an instance of a lifecycle.
  case state(LifecycleKey)
  /// The elements of one loop.
  case elements(NodeLoop)
  /// A table or function, by its index in `Program.tables`; its own reads are not included.
  case table(Int, arguments: [Node])
  /// A read on the context before the run; the traversal continues in its body.
  case old(OldNode)
}

/// A single loop of a quantifier or aggregate.
package enum NodeLoop {
  case quantified(QuantifiedNode)
  /// A loop of an aggregate, by its index.
  case aggregate(AggregateNode, Int)

  private var node: LoopNode {
    switch self {
    case .quantified(let quantified): quantified.loop
    case .aggregate(let aggregate, let place): aggregate.loops[place]
    }
  }

  package var source: SourceNode { node.source }

  /// The slot of the loop variable.
  package var slot: Int { node.slot }

  /// The access path to the elements, if there is one.
  package var path: AccessPath? {
    switch self {
    case .quantified(let quantified): AccessPath(quantified)
    case .aggregate(let aggregate, let place): AccessPath(aggregate, loop: place)
    }
  }
}

extension Node {
  /// Calls a function for every read of the expression: outer expressions before inner ones, then from left to right.
  ///
  /// - Parameters:
  ///   - isEntered: whether a node is visited, with everything inside it.
  ///   - tell: called once for each place that reads something.
  package func forEachRead(where isEntered: (Node) -> Bool = { _ in true }, _ tell: (NodeRead) -> Void) {
    forEachNode(where: isEntered) { $0.forEachOwnRead(tell) }
  }

  /// Visits the expression and every expression inside it once: outer expressions before inner ones, then from left to right.
  ///
  /// - Parameter isEntered: whether a node is visited, with everything inside it.
  package func forEachNode(where isEntered: (Node) -> Bool = { _ in true }, _ visit: (Node) -> Void) {
    guard isEntered(self) else { return }
    visit(self)
    for child in children { child.forEachNode(where: isEntered, visit) }
  }

  /// Calls a function for each read of the node itself.
  package func forEachOwnRead(_ tell: (NodeRead) -> Void) {
    switch self {
    case .slot(let slot): tell(.slot(slot))
    case .policy(let policy): tell(.policy(policy))
    case .builtin(let builtin): tell(.builtin(builtin))
    case .entry(let base, let field): tell(.entry(field, of: base))
    case .present(let key), .lookUp(let key, _), .lookUpExists(let key, _): tell(.fact(key))
    case .state(let key): tell(.state(key))
    case .table(let index, let arguments): tell(.table(index, arguments: arguments))
    case .quantified(let quantified): tell(.elements(.quantified(quantified)))
    case .aggregate(let aggregate): for place in aggregate.loops.indices { tell(.elements(.aggregate(aggregate, place))) }
    case .old(let old): tell(.old(old))
    case .constant, .field, .amount, .not, .and, .or, .implies, .compare, .isIn, .contains, .like, .matches, .arithmetic, .negate,
      .exists, .isEmpty, .call, .list, .text, .record, .made, .conditional, .coalesce:
      break
    }
  }

  /// The expressions directly inside this one, from left to right.
  package var children: [Node] {
    switch self {
    case .constant, .slot, .policy, .builtin: []
    case .amount(let amount, _): [amount] + (amount.whole.isSlot ? [currency].compactMap(\.self) : [])
    case .old(let old): [old.body]
    case .field(let base, _), .entry(let base, _), .matches(let base, _, _), .not(let base), .negate(let base), .exists(let base),
      .isEmpty(let base):
      [base]
    case .present(let key), .lookUp(let key, _), .lookUpExists(let key, _): key.keys
    case .state(let key): key.keys
    case .and(let left, let right), .or(let left, let right), .implies(let left, let right), .compare(_, let left, let right),
      .isIn(let left, let right), .contains(let left, let right), .like(let left, let right), .arithmetic(_, let left, let right):
      [left, right]
    case .conditional(let condition, let consequence, let alternative): [condition, consequence, alternative]
    case .call(_, let nodes), .table(_, let nodes), .list(let nodes), .record(_, let nodes), .coalesce(let nodes): nodes
    case .made(let record): [record.base].compactMap(\.self) + record.values
    case .text(let parts): parts.compactMap { if case .value(let node) = $0 { node } else { nil } }
    case .quantified(let node): [node.loop.source.list, node.filter, node.body].compactMap(\.self)
    case .aggregate(let node):
      node.loops.compactMap(\.source.list) + [node.value, node.filter].compactMap(\.self) + node.order.map(\.value)
    }
  }

  /// The slots of the frame that the expression reads, and the slots of the variables that it binds.
  package var slots: (read: Set<Int>, bound: Set<Int>) {
    var (read, bound) = (Set<Int>(), Set<Int>())
    forEachNode {
      switch $0 {
      case .slot(let slot): read.insert(slot)
      case .quantified(let quantified): bound.insert(quantified.loop.slot)
      case .aggregate(let aggregate): bound.formUnion(aggregate.loops.map(\.slot))
      default: break
      }
    }
    return (read, bound)
  }
}
