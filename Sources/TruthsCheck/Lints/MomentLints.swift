import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Truths and invariants that read the moment of an answer where the moment of the proposal may be intended.
extension GovernancePass {
  /// Reports truths and invariants that read `now` and whose run may wait for an answer (clauses §9.1), once each.
  func checkMoments() {
    let waits = waitsByIntent
    for (body, truth) in zip(bodies.truths, program.truths) where !body.declared.isBuiltIn && body.declared.isWhole {
      let own = truth.clauses.first { $0.kind.waits }?.span
      guard let cause = own ?? truth.intents.firstValue({ waits[$0] }) else { continue }
      reportMoment(truth.id, body.checker, truth.clauses, waits: cause)
    }
    for (body, invariant) in zip(bodies.invariants, program.invariants) where body.declared.isWhole {
      let own = invariant.clause.kind.waits ? invariant.clause.span : nil
      var intents: [Int] = []
      if case .intents(let named) = invariant.applies { intents = named.sorted() }
      guard let cause = own ?? intents.firstValue({ waits[$0] }) else { continue }
      reportMoment(invariant.id, body.checker, [invariant.clause], waits: cause)
    }
  }

  private func reportMoment(_ id: String, _ checker: ClauseTypeChecker, _ clauses: [CheckedClause], waits cause: Span) {
    guard let first = moments(readBy: checker).first else { return }
    let clause = clauses.first { $0.span.start <= first.start && first.end <= $0.span.end }
    report(
      MomentOfAnswer.found(
        id, at: first, clause: clause.flatMap { rewritten($0.text) }, waits: cause,
        fixes: checker.momentReads.sorted { $0 < $1 }))
  }

  /// The reason why a run of each intent may wait, by intent: a clause of a truth or invariant on it that asks for an approval,
  /// or the consent that it wants.
  private var waitsByIntent: [Int: Span] {
    var waits: [Int: Span] = [:]
    func add(_ intents: some Sequence<Int>, _ clauses: [CheckedClause]) {
      guard let clause = clauses.first(where: { $0.kind.waits }) else { return }
      for intent in intents where waits[intent] == nil { waits[intent] = clause.span }
    }
    for truth in program.truths { add(truth.intents, truth.clauses) }
    for invariant in program.invariants {
      switch invariant.applies {
      case .intents(let intents): add(intents, [invariant.clause])
      case .all: add(program.intents.indices, [invariant.clause])
      case .state: continue
      }
    }
    for (intent, declared) in zip(program.intents.indices, declared.intents)
    where waits[intent] == nil && program.intents[intent].wantedConsent != nil {
      waits[intent] = declared.keySpan
    }
    return waits
  }

  /// Returns a clause with the moment of the proposal instead of `now`, except in texts; `nil` if it has no `now`.
  private func rewritten(_ clause: String) -> String? {
    var (result, word) = ("", "")
    var (isQuoted, isReplaced) = (false, false)
    func endWord() {
      let isMoment = word == "now" && !isQuoted && result.last != "."
      result += isMoment ? MomentOfAnswer.instead : word
      isReplaced = isReplaced || isMoment
      word = ""
    }
    for character in clause {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
        continue
      }
      endWord()
      if character == "\"" { isQuoted.toggle() }
      result.append(character)
    }
    endWord()
    return isReplaced ? result : nil
  }

  /// Returns the places that read the moment, in order: `now`, and calls of functions that read it.
  private func moments(readBy checker: ClauseTypeChecker) -> [Span] {
    var timed: [Int: Bool] = [:]
    func readsMoment(_ function: Int) -> Bool {
      if let known = timed[function] { return known }
      timed[function] = false
      let checker = bodies.tables[function].checker
      let found = !checker.momentReads.isEmpty || checker.calls.contains { readsMoment($0.callee) }
      timed[function] = found
      return found
    }
    let calls = checker.calls.filter { readsMoment($0.callee) }.map(\.span)
    return (checker.momentReads + calls).sorted { $0 < $1 }
  }
}
