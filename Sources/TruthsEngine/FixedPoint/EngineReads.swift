package import TruthsProgram

/// What expressions read beside the frame.
package struct NodeReads: Sendable {
  /// Indices in ``Program/facts``.
  package private(set) var facts: Set<Int> = []
  /// Indices in ``Program/lifecycles``.
  package private(set) var lifecycles: Set<Int> = []
  private(set) var hasPolicies = false
  /// The moment, the actor and the proposal, as far as they are read: what differs from run to run on the same facts.
  private(set) var builtins: Set<Builtin> = []
  var hasEnvironment: Bool { !builtins.isEmpty }
  var readsMoment: Bool { builtins.contains(.now) }
  /// ``Program/tables``, whose insides belong to what calls them.
  private let tables: [CheckedTable]
  private var seenTables: Set<Int> = []

  package init(_ tables: [CheckedTable]) { self.tables = tables }

  package mutating func add(_ node: Node?) {
    guard let node else { return }
    switch node {
    case .policy: hasPolicies = true
    case .builtin(let builtin): builtins.insert(builtin)
    case .present(let key), .lookUp(let key, _), .lookUpExists(let key, _): facts.insert(key.fact)
    case .state(let key): lifecycles.insert(key.lifecycle)
    case .table(let index, _): add(table: index)
    case .quantified(let quantified): add(quantified.loop.source)
    case .aggregate(let aggregate): for loop in aggregate.loops { add(loop.source) }
    default: break
    }
    for child in node.children { add(child) }
  }

  /// A table reads policies at most; a function, what it says.
  private mutating func add(table index: Int) {
    hasPolicies = true
    guard tables[index].readsContext, seenTables.insert(index).inserted else { return }
    for binding in tables[index].lets { add(binding.node) }
    for row in tables[index].rows { add(row.value) }
  }

  private mutating func add(_ source: SourceNode) {
    switch source {
    case .list: break
    case .facts(let fact): facts.insert(fact)
    case .instances(let lifecycle): lifecycles.insert(lifecycle)
    }
  }

  package mutating func add(_ clauses: [CheckedClause]) {
    for clause in clauses {
      add(clause.test)
      add(clause.reason)
      for person in clause.people { add(person.node) }
    }
  }

  package mutating func add(_ outputs: [CheckedOutput]) {
    for output in outputs {
      if let loop = output.loop {
        add(loop.source)
        if case .list(let list) = loop.source { add(list) }
      }
      add(output.filter)
      for field in output.fields { add(field) }
    }
  }

  /// What the `old`s in a truth's `ensures` read; `nil` without one.
  static func remembered(by truth: CheckedTruth, _ tables: [CheckedTable]) -> NodeReads? {
    var found: NodeReads?
    var rest = truth.ensures.flatMap { [$0.test, $0.reason].compactMap(\.self) }
    while let node = rest.popLast() {
      if case .old(let old) = node {
        var reads = found ?? NodeReads(tables)
        for part in old.lets.map(\.node) + [old.body] { reads.add(part) }
        found = reads
      }
      rest += node.children
    }
    return found
  }

  /// Whether a program reads `decision.made`.
  fileprivate static func decisions(in program: Program) -> Bool {
    guard let type = program.facts.firstIndex(where: { $0.name == "decision.made" }) else { return false }
    var reads = NodeReads(program.tables)
    for truth in program.truths {
      if truth.matches.contains(where: { $0.fact == type }) { return true }
      reads.addFiring(of: truth)
      reads.add(truth.requires + truth.invariants + truth.moves.map(\.clause) + truth.ensures)
      reads.add(truth.outputs)
    }
    reads.add(program.invariants.map(\.clause))
    return reads.facts.contains(type)
  }

  /// What decides whether a truth fires.
  mutating func addFiring(of truth: CheckedTruth) {
    add(truth.condition?.test)
    for binding in truth.lets { add(binding.node) }
    for move in truth.moves { add(move.clause.test) }
  }
}

/// Which views each part of a program reads, and what decides about matches, worked out once.
struct EngineReads: Sendable {
  /// What decides whether the matches of a truth fire, beside the facts matched.
  struct Watch: Sendable {
    /// Indices in ``Program/facts``; views are none of them.
    var types: [Int]
    var hasViews: Bool
    var hasEnvironment: Bool
  }

