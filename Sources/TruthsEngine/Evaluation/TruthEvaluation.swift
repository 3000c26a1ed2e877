import TruthsJSON
import TruthsProgram
import TruthsText

/// The evaluation of a proposal before approvals, overrides and production: the truths that fired and the result of each
/// clause.
package struct TruthEvaluation: Sendable {
  /// The indices in ``Program/truths`` of the truths that fired, in id order.
  package var fired: [Int] = []
  /// The indices in ``Program/invariants`` of the evaluated invariants.
  package var invariants: [Int] = []
  /// The violations, in the order of runs §3.5.
  package var violations: [Violation] = []
  /// The evaluated truths. They have their clauses only if ``isExplained``.
  package var truths: [EvaluatedTruth] = []
  /// The number of requirements that hold.
  package var requirementsHeld = 0
  /// The number of invariants that hold: clauses of truths and standalone invariants.
  package var invariantsHeld = 0
  /// Whether the values of terms are computed also for clauses that hold.
  let isExplained: Bool
  /// The declaring truth by clause id.
  ///
  /// One clause id in several truths is one invariant, reported for the least truth id. The checker guarantees that the rule is
  /// the same (files §4).
  private var declarers: [String: String] = [:]

  init(isExplained: Bool) { self.isExplained = isExplained }

  /// Adds the results of the clauses of one truth or invariant, whose code has run.
  ///
  /// The calls must be in the order of ids, because a clause id that several truths share is reported for the first of them.
  ///
  /// - Parameter areKnown: whether the clauses are known to hold and have not run, because every quantifier in them holds.
  mutating func take(
    _ clauses: [CompiledClause], of id: String, _ evaluator: Evaluator, isPostcondition: Bool = false, areKnown: Bool = false
  ) {
    var evaluated: [EvaluatedClause] = []
    evaluator.unseen { observer in
      for (number, clause) in clauses.enumerated() {
        if evaluator.isOverworked { return }
        let outcome = evaluator.outcome(number)
        let isWanted = clause.checked.hasOwnID ? isFirst(clause) : true
        if outcome == .holds, isWanted {
          if clause.checked.kind == .requirement { requirementsHeld += 1 } else { invariantsHeld += 1 }
        }
        guard outcome != .holds || isExplained || observer != nil else { continue }
        let reading = ClauseEvaluation(
          clause, outcome, evaluator, observer, isPostcondition: isPostcondition, isKnown: areKnown)
        let values = outcome == .holds && !isExplained ? TermValues() : reading.values
        let violation = outcome == .holds ? nil : reading.violation(values)
        let result = violation?.kind == .unknown ? .unknown : reading.result
        observer?.note(clause.checked, result)
        if isExplained {
          evaluated.append(
            EvaluatedClause(
              clause: clause.name, text: clause.checked.text, result: result, values: values.json(evaluator.program),
              displayTypes: values.displayTypes(evaluator.execution.code), span: clause.checked.span))
        }
        if let violation, isWanted { violations.append(violation) }
      }
    }
    truths.append(EvaluatedTruth(id: id, clauses: evaluated))
  }

  /// Returns whether no other truth has reported the id of a clause.
  private mutating func isFirst(_ clause: CompiledClause) -> Bool {
    if let known = declarers[clause.checked.id] { return known == clause.declaredBy }
    declarers[clause.checked.id] = clause.declaredBy
    return true
  }

  /// Sorts the violations. While a requirement is unmet, unknown clauses are left out: the requirement is their cause.
  private mutating func finish() {
    if violations.contains(where: { $0.kind == .requirement }) { violations.removeAll { $0.kind == .unknown } }
    violations.sort(by: Violation.precedes)
  }

  /// Adds violations found elsewhere, and sorts.
  package mutating func merge(_ others: [Violation]) {
    violations += others
    finish()
  }
}

extension Violation {
  /// Orders violations for lists.
  ///
  /// The keys are: kind, clauses of truths before standalone invariants, id of the declaring truth in byte order, place,
  /// position (runs §9.1); then the reported id.
  static func precedes(_ left: Violation, _ right: Violation) -> Bool {
    if left.kind != right.kind { return left.kind.rank < right.kind.rank }
    if left.isOfInvariant != right.isOfInvariant { return right.isOfInvariant }
    let (one, other) = (left.declaringID, right.declaringID)
    if one != other { return one.utf8.lexicographicallyPrecedes(other.utf8) }
    if left.place != right.place { return left.place.rawValue < right.place.rawValue }
    if left.position != right.position { return left.position < right.position }
    if left.truthID != right.truthID { return left.truthID.utf8.lexicographicallyPrecedes(right.truthID.utf8) }
    return left.declaredBy.utf8.lexicographicallyPrecedes(right.declaredBy.utf8)
  }

