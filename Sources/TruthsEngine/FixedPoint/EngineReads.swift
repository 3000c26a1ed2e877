import TruthsProgram

/// The views that each part of a program reads, and the data that decides about matches; computed once.
struct EngineReads: Sendable {
  /// The data, other than the matched facts, that decides whether matches of a truth fire.
  struct Watch: Sendable {
    /// Indices in ``Program/facts``, without views.
    var types: [Int]
    var hasViews: Bool
    var hasEnvironment: Bool
  }

  /// The watched data of each truth on facts, by index of the truth; only truths that read such data have an entry.
  private(set) var watched: [Int: Watch] = [:]
  /// The views that a truth reads outside of `ensures`, by its index.
  private var truths: [Int: Set<Int>] = [:]
  /// The views that the `ensures` of a truth read, by its index.
  private var ensures: [Int: Set<Int>] = [:]
  /// The views that `old` expressions of a truth read, by its index; only truths with `old` have an entry.
  private var remembered: [Int: Set<Int>] = [:]
  /// The views that an invariant reads, by its index.
  private var invariants: [Int: Set<Int>] = [:]
  /// The fact types that a truth that makes views reads without matching them, by its id: indices in ``Program/facts``.
  private(set) var viewReads: [String: Set<Int>] = [:]
  private let hasViews: Bool
  /// The views that decide who approves. They are read on the context before a run, also for clauses on its result.
  private(set) var approvers: Set<Int> = []
  /// The views whose facts depend on the time, directly or through other views, so that they cannot be cached.
  private(set) var momentary: Set<Int> = []
  /// Whether any part of the program reads `decision.made`.
  let readsDecisions: Bool

  init(_ program: Program) {
    readsDecisions = Self.readsDecisions(program)
    hasViews = program.truths.contains(where: \.isView)
    let policySet = program.facts.firstIndex { $0.name == "policy.set" }
    for (index, truth) in program.truths.enumerated() {
      if !truth.matches.isEmpty { watch(index, truth, program, policySet: policySet) }
      if let old = Self.remembered(by: truth, program) { remembered[index] = old.views }
      guard hasViews else { continue }
      var reads = NodeReads(program)
      reads.add(truth.firingNodes)
      reads.add(truth.requires + truth.invariants)
      reads.add(truth.outputs)
      if truth.isView, reads.hasEnvironment { momentary.formUnion(truth.outputs.map(\.fact)) }
      if truth.isView { viewReads[truth.id] = reads.types }
      truths[index] = reads.views.union(truth.matches.map(\.fact).filter { program.facts[$0].isDerived })
      addApprovers(of: truth, program)
      if truth.ensures.isEmpty { continue }
      var result = NodeReads(program)
      result.add(truth.ensures)
      result.add(truth.lets.map(\.node))
      ensures[index] = result.views
    }
    guard hasViews else { return }
    spreadMomentary(program)
    for (index, invariant) in program.invariants.enumerated() {
      var reads = NodeReads(program)
      reads.add(invariant.clause.nodes)
      invariants[index] = reads.views
      if !invariant.clause.people.isEmpty { approvers.formUnion(reads.views) }
    }
  }

  /// Adds the views that are made from views that depend on the time.
  private mutating func spreadMomentary(_ program: Program) {
    var count = -1
    while count < momentary.count {
      count = momentary.count
      for (index, truth) in program.truths.enumerated() where truth.isView {
        if truths[index]?.isDisjoint(with: momentary) == false { momentary.formUnion(truth.outputs.map(\.fact)) }
      }
    }
  }

  private mutating func watch(_ index: Int, _ truth: CheckedTruth, _ program: Program, policySet: Int?) {
    var reads = NodeReads(program)
    reads.add(truth.firingNodes)
    let views = reads.views
    var types = reads.types.subtracting(views)
    if reads.hasPolicies, let policySet { types.insert(policySet) }
    guard !types.isEmpty || !views.isEmpty || reads.hasEnvironment else { return }
    watched[index] = Watch(types: types.sorted(), hasViews: !views.isEmpty, hasEnvironment: reads.hasEnvironment)
  }

  private mutating func addApprovers(of truth: CheckedTruth, _ program: Program) {
    let people = (truth.invariants + truth.ensures).flatMap(\.people)
    if people.isEmpty { return }
    var reads = NodeReads(program)
    reads.add(people.map(\.node) + truth.lets.map(\.node))
    approvers.formUnion(reads.views)
  }

  /// Returns the reads of `old` expressions in a truth's `ensures`; `nil` if none exist.
  private static func remembered(by truth: CheckedTruth, _ program: Program) -> NodeReads? {
    var remembered: NodeReads?
    for node in truth.ensures.flatMap({ [$0.test, $0.reason].compactMap(\.self) }) {
      node.forEachRead {
        guard case .old(let old) = $0 else { return }
        var reads = remembered ?? NodeReads(program)
        reads.add(old.nodes)
        remembered = reads
      }
    }
    return remembered
  }

  /// Returns whether a program reads `decision.made`.
  private static func readsDecisions(_ program: Program) -> Bool {
    guard let type = program.facts.firstIndex(where: { $0.name == "decision.made" }) else { return false }
    var reads = NodeReads(program)
    for truth in program.truths {
      if truth.matches.contains(where: { $0.fact == type }) { return true }
      reads.add(truth.firingNodes)
      reads.add(truth.clauses)
      reads.add(truth.outputs)
    }
    reads.add(program.invariants.map(\.clause))
    return reads.facts.contains(type)
  }

  /// Returns the views that the clauses of truths and invariants read before a run.
  func examining(_ plan: IntentPlan) -> Set<Int> {
    hasViews ? union(plan.truths.map(\.index), truths).union(union(plan.invariants.map(\.index), invariants)) : []
  }

  /// Returns the views that truths read for their outputs.
  func producing(_ indices: [Int]) -> Set<Int> { hasViews ? union(indices, truths) : [] }

  /// Returns the views that truths on facts read.
  func deriving(_ indices: [Int]) -> Set<Int> { hasViews ? union(indices, truths) : [] }

  /// Returns the views that clauses on the result of a run read.
  func ensuring(_ truthIndices: [Int], _ invariantIndices: [Int]) -> Set<Int> {
    hasViews ? union(truthIndices, ensures).union(union(invariantIndices, invariants)) : []
  }

  /// Returns the views that `old` reads on the context before a run; `nil` where no truth uses `old`.
  func remembering(_ truthIndices: [Int]) -> Set<Int>? {
    if remembered.isEmpty || !truthIndices.contains(where: { remembered[$0] != nil }) { return nil }
    return union(truthIndices, remembered)
  }

  private func union(_ indices: [Int], _ table: [Int: Set<Int>]) -> Set<Int> {
    indices.reduce(into: []) { if let views = table[$1] { $0.formUnion(views) } }
  }
}