  /// By index of the truth; only for those that read something.
  private(set) var watched: [Int: Watch] = [:]
  /// Views that a truth reads, by its index, apart from `ensures`.
  private var truths: [Int: Set<Int>] = [:]
  /// Views that the `ensures` of a truth read, by its index.
  private var ensures: [Int: Set<Int>] = [:]
  /// Views that the `old`s of a truth read, by its index, for each truth that has one.
  private var remembered: [Int: Set<Int>] = [:]
  /// By index of the invariant.
  private var invariants: [Int: Set<Int>] = [:]
  /// What a truth that makes views reads otherwise than by matching it, by its id: indices in ``Program/facts``.
  private(set) var viewReads: [String: Set<Int>] = [:]
  private let hasViews: Bool
  /// Views that tell who approves. They are read on the context before a run, also by what is read on its result.
  private(set) var approvers: Set<Int> = []
  /// Whether what a view says depends on the moment, so that it cannot be kept.
  private(set) var viewsReadMoment = false
  /// Whether anything reads `decision.made`.
  let readsDecisions: Bool

  init(_ program: Program) {
    readsDecisions = NodeReads.decisions(in: program)
    hasViews = program.truths.contains(where: \.isView)
    let policySet = program.facts.firstIndex { $0.name == "policy.set" }
    for (index, truth) in program.truths.enumerated() {
      if !truth.matches.isEmpty { watch(index, truth, program, policySet: policySet) }
      if let old = NodeReads.remembered(by: truth, program.tables) { remembered[index] = views(old.facts, program) ?? [] }
      guard hasViews else { continue }
      var reads = NodeReads(program.tables)
      reads.addFiring(of: truth)
      reads.add(truth.requires + truth.invariants)
      reads.add(truth.outputs)
      if truth.isView, reads.hasEnvironment { viewsReadMoment = true }
      if truth.isView { viewReads[truth.id] = reads.facts.union(reads.lifecycles.map { program.lifecycles[$0].history }) }
      truths[index] = views(reads.facts.union(truth.matches.map(\.fact)), program)
      var result = NodeReads(program.tables)
      result.add(truth.ensures)
      addApprovers(of: truth, program)
      if !truth.ensures.isEmpty { for binding in truth.lets { result.add(binding.node) } }
      ensures[index] = views(result.facts, program)
    }
    guard hasViews else { return }
    for (index, invariant) in program.invariants.enumerated() {
      var reads = NodeReads(program.tables)
      reads.add([invariant.clause])
      invariants[index] = views(reads.facts, program)
      if !invariant.clause.people.isEmpty, let views = invariants[index] { approvers.formUnion(views) }
    }
  }

  private mutating func watch(_ index: Int, _ truth: CheckedTruth, _ program: Program, policySet: Int?) {
    var reads = NodeReads(program.tables)
    reads.addFiring(of: truth)
    var types = reads.facts.filter { !program.facts[$0].isDerived }
    types.formUnion(reads.lifecycles.map { program.lifecycles[$0].history })
    if reads.hasPolicies, let policySet { types.insert(policySet) }
    let hasViews = reads.facts.contains { program.facts[$0].isDerived }
    guard !types.isEmpty || hasViews || reads.hasEnvironment else { return }
    watched[index] = Watch(types: types.sorted(), hasViews: hasViews, hasEnvironment: reads.hasEnvironment)
  }

  private mutating func addApprovers(of truth: CheckedTruth, _ program: Program) {
    let people = (truth.invariants + truth.ensures).flatMap(\.people)
    if people.isEmpty { return }
    var reads = NodeReads(program.tables)
    for person in people { reads.add(person.node) }
    for binding in truth.lets { reads.add(binding.node) }
    if let views = views(reads.facts, program) { approvers.formUnion(views) }
  }

  private func views(_ facts: Set<Int>, _ program: Program) -> Set<Int>? {
    let views = facts.filter { program.facts[$0].isDerived }
    return views.isEmpty ? nil : views
  }

  /// The views that the clauses of truths and invariants read before a run.
  func examining(_ plan: IntentPlan) -> Set<Int> {
    hasViews ? union(plan.truths.map(\.index), truths).union(union(plan.invariants.map(\.index), invariants)) : []
  }

  /// The views that what truths produce is worked out from.
  func producing(_ indices: [Int]) -> Set<Int> { hasViews ? union(indices, truths) : [] }

  /// The views that truths on facts read.
  func deriving(_ indices: [Int]) -> Set<Int> { hasViews ? union(indices, truths) : [] }

  /// The views that are read on the result of a run.
  func ensuring(_ truthIndices: [Int], _ invariantIndices: [Int]) -> Set<Int> {
    hasViews ? union(truthIndices, ensures).union(union(invariantIndices, invariants)) : []
  }

  /// The views that are read on the context before, for what must hold of the result; `nil` where nothing is.
  func remembering(_ truthIndices: [Int]) -> Set<Int>? {
    if remembered.isEmpty || !truthIndices.contains(where: { remembered[$0] != nil }) { return nil }
    return union(truthIndices, remembered)
  }

  private func union(_ indices: [Int], _ table: [Int: Set<Int>]) -> Set<Int> {
    indices.reduce(into: []) { if let views = table[$1] { $0.formUnion(views) } }
  }
}
