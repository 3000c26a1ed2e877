import TruthsCheck

/// What a proposal comes to before approvals, overrides and production: the truths that fired and what each clause said.
package struct Examination: Sendable {
  /// Indices in ``Program/truths`` of the truths that fired, in id order.
  package var fired: [Int] = []
  /// Indices in ``Program/invariants`` of the invariants that were read.
  package var invariants: [Int] = []
  /// In the order of runtime.md §3, step 4.
  package var violations: [Violation] = []
  /// What was read; its clauses only where a story is told.
  package var truths: [ExaminedTruth] = []
  /// Requirements that hold.
  package var requirementsHeld = 0
  /// Invariants that hold: clauses of truths and invariants of their own.
  package var invariantsHeld = 0
  /// Whether the values under the terms of clauses that hold are worked out.
  let isExplained: Bool
  /// One clause id in several truths is one invariant, reported for the least truth id; the checker has seen to it that the rule
  /// is the same (language.md §1, "Clause ids").
  private var declarers: [(id: String, declaredBy: String)] = []

  init(isExplained: Bool) { self.isExplained = isExplained }

  /// Takes in what the clauses of one truth or invariant came to, which have run. Truths come in id order, so the first to report
  /// a shared id is the least.
  mutating func take(_ clauses: [CompiledClause], of id: String, _ evaluator: Evaluator, isPostcondition: Bool = false) {
    var examined: [ExaminedClause] = []
    evaluator.unseen { observer in
      for (number, clause) in clauses.enumerated() {
        let outcome = evaluator.outcome(number)
        let isWanted = clause.checked.hasOwnID ? isFirst(clause) : true
        if outcome == .holds, isWanted {
          if clause.checked.kind == .requirement { requirementsHeld += 1 } else { invariantsHeld += 1 }
        }
        guard outcome != .holds || isExplained || observer != nil else { continue }
        let reading = ClauseReading(clause, outcome, evaluator, isPostcondition: isPostcondition)
        let values = outcome == .holds && !isExplained ? TermValues() : reading.values
        let result = reading.result
        observer?.note(clause.checked, result)
        if isExplained {
          examined.append(
            ExaminedClause(
              clause: clause.name, text: clause.checked.text, result: result, values: values.json(evaluator.program),
              span: clause.checked.span))
        }
        if outcome != .holds, isWanted { violations.append(reading.violation(values)) }
      }
    }
    truths.append(ExaminedTruth(id: id, clauses: examined))
  }

  /// Whether no other truth has reported the id of a clause.
  private mutating func isFirst(_ clause: CompiledClause) -> Bool {
    if let known = declarers.first(where: { $0.id == clause.checked.id }) { return known.declaredBy == clause.declaredBy }
    declarers.append((clause.checked.id, clause.declaredBy))
    return true
  }

  /// Puts the violations in order. While a requirement is unmet, what is unknown is left out: the requirement is the root.
  private mutating func finish() {
    if violations.contains(where: { $0.kind == .requirement }) { violations.removeAll { $0.kind == .unknown } }
    violations.sort(by: Violation.precedes)
  }

  /// Adds violations found elsewhere, in order.
  package mutating func merge(_ others: [Violation]) {
    violations += others
    finish()
  }
}

extension Violation {
  /// By kind, clauses of truths before invariants of their own, id in byte order, place, position; ties go by the declaring
  /// truth.
  static func precedes(_ left: Violation, _ right: Violation) -> Bool {
    if left.kind != right.kind { return left.kind.rank < right.kind.rank }
    if left.isOfInvariant != right.isOfInvariant { return right.isOfInvariant }
    if left.truthID != right.truthID { return left.truthID.utf8.lexicographicallyPrecedes(right.truthID.utf8) }
    if left.place != right.place { return left.place.rawValue < right.place.rawValue }
    if left.position != right.position { return left.position < right.position }
    return left.declaredBy.utf8.lexicographicallyPrecedes(right.declaredBy.utf8)
  }
}
