import TruthsCheck

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
  /// By index of the invariant.
  private var invariants: [Int: Set<Int>] = [:]
  /// What a truth that makes views reads otherwise than by matching it, by its id: indices in ``Program/facts``.
  private(set) var viewReads: [String: Set<Int>] = [:]
  private let hasViews: Bool
  /// Whether what a view says depends on the moment, so that it cannot be kept.
  private(set) var viewsReadMoment = false

  init(_ program: Program) {
    hasViews = program.facts.contains(where: \.isDerived)
    let policySet = program.facts.firstIndex { $0.name == "policy.set" }
    for (index, truth) in program.truths.enumerated() {
      if !truth.matches.isEmpty { watch(index, truth, program, policySet: policySet) }
      guard hasViews else { continue }
      var reads = NodeReads()
      reads.addFiring(of: truth)
      reads.add(truth.requires + truth.invariants)
      reads.add(truth.outputs)
      if truth.isView, reads.hasEnvironment { viewsReadMoment = true }
      if truth.isView { viewReads[truth.id] = reads.facts.union(reads.lifecycles.map { program.lifecycles[$0].history }) }
      truths[index] = views(reads.facts.union(truth.matches.map(\.fact)), program)
      var result = NodeReads()
      result.add(truth.ensures)
      if !truth.ensures.isEmpty { for binding in truth.lets { result.add(binding.node) } }
      ensures[index] = views(result.facts, program)
    }
    guard hasViews else { return }
    for (index, invariant) in program.invariants.enumerated() {
      var reads = NodeReads()
      reads.add([invariant.clause])
      invariants[index] = views(reads.facts, program)
    }
  }

  private mutating func watch(_ index: Int, _ truth: CheckedTruth, _ program: Program, policySet: Int?) {
    var reads = NodeReads()
    reads.addFiring(of: truth)
    var types = reads.facts.filter { !program.facts[$0].isDerived }
    types.formUnion(reads.lifecycles.map { program.lifecycles[$0].history })
    if reads.hasPolicies, let policySet { types.insert(policySet) }
    let hasViews = reads.facts.contains { program.facts[$0].isDerived }
    guard !types.isEmpty || hasViews || reads.hasEnvironment else { return }
    watched[index] = Watch(types: types.sorted(), hasViews: hasViews, hasEnvironment: reads.hasEnvironment)
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

  private func union(_ indices: [Int], _ table: [Int: Set<Int>]) -> Set<Int> {
    indices.reduce(into: []) { if let views = table[$1] { $0.formUnion(views) } }
  }
}
