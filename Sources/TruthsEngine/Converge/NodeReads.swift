import TruthsCheck

/// What expressions read beside the frame.
struct NodeReads: Sendable {
  /// Indices in ``Program/facts``.
  private(set) var facts: Set<Int> = []
  /// Indices in ``Program/lifecycles``.
  private(set) var lifecycles: Set<Int> = []
  private(set) var hasPolicies = false
  /// Whether the moment, the actor or the proposal is read: what differs from run to run on the same facts.
  private(set) var hasEnvironment = false

  mutating func add(_ node: Node?) {
    guard let node else { return }
    switch node {
    case .policy: hasPolicies = true
    case .builtin: hasEnvironment = true
    case .present(let key), .lookUp(let key, _), .lookUpExists(let key, _): facts.insert(key.fact)
    case .state(let key): lifecycles.insert(key.lifecycle)
    case .table: hasPolicies = true
    case .quantified(let quantified): add(quantified.loop.source)
    case .aggregate(let aggregate): for loop in aggregate.loops { add(loop.source) }
    default: break
    }
    for child in node.children { add(child) }
  }

  private mutating func add(_ source: SourceNode) {
    switch source {
    case .list: break
    case .facts(let fact): facts.insert(fact)
    case .instances(let lifecycle): lifecycles.insert(lifecycle)
    }
  }

  mutating func add(_ clauses: [CheckedClause]) {
    for clause in clauses {
      add(clause.test)
      add(clause.reason)
    }
  }

  mutating func add(_ outputs: [CheckedOutput]) {
    for output in outputs {
      if let loop = output.loop {
        add(loop.source)
        if case .list(let list) = loop.source { add(list) }
      }
      add(output.filter)
      for field in output.fields { add(field) }
    }
  }

  /// What decides whether a truth fires.
  mutating func addFiring(of truth: CheckedTruth) {
    add(truth.condition?.test)
    for binding in truth.lets { add(binding.node) }
    for move in truth.moves { add(move.clause.test) }
  }
}

extension Node {
  /// The expressions directly inside this one.
  var children: [Node] {
    switch self {
    case .constant, .slot, .policy, .builtin: []
    case .field(let base, _), .entry(let base, _), .not(let base), .negate(let base), .exists(let base), .isEmpty(let base):
      [base]
    case .present(let key), .lookUp(let key, _), .lookUpExists(let key, _): key.keys
    case .state(let key): key.keys
    case .and(let left, let right), .or(let left, let right), .implies(let left, let right), .compare(_, let left, let right),
      .isIn(let left, let right), .contains(let left, let right), .like(let left, let right), .arithmetic(_, let left, let right):
      [left, right]
    case .call(_, let nodes), .table(_, let nodes), .list(let nodes), .record(_, let nodes): nodes
    case .text(let parts): parts.compactMap { if case .value(let node) = $0 { node } else { nil } }
    case .quantified(let node): [node.loop.source.list, node.filter, node.body].compactMap(\.self)
    case .aggregate(let node):
      node.loops.compactMap(\.source.list) + [node.value, node.filter].compactMap(\.self) + node.order.map(\.value)
    }
  }
}

extension SourceNode {
  /// The list that it is, where it is one.
  fileprivate var list: Node? {
    if case .list(let node) = self { return node }
    return nil
  }
}
