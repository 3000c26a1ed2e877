import TruthsDiagnostics
import TruthsText

extension CheckSession {
  /// Steps for all questions of a check; a large set that is not contrived takes a fraction of it.
  private static let steps = 40_000_000
  /// Invariants for all intents are decided beside those of each intent up to this number.
  private static let sharedLimit = 16

  /// Finds clauses that contradict each other, that are true of everything or nothing, that follow from others, and that draw
  /// different consequences (language.md §9).
  ///
  /// All is decided side by side, each with steps of its own. Where that took more than all may take together, it is decided once
  /// more, one after another, until the steps are spent.
  func decideClauses() {
    noteDerivedFacts()
    var decisions = decisions(sharing: nil)
    if decisions.steps > Self.steps { decisions = self.decisions(sharing: Effort(total: Self.steps)) }
    var seen: Set<Diagnostic> = []
    proofs = decisions.ofClauses.flatMap(\.proofs).filter { seen.insert($0.diagnostic).inserted }
    for decision in decisions.ofTables {
      if let needed = decision.plain { report(needed) }
      proofs += decision.proofs
    }
    report(proofs.map(\.diagnostic))
  }

  /// Any witness may depend on which facts follow from others; where these are other ones, nothing that was decided stands.
  private func noteDerivedFacts() {
    var derived: Set<Int> = []
    for truth in truthBodies where !truth.checked.matches.isEmpty {
      for output in truth.checked.outputs { derived.insert(output.fact) }
      for move in truth.checked.moves { derived.insert(program.lifecycles[move.key.lifecycle].history) }
    }
    if derived == tables.derived { return }
    tables.derived = derived
    for group in groups { group?.decision = nil }
    for truth in truthBodies { truth.decision = nil }
    for invariant in invariantBodies { invariant.decision = nil }
    for table in tableBodies { table.decision = nil }
  }

  /// What was decided, in a fixed order.
  private struct Decisions {
    var ofClauses: [Decision] = []
    var ofTables: [Decision] = []

    var steps: Int { (ofClauses + ofTables).reduce(0) { $0 + $1.steps } }
  }

  /// - Parameter effort: the steps that are left for all; `nil` gives each its own, and goes on with what was decided before.
  private func decisions(sharing effort: Effort?) -> Decisions {
    let (tables, unread) = (tables, unreadTypes)
    func each<Item>(_ items: [Item], _ decide: (Item, ClauseDecider) -> Decision) -> [Decision] {
      if let effort { return items.map { decide($0, ClauseDecider(tables, unread: unread, effort, joins: false)) } }
      return Cores.map(items.count, stride: Self.stride) { place in
        decide(items[place], ClauseDecider(tables, unread: unread, Effort(total: Self.steps), joins: true))
      }
    }
    var shared = invariantBodies.filter { $0.checked.applies == .all }
    if shared.count > Self.sharedLimit { shared = [] }
    var result = Decisions()
    result.ofClauses = each(groups.compactMap(\.self)) { group, decider in
      if effort == nil, let known = group.decision, known.shared.elementsEqual(shared, by: { $0 === $1 }) { return known.found }
      let found = ClauseDecider.decision(group, shared, decider)
      group.decision = effort == nil ? (found, shared) : nil
      return found
    }
    let contradictory = result.ofClauses.reduce(into: Set<String>()) { $0.formUnion($1.contradictory) }
    result.ofClauses += each(truthBodies.filter { !$0.declared.isBuiltIn }) { truth, decider in
      self.decision(truth, isContradictory: contradictory.contains(truth.id), isKept: effort == nil, decider)
    }
    result.ofClauses += each(invariantBodies) { invariant, decider in
      if effort == nil, let known = invariant.decision { return known }
      let found = ClauseDecider.decision(invariant.checked, decider)
      invariant.decision = effort == nil ? found : nil
      return found
    }
    let whole = program.tables.indices.filter { declared.tables[$0].isWhole && !program.tables[$0].isFaulty }
    result.ofTables = each(whole) { index, decider in
      if effort == nil, let known = tableBodies[index].decision { return known }
      let found = ClauseDecider.decision(ofTable: index, decider)
      tableBodies[index].decision = effort == nil ? found : nil
      return found
    }
    return result
  }

  /// What is decided of a truth by itself; that of one which stands alone for its intent was decided with that.
  private func decision(_ truth: TruthBody, isContradictory: Bool, isKept: Bool, _ decider: ClauseDecider) -> Decision {
    if isKept {
      if let intent = truth.checked.intents.first, let proofs = groups[intent]?.decision?.found.ofTruth {
        return Decision(proofs: proofs)
      }
      if let known = truth.decision, truth.isDecidedContradictory == isContradictory { return known }
    }
    let found = ClauseDecider.decision(truth.checked, isContradictory: isContradictory, decider)
    truth.decision = isKept ? found : nil
    truth.isDecidedContradictory = isContradictory
    return found
  }

  /// Types that could not be read to their end: of their values nothing is said.
  private var unreadTypes: Set<ValueType> {
    var unread: Set<ValueType> = [.unknown]
    for (index, enumeration) in declared.enums.enumerated() where !enumeration.isWhole || program.enums[index].values.isEmpty {
      unread.insert(.enumeration(index))
    }
    for (index, record) in declared.records.enumerated() where !record.isWhole { unread.insert(.record(index)) }
    for (index, fact) in declared.facts.enumerated() where !fact.isWhole { unread.insert(.fact(index)) }
    return unread
  }
}
