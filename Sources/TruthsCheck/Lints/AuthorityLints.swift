import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Finds authorities (`authority.held`) with unsafe origins (approvals §7): approvals, which need authorities themselves, and
/// facts that any user may bring in.
struct AuthorityPass: CheckPass {
  let session: CheckSession
  let bodies: CheckedBodies

  func run() {
    guard let authority = program.facts.firstIndex(where: { $0.name == ConvergePack.authority && $0.isBuiltIn }) else { return }
    var pending = makers(of: authority)
    var seen = Set(pending)
    var matched: [(fact: Int, span: Span)] = []
    while let index = pending.popLast() {
      for (subject, span) in reads(bodies.truths[index]) {
        guard case .fact(let fact) = subject else { continue }
        let type = program.facts[fact]
        if type.isBuiltIn, ConvergePack.approvalFacts.contains(type.name) {
          report(AuthorityOfApprovals.finding(type.name, truth: bodies.truths[index].id, at: span))
        }
        for maker in makers(of: fact) where seen.insert(maker).inserted { pending.append(maker) }
      }
      for match in bodies.truths[index].checker.trigger.matches { matched.append((match.fact, match.syntax.span)) }
    }
    for (fact, span) in matched.sorted(by: { $0.span < $1.span }) {
      if let how = howAnyoneBringsIn(fact) { report(SelfMadeAuthority.finding(program.facts[fact].name, how: how, at: span)) }
    }
  }

  /// Returns the truths on facts that make a type.
  private func makers(of fact: Int) -> [Int] {
    bodies.truths.indices.filter { place in
      let truth = bodies.truths[place].checked
      return !truth.matches.isEmpty && DependencyGraph.subjects(madeBy: truth, program).contains(.fact(fact))
    }
  }

  /// Returns the subjects that a truth on facts reads, with the first place that does, in order of place.
  private func reads(_ truth: TruthBody) -> [(ContextSubject, Span)] {
    let reads = DependencyReads(of: truth, program.tables)
    var first: [ContextSubject: Span] = reads.positive
    for (subject, span) in reads.negative { first[subject] = min(first[subject] ?? span, span) }
    return first.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { ($0.key, $0.value) }
  }

  /// Returns how any user may bring in a fact: from outside, or by an intent whose truths do not check the proposer. `nil` if
  /// neither is possible.
  private func howAnyoneBringsIn(_ fact: Int) -> String? {
    let type = program.facts[fact]
    if let arrival = type.arrival, arrival.takes(type: "user", roles: []) { return "any user may bring it in from outside" }
    for truth in program.truths where truth.outputs.contains(where: { $0.fact == fact }) {
      for intent in truth.intents where !asksWhoProposes(intent) {
        return "anyone may make it with `\(program.intents[intent].name)`, whose truths do not read `actor`"
      }
    }
    return nil
  }

  private func asksWhoProposes(_ intent: Int) -> Bool {
    let truths = program.truths.filter { $0.intents.contains(intent) }
    let invariants = program.invariants.filter { invariant in
      if case .intents(let intents) = invariant.applies { return intents.contains(intent) }
      return invariant.applies == .all
    }
    let clauses = truths.flatMap { $0.requires + $0.invariants } + invariants.map(\.clause)
    let nodes = clauses.map(\.test) + truths.flatMap { [$0.condition?.test].compactMap(\.self) + $0.lets.map(\.node) }
    return nodes.contains(where: \.readsActor)
  }
}

extension Node {
  fileprivate var readsActor: Bool {
    if case .builtin(let builtin) = self { return builtin.isOfActor }
    return children.contains(where: \.readsActor)
  }
}
