/// The reads of expressions outside the frame, including the reads of the functions that they call.
package struct NodeReads: Sendable {
  /// Indices in ``Program/facts``.
  package private(set) var facts: Set<Int> = []
  /// Indices in ``Program/lifecycles``.
  package private(set) var lifecycles: Set<Int> = []
  /// Whether policies may be read.
  package private(set) var hasPolicies = false
  /// The moment, the actor and members of the proposal that are read, which differ between runs on the same facts.
  package private(set) var builtins: Set<Builtin> = []
  private let tables: [CheckedTable]
  private let factTypes: [FactType]
  private let lifecycleTypes: [LifecycleType]
  private var seenTables: Set<Int> = []

  /// Creates an empty collection of reads.
  package init(_ program: Program) {
    (tables, factTypes, lifecycleTypes) = (program.tables, program.facts, program.lifecycles)
  }

  /// Whether the expressions depend on the moment, the actor or the proposal.
  package var hasEnvironment: Bool { !builtins.isEmpty }

  package var readsMoment: Bool { builtins.contains(.now) }

  /// The views among `facts`.
  package var views: Set<Int> { facts.filter { factTypes[$0].isDerived } }

  /// The fact types, including the histories of `lifecycles`.
  package var types: Set<Int> { facts.union(lifecycles.map { lifecycleTypes[$0].history }) }

  package mutating func add(_ node: Node?) {
    node?.forEachRead { read in
      switch read {
      case .policy: hasPolicies = true
      case .builtin(let builtin): builtins.insert(builtin)
      case .fact(let key): facts.insert(key.fact)
      case .state(let key): lifecycles.insert(key.lifecycle)
      case .table(let index, _): add(table: index)
      case .elements(let loop): add(loop.source)
      case .slot, .entry, .old: break
      }
    }
  }

  /// Adds the reads of a table or function. A table reads policies at most, a function what its expressions read.
  private mutating func add(table index: Int) {
    hasPolicies = true
    guard tables[index].readsContext, seenTables.insert(index).inserted else { return }
    for node in tables[index].nodes { add(node) }
  }

  private mutating func add(_ source: SourceNode) {
    switch source {
    case .list: break
    case .facts(let fact): facts.insert(fact)
    case .instances(let lifecycle): lifecycles.insert(lifecycle)
    }
  }

  package mutating func add(_ nodes: [Node]) { for node in nodes { add(node) } }

  /// Adds the reads of the tests, reasons and people of clauses.
  package mutating func add(_ clauses: [CheckedClause]) { for clause in clauses { add(clause.nodes) } }

  package mutating func add(_ outputs: [CheckedOutput]) {
    for output in outputs {
      if let loop = output.loop { add(loop.source) }
      add(output.nodes)
    }
  }
}
