import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Finds clauses of a truth that its other clauses imply, and approvals that other clauses make useless.
struct Implications {
  let encoding: ClauseEncoder
  let items: TruthItems
  let body: TruthBody
  private(set) var proofs: [Proof] = []

  /// Limit of clauses that are compared with each other.
  private static let groupLimit = 200

  init(_ encoding: ClauseEncoder, _ items: TruthItems, of body: TruthBody) {
    self.encoding = encoding
    self.items = items
    self.body = body
  }

  /// Compares the clauses with each other, and collects the proofs in ``proofs``.
  ///
  /// - Parameter settled: names of clauses that have a finding already.
  mutating func find(settled: Set<String>) {
    let open = items.all.filter {
      (settled.isEmpty || !settled.contains($0.clause.name)) && (!$0.isLiteral || $0.clause.isUnconditional)
    }
    if open.count > Self.groupLimit { return }
    findRuledOut(open)
    var needed = open
    for item in open.reversed() {
      let others = needed.filter { $0 !== item && canImply($0, item) }
      guard !others.isEmpty, let proof = implied(item, by: others), isNeedless(item, besides: needed) else { continue }
      proofs.append(proof)
      needed.removeAll { $0 === item }
    }
  }

  /// Whether a clause may count when asking if another one is superfluous.
  ///
  /// A requirement follows from requirements only, because an invariant halts where a requirement rejects. A presence test does
  /// not follow from comparisons, which need the value for another purpose. Tiers of approvals by different roles, and of
  /// warnings, are not repetitions.
  private func canImply(_ premise: ClauseItem, _ item: ClauseItem) -> Bool {
    // An approval that is always asked for implies the others by its people, whatever their conditions read.
    if premise.tokens.isDisjoint(with: item.tokens), !premise.clause.isUnconditional { return false }
    if item.isAboutPresence, !premise.isAboutPresence { return false }
    switch item.clause.kind {
    case .requirement: return premise.clause.kind == .requirement
    case .structural: return premise.mustHold
    case .acceptance, .consent: return premise.consequence == item.consequence
    case .advisory: return false
    }
  }

  /// Whether removing a clause makes no more values missing. If only that clause establishes that a value exists, its removal
  /// would cause a finding that asks for it.
  private func isNeedless(_ item: ClauseItem, besides kept: [ClauseItem]) -> Bool {
    body.isKnown(by: Set(kept.lazy.filter { $0 !== item }.map(\.clause.name)), without: item.clause.name)
  }

  private func implied(_ item: ClauseItem, by others: [ClauseItem]) -> Proof? {
    let isApproval = !item.mustHold
    let premises = others.map { isApproval ? $0.trips.negated : $0.holds }
    let opposite = isApproval ? item.trips : item.holds.negated
    guard encoding.isImpossible([opposite] + premises) else { return nil }
    // An approval clause that is unknown halts, so clauses that are known do not replace it.
    if isApproval, !encoding.isImpossible([item.holds.negated] + others.map(\.holds)) { return nil }
    let named = encoding.core(of: premises, given: [opposite]).map { others[$0] }
    guard !named.isEmpty else { return nil }
    for premise in named {
      guard let witness = encoding.witness(items.fires + [item.trips, premise.trips]) else { continue }
      return Proof(
        diagnostic: ImpliedClause.finding(
          item.phrase, by: named.map { ($0.phrase, $0.clause.span) }, witness: witness.text, hasReason: item.clause.reason != nil,
          at: item.clause.span),
        witness: witness, claims: [item.claim(.violated), premise.claim(.violated)])
    }
    return nil
  }

  /// Finds approvals that are asked only where another clause already prevents acceptance.
  private mutating func findRuledOut(_ open: [ClauseItem]) {
    for item in open {
      guard item.clause.kind.waits else { continue }
      let others = open.filter { $0.mustHold && !$0.tokens.isDisjoint(with: item.tokens) }
      let premises = others.map(\.holds)
      guard !others.isEmpty, encoding.isImpossible([item.trips] + premises) else { continue }
      let named = encoding.core(of: premises, given: [item.trips]).map { others[$0] }
      // If both have the same condition, the finding is about two consequences.
      if named.count == 1, named[0].clause.kind == .structural, encoding.areSame(item.trips, named[0].trips) { continue }
      for premise in named {
        guard let witness = encoding.witness(items.fires + [item.trips, premise.trips]) else { continue }
        proofs.append(
          Proof(
            diagnostic: DeadClause.ruledOut(
              item.clause.text, by: named.map { ($0.phrase, $0.clause.span) }, witness: witness.text, at: item.clause.span),
            witness: witness, claims: [item.claim(.violated), premise.claim(.violated)]))
        break
      }
    }
  }
}

extension ClauseEncoder {
  /// Whether two formulas hold for the same proposals.
  func areSame(_ one: Formula, _ other: Formula) -> Bool {
    one == other || (isImpossible([one, other.negated]) && isImpossible([other, one.negated]))
  }
}
