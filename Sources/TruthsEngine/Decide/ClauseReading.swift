import TruthsCheck
import TruthsJSON
import TruthsText

/// Tells what became of a clause that has run: nothing is worked out of one that holds, unless a story is told.
struct ClauseReading {
  let clause: CompiledClause
  private let outcome: ClauseOutcome
  private let evaluator: Evaluator
  private let isPostcondition: Bool

  init(_ clause: CompiledClause, _ outcome: ClauseOutcome, _ evaluator: Evaluator, isPostcondition: Bool) {
    self.clause = clause
    self.outcome = outcome
    self.evaluator = evaluator
    self.isPostcondition = isPostcondition
  }

  private var program: Program { _read { yield evaluator.ground.code.program } }
  private var words: ClauseWords { clause.words(evaluator.ground.code.symbols) }

  /// What the clause came to, for those who look at every clause. One that holds only because the condition of its arrow is false
  /// is told apart.
  var result: ExaminedClause.Result {
    switch outcome {
    case .violated: return .violated
    case .unknown: return .unknown
    case .holds: break
    }
    if clause.checked.violatedWhen { return .notApplicable }
    let words = words
    guard let condition = words.condition else { return .holds }
    evaluator.tellsExtra = true
    defer { evaluator.tellsExtra = false }
    return evaluator.toldCell(condition, of: words.unit).isFalse ? .notApplicable : .holds
  }

  /// The values under the terms of the clause.
  var values: TermValues {
    evaluator.tellsExtra = outcome == .holds
    defer { evaluator.tellsExtra = false }
    return TermValues(words, evaluator)
  }

  /// The violation that the clause is where it does not hold.
  func violation(_ values: TermValues) -> Violation {
    let (checked, isUnknown) = (clause.checked, outcome == .unknown)
    let kind = clause.kind(isUnknown: isUnknown, isPostcondition: isPostcondition)
    var violation = Violation(
      truthID: checked.id, declaredBy: clause.declaredBy, clause: clause.name, place: clause.place, position: checked.position,
      kind: kind, reason: reason(kind, isUnknown: isUnknown, values), values: values.json(program), span: checked.span,
      isOfInvariant: clause.isOfInvariant)
    if kind == .acceptance, case .acceptance(let role) = checked.kind { violation.role = role }
    return violation
  }

  private func reason(_ kind: Violation.Kind, isUnknown: Bool, _ values: TermValues) -> String {
    let (words, text) = (words, clause.checked.text)
    if isUnknown, kind != .requirement {
      return "cannot tell whether \(text): \(values.missingText(program, of: evaluator.unknown(words)))"
    }
    if let reason = words.reason { return evaluator.text(of: reason, words.unit) }
    let shown = values.text(program, of: isUnknown ? evaluator.unknown(words) : .boolean(false))
    if clause.place == .moves { return "\(text): \(shown)" }
    let verdict = clause.checked.violatedWhen ? "holds" : "does not hold"
    return shown.isEmpty ? "\(text) \(verdict)" : "\(text) \(verdict): \(shown)"
  }
}

extension Evaluator {
  /// What a test that is unknown comes to. By itself it has a value where all that stands before it left no room.
  fileprivate func unknown(_ words: ClauseWords) -> Value {
    let answer = told(words.test, of: words.unit)
    return answer.isMissing ? answer : .missing(.total)
  }

  /// An unknown `if` fires the truth and adds an unmet requirement (language.md §5, `when`).
  func violation(unknown condition: CheckedCondition, of truth: CompiledTruth) -> Violation {
    let words = truth.words(of: condition, ground.code.symbols)
    let values = TermValues(words, self)
    let causes = values.missingText(program, of: unknown(words))
    return Violation(
      truthID: truth.id, declaredBy: truth.id, clause: "if", place: .condition, position: 0, kind: .requirement,
      reason: "cannot tell whether \(truth.id) applies: \(causes)", values: values.json(program), span: condition.span)
  }

  /// While something is told, nobody sees what is read.
  func unseen<Result>(_ tell: (ReadingObserver?) -> Result) -> Result {
    let observer = observer
    self.observer = nil
    defer { self.observer = observer }
    return tell(observer)
  }
}
