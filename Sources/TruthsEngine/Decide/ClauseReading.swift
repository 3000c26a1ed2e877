import TruthsCheck
import TruthsJSON
import TruthsText

/// The clauses of one truth or invariant, read one after another.
struct ClauseReading {
  let declaredBy: String
  let isOfInvariant: Bool
  /// Whether the values under the terms of clauses that hold are worked out.
  let isExplained: Bool
  private(set) var clauses: [ReadClause] = []
  /// From an `if` that cannot be told: the truth fires, and a requirement is unmet.
  private(set) var unknownConditions: [Violation] = []

  init(declaredBy: String, isOfInvariant: Bool, isExplained: Bool) {
    self.declaredBy = declaredBy
    self.isOfInvariant = isOfInvariant
    self.isExplained = isExplained
  }

  /// Reads clauses of which it is known what they come to: works out the reason and values of each that does not hold.
  mutating func read(
    _ clauses: [CheckedClause], _ outcomes: [ClauseOutcome], _ evaluator: inout Evaluator, isPostcondition: Bool = false
  ) {
    let observer = evaluator.observer
    evaluator.observer = nil
    defer { evaluator.observer = observer }
    for (clause, outcome) in zip(clauses, outcomes) {
      read(clause, outcome, &evaluator, observer, isPostcondition: isPostcondition)
    }
  }

  private mutating func read(
    _ clause: CheckedClause, _ outcome: ClauseOutcome, _ evaluator: inout Evaluator, _ observer: ReadingObserver?,
    isPostcondition: Bool
  ) {
    let result = result(of: outcome)
    evaluator.tellsExtra = result == .holds
    defer { evaluator.tellsExtra = false }
    let values = TermValues(result == .holds && !isExplained ? [] : clause.terms, &evaluator)
    var examined = ExaminedClause(
      clause: clause.name, text: clause.text, result: result, values: values.json(evaluator.program), span: clause.span)
    if result == .holds, isExplained || observer != nil, isNotApplicable(clause, &evaluator) { examined.result = .notApplicable }
    observer?.note(clause, examined.result)
    guard result != .holds, let kind = kind(of: clause, result, isPostcondition: isPostcondition) else {
      clauses.append(ReadClause(id: clause.id, hasOwnID: clause.hasOwnID, kind: clause.kind, examined: examined, violation: nil))
      return
    }
    var violation = Violation(
      truthID: clause.id, declaredBy: declaredBy, clause: clause.name, place: place(of: clause), position: clause.position,
      kind: kind, reason: reason(clause, result, kind, values, &evaluator), values: examined.values, span: clause.span,
      isOfInvariant: isOfInvariant)
    if kind == .acceptance, case .acceptance(let role) = clause.kind { violation.role = role }
    clauses.append(
      ReadClause(id: clause.id, hasOwnID: clause.hasOwnID, kind: clause.kind, examined: examined, violation: violation))
  }

  /// An unknown `if` fires the truth and adds an unmet requirement (language.md §5, `when`).
  mutating func addUnknown(_ condition: CheckedCondition, truth: String, evaluator: inout Evaluator) {
    let observer = evaluator.observer
    evaluator.observer = nil
    defer { evaluator.observer = observer }
    let values = TermValues(condition.terms, &evaluator)
    let causes = values.missingText(evaluator.program, of: unknown(condition.test, &evaluator))
    unknownConditions.append(
      Violation(
        truthID: truth, declaredBy: truth, clause: "if", place: .condition, position: 0, kind: .requirement,
        reason: "cannot tell whether \(truth) applies: \(causes)", values: values.json(evaluator.program), span: condition.span))
  }

  private func result(of outcome: ClauseOutcome) -> ExaminedClause.Result {
    switch outcome {
    case .holds: .holds
    case .violated: .violated
    case .unknown: .unknown
    }
  }

  /// Whether a clause holds only because the condition of its arrow is false.
  private func isNotApplicable(_ clause: CheckedClause, _ evaluator: inout Evaluator) -> Bool {
    if clause.violatedWhen { return true }
    guard case .implies(let condition, _) = clause.test else { return false }
    return evaluator.value(condition) == .boolean(false)
  }

  /// The kind under which a clause that does not hold is listed. A requirement that is not true is unmet, unknown or not.
  private func kind(of clause: CheckedClause, _ result: ExaminedClause.Result, isPostcondition: Bool) -> Violation.Kind? {
    switch clause.kind {
    case .requirement: .requirement
    case .advisory: .advisory
    case .structural: result == .unknown ? .unknown : isPostcondition ? .postcondition : .structural
    case .acceptance: result == .unknown ? .unknown : .acceptance
    }
  }

  private func reason(
    _ clause: CheckedClause, _ result: ExaminedClause.Result, _ kind: Violation.Kind, _ values: TermValues,
    _ evaluator: inout Evaluator
  ) -> String {
    if result == .unknown, kind != .requirement {
      return "cannot tell whether \(clause.text): \(values.missingText(evaluator.program, of: unknown(clause.test, &evaluator)))"
    }
    if let reason = clause.reason { return evaluator.reason(reason) }
    let shown = values.text(evaluator.program, of: result == .unknown ? unknown(clause.test, &evaluator) : .boolean(false))
    if clause.place == .moves { return "\(clause.text): \(shown)" }
    let verdict = clause.violatedWhen ? "holds" : "does not hold"
    return shown.isEmpty ? "\(clause.text) \(verdict)" : "\(clause.text) \(verdict): \(shown)"
  }

  /// What a test that is unknown comes to. By itself it has a value where all that stands before it left no room.
  private func unknown(_ test: Node, _ evaluator: inout Evaluator) -> Value {
    let answer = evaluator.value(test)
    return answer.isMissing ? answer : .missing(.total)
  }

  private func place(of clause: CheckedClause) -> Violation.Place {
    switch clause.place {
    case .requires: .requires
    case .invariants: .invariants
    case .moves: .moves
    case .ensures: .ensures
    case .rule: .rule
    }
  }
}

/// A clause that was read, with its violation where it does not hold.
struct ReadClause {
  var id: String
  /// Whether the id is the clause's own, so that the same clause may stand in several truths.
  var hasOwnID: Bool
  var kind: ClauseKind
  var examined: ExaminedClause
  var violation: Violation?
}