  /// The id of the declaring truth; for a built-in clause, of the built-in truth.
  private var declaringID: String { place == .builtIn ? truthID : declaredBy }
}

/// The result of a clause that has run, with its explanation computed on demand.
///
/// A run without explanations computes nothing for clauses that hold.
struct ClauseEvaluation {
  let clause: CompiledClause
  private let outcome: ClauseOutcome
  private let evaluator: Evaluator
  /// The observer for the computation of approvers. The evaluator has no observer meanwhile, because everything else that it
  /// computes only explains.
  private let observer: ReadingObserver?
  private let isPostcondition: Bool
  /// Whether the clause is known to hold without having run.
  private let isKnown: Bool

  init(
    _ clause: CompiledClause, _ outcome: ClauseOutcome, _ evaluator: Evaluator, _ observer: ReadingObserver?,
    isPostcondition: Bool, isKnown: Bool
  ) {
    self.isKnown = isKnown
    self.clause = clause
    self.outcome = outcome
    self.evaluator = evaluator
    self.observer = observer
    self.isPostcondition = isPostcondition
  }

  private var program: Program { _read { yield evaluator.execution.code.program } }
  private var words: ExplanationCode { clause.words(evaluator.execution.code.symbols) }

  /// The result of the clause for an explanation.
  ///
  /// A clause that holds only because the left side of its arrow is false is `notApplicable`.
  var result: EvaluatedClause.Result {
    switch outcome {
    case .violated: return .violated
    case .unknown: return .unknown
    case .holds: break
    }
    if clause.checked.violatedWhen { return .notApplicable }
    let words = words
    guard let condition = words.condition else { return .holds }
    evaluator.usesExtraQuota = true
    defer { evaluator.usesExtraQuota = false }
    return evaluator.explainedCell(condition, of: words.unit).isFalse ? .notApplicable : .holds
  }

  var values: TermValues {
    evaluator.usesExtraQuota = outcome == .holds
    defer { evaluator.usesExtraQuota = false }
    return TermValues(words, evaluator, failsNowhere: isKnown)
  }

  func violation(_ values: TermValues) -> Violation {
    let (checked, isUnknown) = (clause.checked, outcome == .unknown)
    let kind = clause.kind(isUnknown: isUnknown, isPostcondition: isPostcondition)
    var violation = Violation(
      truthID: checked.id, declaredBy: clause.declaredBy, clause: clause.name, place: clause.place, position: checked.position,
      kind: kind, reason: evaluator.cut(reason: reason(isUnknown: isUnknown, values)), values: values.json(program),
      span: checked.span,
      isOfInvariant: clause.isOfInvariant)
    violation.displayTypes = values.displayTypes(evaluator.execution.code)
    violation.tellsItsText = isUnknown || words.reason == nil
    if kind != .acceptance { return violation }
    switch checked.kind {
    case .acceptance(let approval?):
      switch ApproverReader(clause, words, evaluator, observer).answer(approval) {
      case .demand(let demand): violation.approval = demand
      case .unknown(let cause):
        (violation.kind, violation.reason) = (.unknown, evaluator.cut(reason: "cannot tell who approves: \(cause)"))
        violation.tellsItsText = false
      }
    case .consent: violation.wantsConsent = true
    case .acceptance(nil), .requirement, .structural, .advisory: break
    }
    return violation
  }

  private func reason(isUnknown: Bool, _ values: TermValues) -> String {
    let (words, text) = (words, clause.checked.text)
    if isUnknown {
      let code = clause.cause(program, evaluator.execution.code.symbols)
      return "cannot tell whether \(text): \(evaluator.cause(code, clause.frame, words, values))"
    }
    if let reason = words.reason { return evaluator.text(of: reason, words.unit) }
    let shown = values.text(program)
    if clause.place == .moves { return "\(text): \(shown)" }
    let verdict = clause.checked.violatedWhen ? "holds" : "does not hold"
    return shown.isEmpty ? "\(text) \(verdict)" : "\(text) \(verdict): \(shown)"
  }
}

extension Evaluator {
  /// Returns why a test is unknown: `weight is missing: not sent`.
  fileprivate func cause(_ code: CauseCode, _ frame: FrameCauses, _ words: ExplanationCode, _ values: TermValues) -> String {
    let chain = CauseReader(self, frame).chain(code)
    return chain.isEmpty ? values.missingText(execution.code, of: unknown(words)) : chain.joined(separator: ": ")
  }

