import TruthsCheck
import TruthsEngine
import TruthsText

/// Makes the items of a coverage map from declarations and what was recorded of them.
struct CoverageCounts {
  let record: CoverageRecord

  init(_ record: CoverageRecord) { self.record = record }

  // MARK: Truths

  /// A truth and its clauses. The moves of a truth on facts are no clauses: where one is not possible it does not fire.
  func items(of truth: CheckedTruth) -> [CoverageItem] {
    let fired = record.readings.truths[truth.span] ?? 0
    var outcomes = [CoverageItem.Tally(.fired, fired)]
    if let condition = truth.condition {
      let answers = record.readings.conditions[condition.span] ?? [:]
      outcomes.append(CoverageItem.Tally(.didNotFire, answers[false] ?? 0, isExpected: false))
      outcomes.append(CoverageItem.Tally(.unknown, answers[nil] ?? 0, isExpected: false))
    }
    var item = CoverageItem(
      kind: .truth, pack: truth.pack, owner: truth.id, name: "fires", text: truth.condition?.text ?? "", span: truth.span,
      outcomes: outcomes)
    let moves = truth.matches.isEmpty ? truth.moves.map(\.clause) : []
    let clauses = (truth.requires + truth.invariants + moves + truth.ensures).map { clause in
      var item = self.item(clause, owner: truth.id, pack: truth.pack)
      item.isOutOfReach = fired == 0
      return item
    }
    item.clauses = clauses.count
    return [item] + clauses
  }

  func item(_ clause: CheckedClause, owner: String, pack: String) -> CoverageItem {
    let results = record.readings.clauses[clause.span] ?? [:]
    var outcomes: [CoverageItem.Tally] = []
    if !clause.hasEffect { outcomes.append(CoverageItem.Tally(.held, results[.holds] ?? 0)) }
    outcomes.append(CoverageItem.Tally(.violated, results[.violated] ?? 0))
    if clause.hasArrow { outcomes.append(CoverageItem.Tally(.notApplicable, results[.notApplicable] ?? 0)) }
    outcomes.append(CoverageItem.Tally(.unknown, results[.unknown] ?? 0, isExpected: false))
    return CoverageItem(
      kind: .clause(clause), pack: pack, owner: owner, name: clause.name, text: clause.text, span: clause.span, outcomes: outcomes
    )
  }

  // MARK: Tables

  func items(of table: CheckedTable) -> [CoverageItem] {
    table.rows.enumerated().map { position, row in
      CoverageItem(
        kind: .row, pack: table.pack, owner: table.qualifiedName, name: "rows[\(position)]", text: row.text, span: row.span,
        outcomes: [CoverageItem.Tally(.chosen, record.readings.rows[row.span] ?? 0)])
    }
  }
}

extension CheckedClause {
  /// `A → reject(…)` and its like: what is violated is that A holds, so that it never holds otherwise than by not being
  /// applicable.
  var hasEffect: Bool { violatedWhen }

  /// Whether it has an arrow, so that it may be not applicable.
  var hasArrow: Bool {
    if case .implies = test { return true }
    return hasEffect
  }
}
