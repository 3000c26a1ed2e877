import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Check of truths on facts that depend on decisions (runs §11).
extension ConvergencePass {
  /// Reports truths on facts that make entries and also read decisions, or a view of decisions.
  func checkDecisionReads() {
    guard let decisions = program.facts.firstIndex(where: { $0.isBuiltIn && $0.name == ConvergePack.decisionMade }) else {
      return
    }
    if session.usage.readFacts[decisions] == nil { return }
    let onFacts = truthBodies.filter { !$0.checked.matches.isEmpty }
    let readings = onFacts.map { factsRead(by: $0) }
    var tainted: Set<Int> = [decisions]
    var count = 0
    while tainted.count != count {
      count = tainted.count
      for (truth, reads) in zip(onFacts, readings)
      where truth.checked.isView && reads.contains(where: { tainted.contains($0.key) }) {
        tainted.formUnion(truth.checked.outputs.map(\.fact))
      }
    }
    for (truth, reads) in zip(onFacts, readings) where !truth.checked.isView {
      let found = reads.filter { tainted.contains($0.key) }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
      guard let first = found.first else { continue }
      report(DecisionsReadByFacts.finding(program.facts[first.key].name, isView: first.key != decisions, at: first.value))
    }
  }

  /// Returns the fact types that a truth reads in any way, `ensures` included, with the first place that does.
  private func factsRead(by truth: TruthBody) -> [Int: Span] {
    let own = DependencyReads(of: truth, program.tables)
    var reads = own.positive.merging(own.negative) { min($0, $1) }
    for clause in truth.ensures {
      for part in [clause.test, clause.reason] {
        guard let part else { continue }
        reads.merge(DependencyReads(of: part, truth.checker.letFacts, program.tables, isPositive: false).negative) { min($0, $1) }
      }
    }
    var facts: [Int: Span] = [:]
    for case (.fact(let fact), let span) in reads { facts[fact] = span }
    return facts
  }
}