  /// Returns the value of an unknown test.
  ///
  /// A value here means that the decision had reached its allocation limit before the test; evaluated alone, the test fits.
  fileprivate func unknown(_ words: ExplanationCode) -> Value {
    let answer = explainedValue(words.test, of: words.unit)
    return answer.isMissing ? answer : .missing(.total)
  }

  /// Returns the unmet requirement for an unknown `if`, which fires its truth (declarations §5.2, `when`).
  func violation(unknown condition: CheckedCondition, of truth: CompiledTruth) -> Violation {
    let values = TermValues(truth.words(of: condition, execution.code.symbols), self)
    return Violation(
      truthID: truth.id, declaredBy: truth.id, clause: "if", place: .condition, position: 0, kind: .requirement,
      reason: reason(unknown: condition, of: truth), values: values.json(program), span: condition.span)
  }

  /// Returns the reason: `cannot tell whether shop.ordering applies: weight is missing: not given`.
  func reason(unknown condition: CheckedCondition, of truth: CompiledTruth) -> String {
    let words = truth.words(of: condition, execution.code.symbols)
    let code = truth.cause(of: condition, program, execution.code.symbols)
    let cause = cause(code, truth.causes, words, TermValues(words, self))
    return cut(reason: "cannot tell whether \(truth.id) applies: \(cause)")
  }

  /// Detaches the observer while an explanation is made, so that it does not count reads that only explain.
  func unseen<Result>(_ explain: (ReadingObserver?) -> Result) -> Result {
    let observer = observer
    self.observer = nil
    defer { self.observer = observer }
    return explain(observer)
  }
}

/// The verdict of the clauses of a proposal's truths and invariants, without reasons, values and texts.
package struct ClauseVerdict: Hashable, Sendable, BitwiseCopyable {
  /// The first structural clause that does not hold, in the order of runs §3: its number in ``ReadyProposal/clauses``.
  ///
  /// It is below 0 if all hold. The next three members are the numbers for clauses of the other kinds.
  package var structural: Int32 = -1
  package var unknown: Int32 = -1
  package var requirement: Int32 = -1
  package var acceptance: Int32 = -1
  /// Whether any truth fired.
  package var hasFired = false

  package init() {}

  /// Whether no clause prevents acceptance.
  var isOpen: Bool { structural < 0 && unknown < 0 && requirement < 0 && acceptance < 0 }

  /// Records a clause that does not hold, unless an earlier one of its kind is recorded.
  ///
  /// - Parameter ranks: the rank of each clause in the order of runs §3.
  @inline(__always)
  mutating func note(_ clause: Int, _ kind: Violation.Kind, _ ranks: UnsafePointer<Int32>) {
    switch kind {
    case .structural, .postcondition: Self.note(clause, &structural, ranks)
    case .unknown: Self.note(clause, &unknown, ranks)
    case .requirement: Self.note(clause, &requirement, ranks)
    case .acceptance: Self.note(clause, &acceptance, ranks)
    case .advisory: break
    }
  }

  @inline(__always)
  private static func note(_ clause: Int, _ first: inout Int32, _ ranks: UnsafePointer<Int32>) {
    if first < 0 || ranks[clause] < ranks[Int(first)] { first = Int32(truncatingIfNeeded: clause) }
  }
}

/// A clause that can decide a proposal, as ``ClauseVerdict`` numbers it.
package struct DecisiveClause: Hashable, Sendable {
  /// The id that the clause reports.
  package var id: String
  /// The id of the truth or invariant that declares it.
  package var declaredBy: String
  /// The name of the clause: `requires[0]`, `rule` or `if`.
  package var name: String
  /// The clause as the formatter writes it.
  package var text: String
  var isOfInvariant: Bool
  var place: Violation.Place
  var position: Int

  init(_ clause: CompiledClause) {
    id = clause.checked.id
    declaredBy = clause.declaredBy
    name = clause.name
    text = clause.checked.text
    isOfInvariant = clause.isOfInvariant
    place = clause.place
    position = clause.checked.position
  }

  /// Creates the clause for the `if` of a truth.
  init(conditionOf truth: String, _ text: String) {
    (id, declaredBy, name, isOfInvariant, place, position) = (truth, truth, "if", false, .condition, 0)
    self.text = text
  }

  /// Returns whether the clause comes before another, as ``Violation/precedes(_:_:)`` orders violations of one kind.
  func precedes(_ other: DecisiveClause) -> Bool {
    if isOfInvariant != other.isOfInvariant { return other.isOfInvariant }
    if declaredBy != other.declaredBy { return declaredBy.utf8.lexicographicallyPrecedes(other.declaredBy.utf8) }
    if place != other.place { return place.rawValue < other.place.rawValue }
    if position != other.position { return position < other.position }
    return id.utf8.lexicographicallyPrecedes(other.id.utf8)
  }
}
