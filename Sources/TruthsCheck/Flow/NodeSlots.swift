import TruthsText

extension Node {
  /// The same node with other slots; `nil` where a slot has no counterpart, or the node binds variables of its own.
  func withSlots(_ slot: (Int) -> Int?) -> Node? {
    func pair(_ left: Node, _ right: Node, _ make: (Node, Node) -> Node) -> Node? {
      guard let left = left.withSlots(slot), let right = right.withSlots(slot) else { return nil }
      return make(left, right)
    }
    func all(_ nodes: [Node]) -> [Node]? {
      let moved = nodes.compactMap { $0.withSlots(slot) }
      return moved.count == nodes.count ? moved : nil
    }
    func key(_ key: FactKey) -> FactKey? {
      all(key.keys).map { FactKey(fact: key.fact, keys: $0, keyLabels: key.keyLabels) }
    }
    switch self {
    case .constant, .policy, .builtin: return self
    case .slot(let index): return slot(index).map(Node.slot)
    case .field(let base, let index): return base.withSlots(slot).map { .field($0, index) }
    case .entry(let base, let field): return base.withSlots(slot).map { .entry($0, field) }
    case .present(let fact): return key(fact).map(Node.present)
    case .lookUp(let fact, let field): return key(fact).map { .lookUp($0, field: field) }
    case .lookUpExists(let fact, let field): return key(fact).map { .lookUpExists($0, field: field) }
    case .state(let key):
      return all(key.keys).map { .state(LifecycleKey(lifecycle: key.lifecycle, keys: $0, keyLabels: key.keyLabels)) }
    case .table(let index, let arguments): return all(arguments).map { .table(index, $0) }
    case .not(let inner): return inner.withSlots(slot).map(Node.not)
    case .negate(let inner): return inner.withSlots(slot).map(Node.negate)
    case .exists(let inner): return inner.withSlots(slot).map(Node.exists)
    case .isEmpty(let inner): return inner.withSlots(slot).map(Node.isEmpty)
    case .and(let left, let right): return pair(left, right, Node.and)
    case .or(let left, let right): return pair(left, right, Node.or)
    case .implies(let left, let right): return pair(left, right, Node.implies)
    case .compare(let comparison, let left, let right): return pair(left, right) { .compare(comparison, $0, $1) }
    case .isIn(let left, let right): return pair(left, right, Node.isIn)
    case .contains(let left, let right): return pair(left, right, Node.contains)
    case .like(let left, let right): return pair(left, right, Node.like)
    case .arithmetic(let operation, let left, let right): return pair(left, right) { .arithmetic(operation, $0, $1) }
    case .call(let function, let arguments): return all(arguments).map { .call(function, $0) }
    case .list(let elements): return all(elements).map(Node.list)
    case .text, .record, .quantified, .aggregate: return nil
    }
  }
}

extension Atom {
  /// The same with other slots; `nil` where one has no counterpart.
  func withSlots(_ slot: (Int) -> Int?) -> Atom? {
    switch self {
    case .value(let node): return node.withSlots(slot).map(Atom.value)
    case .nonZero(let node): return node.withSlots(slot).map(Atom.nonZero)
    case .nonEmpty(let node): return node.withSlots(slot).map(Atom.nonEmpty)
    case .element(let list, let path):
      let inElement = { (index: Int) in index == Atom.elementSlot ? index : slot(index) }
      guard let list = list.withSlots(slot), let path = path.withSlots(inElement) else { return nil }
      return .element(of: list, path: path)
    }
  }
}
