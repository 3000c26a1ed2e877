import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// What decides about proposals of an intent, and the entries after which a dry run of them may come out differently.
struct AuthorityReads: Sendable {
  /// How long a verdict stays right.
  private enum Lifetime: Hashable {
    /// It depends on the moment, or on the proposal's own id.
    case none
    /// Until an entry of one of these types of facts arrives.
    case untilFacts(Set<Text>)
    /// Until any fact arrives: the truths make facts, from which others may follow.
    case untilAnyFact
  }

  /// Whether a truth or invariant of the set names the intent, so that a dry run decides and no default.
  let isGoverned: Bool
  private let lifetime: Lifetime
  private let readsDecisions: Bool

  /// - Complexity: O(truths), and what those read that apply to the intent.
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

  /// Whether a verdict may be kept.
  var isLasting: Bool { lifetime != .none }

  /// Whether a verdict that was kept may be wrong after an entry.
  func areChanged(by entry: Entry) -> Bool {
    if entry.type == .decision { return readsDecisions }
    guard entry.type == .fact, let type = entry.payload.text("type") else { return false }
    switch lifetime {
    case .none, .untilAnyFact: return true
    case .untilFacts(let types): return types.contains(Text(type)) || type == BuiltInFact.truthsAdopted.rawValue
    }
  }
}

/// Collects what truths read, and what the truths on facts read that make those facts.
private struct GoverningReads {
  private let program: Program
  private var reads: NodeReads
  private var matched: Set<Int> = []
  /// Truths on facts that have been followed.
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

  /// Adds the truths on facts that make what is read, views among them: they may depend on the moment.
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

  /// Whether it is another thing from proposal to proposal of one actor with the same fields.
  var dependsOnProposal: Bool { reads.readsMoment || reads.builtins.contains(.proposalID) }

  var readsDecisions: Bool { types.contains { program.facts[$0].name == ConvergePack.decisionMade } }

  /// The names of the types.
  var names: Set<Text> {
    Set(types.map { Text(program.facts[$0].name) } + (reads.hasPolicies ? [Text(BuiltInFact.policySet.rawValue)] : []))
  }
}

extension CheckedInvariant {
  /// Whether it is read for a proposal of one of some intents, or on its result.
  fileprivate func applies(toAnyOf wanted: Set<Int>) -> Bool {
    switch applies {
    case .all, .state: true
    case .intents(let places): !wanted.isDisjoint(with: places)
    }
  }
}
