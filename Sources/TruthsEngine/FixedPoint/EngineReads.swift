import TruthsProgram

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
      if truth.isView, reads.hasEnvironment { viewsReadMoment = true }
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
    for (index, invariant) in program.invariants.enumerated() {
      var reads = NodeReads(program)
      reads.add(invariant.clause.nodes)
      invariants[index] = reads.views
      if !invariant.clause.people.isEmpty { approvers.formUnion(reads.views) }
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

  /// What the `old`s in a truth's `ensures` read; `nil` without one.
  private static func remembered(by truth: CheckedTruth, _ program: Program) -> NodeReads? {
    var found: NodeReads?
    for node in truth.ensures.flatMap({ [$0.test, $0.reason].compactMap(\.self) }) {
      node.forEachRead {
        guard case .old(let old) = $0 else { return }
        var reads = found ?? NodeReads(program)
        reads.add(old.nodes)
        found = reads
      }
    }
    return found
  }

  /// Whether a program reads `decision.made`.
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
