import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Finds clauses that always or never hold, and conditions that are never met (declarations §5.4).
struct Constancy {
  let encoding: ClauseEncoder

  /// The result of a clause, if it is the same for every proposal.
  enum Verdict {
    /// A clause whose condition is never true.
    case dead
    case neverHolds
    /// A clause that is never violated; if its values are missing it may be unknown.
    case alwaysTrue(needsValues: Bool)
  }

  /// Returns the verdict on a clause for the proposals that satisfy some formulas.
  func verdict(_ item: ClauseItem, where scope: [Formula]) -> Verdict? {
    if scope.isEmpty, item.isPlain { return nil }
    if let condition = item.condition, encoding.isImpossible(scope + [condition.holds]) { return .dead }
    if scope.isEmpty, encoding.isImpossible([item.holds]) { return .neverHolds }
    if encoding.isImpossible(scope + [item.trips]) {
      return .alwaysTrue(needsValues: !encoding.isImpossible(scope + [item.holds.negated]))
    }
    return nil
  }

  /// Returns the finding about a clause with a constant result, either for all proposals or for those for which its truth's `if`
  /// holds.
  func proof(_ item: ClauseItem, fires: [Formula], hasCondition: Bool) -> Proof? {
    // The constant condition `true` is intended: only the truth's `if` counts.
    if item.clause.isUnconditional || hasCondition && item.isLiteral { return nil }
    if let verdict = verdict(item, where: []) { return proof(verdict, item, fires, scope: "") }
    guard hasCondition, let verdict = verdict(item, where: fires) else { return nil }
    return proof(verdict, item, fires, scope: " where `if` holds")
  }

  private func proof(_ verdict: Verdict, _ item: ClauseItem, _ fires: [Formula], scope: String) -> Proof? {
    switch verdict {
    case .dead: return dead(item, fires, scope)
    case .neverHolds: return neverHolds(item, fires)
    case .alwaysTrue(let needsValues):
      guard let witness = encoding.witness(fires + [item.holds]) else { return nil }
      let text = item.clause.text
      let state = text.hasSuffix(".state exists") ? String(text.dropLast(" exists".count)) : nil
      return Proof(
        diagnostic: AlwaysTrue.finding(
          item.phrase, scope: scope, needsValues: needsValues, state: state, witness: witness.text, at: item.clause.span),
        witness: witness, claims: [item.claim(.holds)])
    }
  }

  /// Returns the proof for a clause whose condition is never met. The witness comes close: it meets the first part of the
  /// condition.
  private func dead(_ item: ClauseItem, _ fires: [Formula], _ scope: String) -> Proof? {
    guard let condition = item.condition else { return nil }
    var tries: [[Formula]] = []
    if case .all(let parts) = condition.holds {
      tries = parts.filter { !$0.isPresence }.map { fires + [condition.fails, $0] }
    }
    tries.append(fires + [condition.fails])
    guard let witness = tries.firstValue({ encoding.witness($0) }) else { return nil }
    return Proof(
      diagnostic: DeadClause.finding(item.conditionText, scope: scope, witness: witness.text, at: item.clause.span),
      witness: witness, claims: [item.claim(.holds)])
  }

  private func neverHolds(_ item: ClauseItem, _ fires: [Formula]) -> Proof? {
    guard let witness = encoding.witness(fires + [item.trips]) else { return nil }
    let span = item.clause.span
    let diagnostic: Diagnostic
    switch (item.clause.kind, item.clause.violatedWhen) {
    case (.requirement, _), (.structural, false):
      diagnostic = NeverHolds.finding(item.phrase, witness: witness.text, isLiteral: item.isLiteral, at: span)
    case (.structural, true): diagnostic = NeverHolds.alwaysStops(item.clause.text, witness: witness.text, at: span)
    case (.acceptance, true), (.consent, true), (.advisory, true):
      diagnostic = AlwaysTrue.condition(item.clause.text, scope: "", witness: witness.text, at: span)
    case (.acceptance, false), (.consent, false), (.advisory, false):
      diagnostic = AlwaysTrue.otherwise(item.clause.text, witness: witness.text, at: span)
    }
    return Proof(diagnostic: diagnostic, witness: witness, claims: [item.claim(.violated)])
  }

  /// Returns the finding about the `if` of a truth.
  func proof(ofFiring items: TruthItems) -> Proof? {
    guard let condition = items.condition, let written = items.truth.condition else { return nil }
    let isNever = encoding.isImpossible([condition.holds])
    guard isNever || encoding.isImpossible([condition.fails]) else { return nil }
    guard let witness = encoding.witness([isNever ? condition.fails : condition.holds]) else { return nil }
    return Proof(
      diagnostic: isNever
        ? ConstantFiring.never(written.text, witness: witness.text, at: written.span)
        : ConstantFiring.always(written.text, witness: witness.text, at: written.span),
      witness: witness, claims: [Claim(owner: items.truth.id, clause: "if", outcome: .fires(!isNever))])
  }
}

extension ClauseItem {
  fileprivate var conditionText: String { clause.violatedWhen ? "`\(clause.text)`" : "the condition of `\(clause.text)`" }
}

extension Formula {
  fileprivate var isPresence: Bool {
    if case .literal(.atom) = self { return true }
    return false
  }
}
