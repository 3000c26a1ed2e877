import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The truths' reads for proposals of one intent: whether a dry run decides, and after which entries its result may change.
struct AuthorityReads: Sendable {
  /// The lifetime of a cached verdict.
  private enum Lifetime: Hashable {
    /// The verdict is not cached, because it depends on the moment, or on the proposal's own id.
    case none
    /// The verdict is valid until an entry of one of these fact types arrives.
    case untilFacts(Set<Text>)
    /// The verdict is valid until any fact arrives, because the truths produce facts, from which others may be derived.
    case untilAnyFact
  }

  /// Whether a truth or invariant of the set names the intent; then a dry run decides instead of the default.
  let isGoverned: Bool
  private let lifetime: Lifetime
  private let readsDecisions: Bool

  /// Analyses the truths and invariants that apply to an intent.
  ///
  /// - Complexity: O(truths) plus the nodes of those that apply.
  ///
  /// - Parameter action: an intent of pack `converge`.
  init(of action: String, _ program: Program) {
    let intents = Set(program.intents.indices.filter { program.intents[$0].isBuiltIn && program.intents[$0].name == action })
    let truths = program.truths.filter { !$0.isBuiltIn && !intents.isDisjoint(with: $0.intents) }
    let isNamed = program.invariants.contains {
      if case .intents(let places) = $0.applies { !intents.isDisjoint(with: places) } else { false }
    }
    isGoverned = !truths.isEmpty || isNamed
    var collector = GoverningReads(program)
    for truth in truths { collector.add(truth) }
    for invariant in program.invariants where invariant.applies(toAnyOf: intents) { collector.add(invariant.clause.nodes) }
    collector.follow()
    let makesFacts = truths.contains { !$0.outputs.isEmpty || !$0.moves.isEmpty }
    if collector.dependsOnProposal {
      lifetime = .none
    } else {
      lifetime = makesFacts ? .untilAnyFact : .untilFacts(collector.names)
    }
    readsDecisions = collector.readsDecisions
  }

  /// Whether a verdict may be cached.
  var isLasting: Bool { lifetime != .none }

  /// Whether an entry may make a cached verdict wrong.
  func areChanged(by entry: Entry) -> Bool {
    if entry.type == .decision { return readsDecisions }
    guard entry.type == .fact, let type = entry.payload.text("type") else { return false }
    switch lifetime {
    case .none, .untilAnyFact: return true
    case .untilFacts(let types): return types.contains(Text(type)) || type == BuiltInFact.truthsAdopted.rawValue
    }
  }
}

/// Collects the reads of truths and, transitively, of the truths on facts that produce the facts read.
private struct GoverningReads {
  private let program: Program
  private var reads: NodeReads
  private var matched: Set<Int> = []
  /// Indices of the truths on facts whose reads were added.
  private var followed: Set<Int> = []

  init(_ program: Program) {
    self.program = program
    reads = NodeReads(program)
  }

  mutating func add(_ truth: CheckedTruth) {
    add(truth.firingNodes + truth.clauses.flatMap(\.nodes) + truth.moves.flatMap(\.key.keys))
    reads.add(truth.outputs)
    matched.formUnion(truth.matches.map(\.fact))
  }

  mutating func add(_ nodes: [Node]) {
    reads.add(nodes)
    var before: [Node] = []
    for node in nodes { node.forEachRead { if case .old(let old) = $0 { before += old.nodes } } }
    if !before.isEmpty { add(before) }
  }

  /// Adds what the truths on facts read that produce the facts read so far, including views, because that may depend on the
  /// moment.
  mutating func follow() {
    var isStable = false
    while !isStable {
      isStable = true
      let types = types
      for (place, truth) in program.truths.enumerated() where !truth.matches.isEmpty && !followed.contains(place) {
        let made = truth.outputs.map(\.fact) + truth.moves.map { program.lifecycles[$0.key.lifecycle].history }
        guard made.contains(where: types.contains) else { continue }
        followed.insert(place)
        add(truth)
        isStable = false
      }
    }
  }

  private var types: Set<Int> { reads.types.union(matched) }

  /// Whether two proposals of one actor with the same fields may get different verdicts.
  var dependsOnProposal: Bool { reads.readsMoment || reads.builtins.contains(.proposalID) }

  var readsDecisions: Bool { types.contains { program.facts[$0].name == ConvergePack.decisionMade } }

  /// Names of the fact types that are read.
  var names: Set<Text> {
    Set(types.map { Text(program.facts[$0].name) } + (reads.hasPolicies ? [Text(BuiltInFact.policySet.rawValue)] : []))
  }
}

extension CheckedInvariant {
  /// Whether the invariant is checked for proposals of one of these intents, or on their results.
  fileprivate func applies(toAnyOf wanted: Set<Int>) -> Bool {
    switch applies {
    case .all, .state: true
    case .intents(let places): !wanted.isDisjoint(with: places)
    }
  }
}
