import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Truths that read the moment of an answer where the moment of the proposal may be intended.
extension GovernancePass {
  /// Reports truths that read `now` and whose run may wait for an answer (clauses §9.1), once each.
  func checkMoments() {
    for (body, truth) in zip(bodies.truths, program.truths) where !body.declared.isBuiltIn && body.declared.isWhole {
      guard let cause = wait(of: truth) else { continue }
      let places = moments(readBy: body.checker)
      guard let first = places.first else { continue }
      let clause = truth.clauses.first { $0.span.start <= first.start && first.end <= $0.span.end }
      report(
        MomentOfAnswer.found(
          truth.id, at: first, clause: clause.flatMap { rewritten($0.text) }, waits: cause,
          fixes: body.checker.momentReads.sorted { $0 < $1 }))
    }
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

  /// Returns why a run of a truth may wait: a clause that asks for an approval, or an intent that asks for consent.
  private func wait(of truth: CheckedTruth) -> Span? {
    if let clause = truth.clauses.first(where: { $0.kind.waits }) { return clause.span }
    let intent = truth.intents.first { program.intents[$0].wantedConsent != nil }
    return intent.map { declared.intents[$0].keySpan }
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
