import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Truths and invariants that read the moment of an answer where the moment of the proposal may be intended.
extension GovernancePass {
  /// Reports truths and invariants that read `now` and whose run may wait for an answer (clauses §9.1), once each.
  ///
  /// Truths on facts are left out, because they cannot read the moment of the proposal instead.
  func checkMoments() {
    // Few read the moment, and what may wait is asked of all, so the readers are found first.
    let reads = MomentReads(bodies, program)
    let truths = bodies.truths.indices.compactMap { index -> (index: Int, moment: MomentRead)? in
      let declared = bodies.truths[index].declared
      guard !declared.isBuiltIn, declared.isWhole else { return nil }
      return reads.first(of: bodies.truths[index].checker).map { (index, $0) }
    }
    let invariants = bodies.invariants.indices.compactMap { index -> (index: Int, moment: MomentRead)? in
      guard bodies.invariants[index].declared.isWhole else { return nil }
      return reads.first(of: bodies.invariants[index].checker).map { (index, $0) }
    }
    if truths.isEmpty && invariants.isEmpty { return }
    let waits = waitsByIntent
    for (index, moment) in truths {
      let truth = program.truths[index]
      let own = truth.clauses.first { $0.kind.waits }?.span
      guard let cause = own ?? truth.intents.firstValue({ waits[$0] }) else { continue }
      reportMoment(moment, truth.id, bodies.truths[index].checker, truth.clauses, waits: cause)
    }
    for (index, moment) in invariants {
      let invariant = program.invariants[index]
      let own = invariant.clause.kind.waits ? invariant.clause.span : nil
      let intents =
        switch invariant.applies {
        case .intents(let named): named.sorted()
        case .all, .state: Array(program.intents.indices)
        }
      guard let cause = own ?? intents.firstValue({ waits[$0] }) else { continue }
      reportMoment(moment, invariant.id, bodies.invariants[index].checker, [invariant.clause], waits: cause)
    }
  }

  private func reportMoment(
    _ moment: MomentRead, _ id: String, _ checker: ClauseTypeChecker, _ clauses: [CheckedClause], waits cause: Span
  ) {
    let names = checker.momentReads.sorted { $0 < $1 }
    let first = moment.span
    switch moment.path {
    case .here:
      let clause = clauses.first { $0.span.file == first.file && $0.span.start <= first.start && first.end <= $0.span.end }
      let instead = clause.flatMap { rewritten($0.text) } ?? MomentOfAnswer.instead
      report(MomentOfAnswer.finding(id, at: first, advice: "write `\(instead)`", waits: cause, fixes: names))
    case .function(let name, let now):
      let advice = "give `\(name)` an input of type timestamp in place of `now`, and pass `\(MomentOfAnswer.instead)`"
      report(MomentOfAnswer.finding(id, at: first, advice: advice, reads: now, waits: cause, fixes: names))
    case .view(let name, let now):
      let advice =
        "compute here what needs it, with `\(MomentOfAnswer.instead)`: a truth that derives `\(name)` sees no `proposal`"
      report(MomentOfAnswer.finding(id, at: first, advice: advice, reads: now, waits: cause, fixes: names))
    }
  }

  /// The reason why a run of each intent may wait, by intent: a clause of a truth or invariant on it that asks for an approval,
  /// or the consent that it wants.
  private var waitsByIntent: [Int: Span] {
    var waits: [Int: Span] = [:]
    func add(_ intents: some Sequence<Int>, _ clauses: [CheckedClause]) {
      guard let clause = clauses.first(where: { $0.kind.waits }) else { return }
      for intent in intents where waits[intent] == nil { waits[intent] = clause.span }
    }
    for truth in program.truths { add(truth.matches.isEmpty ? truth.intents : intents(thatFire: truth), truth.clauses) }
    for invariant in program.invariants {
      switch invariant.applies {
      case .intents(let intents): add(intents, [invariant.clause])
      case .all, .state: add(program.intents.indices, [invariant.clause])
      }
    }
    for (intent, declared) in zip(program.intents.indices, declared.intents)
    where waits[intent] == nil && program.intents[intent].wantedConsent != nil {
      waits[intent] = declared.keySpan
    }
    return waits
  }

  /// Returns the intents whose runs may fire a truth on facts, ascending: those whose truths make a fact that it fires on, at
  /// once or through other truths on facts. Empty for a truth without clauses that wait.
  private func intents(thatFire truth: CheckedTruth) -> [Int] {
    guard truth.clauses.contains(where: \.kind.waits) else { return [] }
    var pending = truth.matches.map(\.fact)
    var seen = Set(pending)
    var intents: Set<Int> = []
    while let fact = pending.popLast() {
      for maker in program.truths where DependencyGraph.subjects(madeBy: maker, program).contains(.fact(fact)) {
        intents.formUnion(maker.intents)
        pending += maker.matches.map(\.fact).filter { seen.insert($0).inserted }
      }
    }
    return intents.sorted()
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
}
