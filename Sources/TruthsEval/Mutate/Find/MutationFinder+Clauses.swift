import TruthsSyntax
import TruthsText

extension MutationFinder {
  /// The entries of `requires`, `invariants` or `ensures`.
  mutating func clauses(_ entries: [ClauseEntry], _ list: String) {
    for (position, entry) in entries.enumerated() {
      part = "\(list)[\(position)]"
      if let place = self.entry(around: entry.span) {
        drop(.dropClause, place, position, of: entries.count, list, advice: unneeded(entry.clause))
      }
      clause(entry.clause, hasEffects: list != "requires")
    }
  }

  /// An entry of a list of a truth goes; with the last one goes the list.
  mutating func drop(
    _ operation: MutationOperator, _ place: Span, _ position: Int, of count: Int, _ list: String, advice: String
  ) {
    add(
      operation, count == 1 ? withKey(place) : place, nil, dropped: Mutation.Dropped(list: list, position: position),
      advice: advice)
  }

  private func unneeded(_ clause: Clause) -> String {
    "no fixture needs `\(text(clause.span))`: write one that this clause alone stops or holds up"
  }

  /// A clause.
  ///
  /// - Parameter hasEffects: whether it stands where effects may.
  mutating func clause(_ clause: Clause, hasEffects: Bool) {
    condition(clause.condition, isWhole: true)
    if case .expression(let consequence)? = clause.consequence { condition(consequence, isWhole: true) }
    if hasEffects { effects(of: clause) }
  }

  // MARK: Consequences

  private mutating func effects(of clause: Clause) {
    if case .effect(let effect)? = clause.consequence { return self.effect(effect) }
    let advice =
      "no fixture tells halting from waiting for an approval here: write one that violates the clause and expects which"
    switch clause.otherwise {
    case .effect(let effect):
      self.effect(effect)
    case .reason(let reason):
      add(.consequence, reason.span, "requires_approval", advice: advice)
    case nil:
      add(.consequence, clause.span, "\(file.text(clause.span)) else requires_approval", advice: advice)
    }
  }

  private mutating func effect(_ effect: Effect) {
    let word = Span(file: file.id, start: Int(effect.span.start), end: Int(effect.span.start))
    func keyword(_ text: String) -> Span { Span(file: file.id, start: Int(word.start), end: Int(word.start) + text.utf8.count) }
    let advice = "write a fixture that violates the clause and expects its decision"
    switch effect.kind {
    case .reject:
      add(.consequence, keyword("reject"), "warn", advice: "no fixture tells halting from a warning here: " + advice)
    case .warn:
      add(.consequence, keyword("warn"), "reject", advice: "no fixture tells a warning from halting here: " + advice)
    case .requiresApproval(let role):
      let reason = effect.text.map { file.text($0.span) } ?? "\"No\""
      add(
        .consequence, effect.span, "reject(\(reason))",
        advice: "no fixture tells waiting for an approval from halting here: " + advice)
      if let role {
        add(
          .role, role.span, "somebody_else",
          advice: "no fixture shows that `\(role.text)` is who approves: write one in which that role is asked, or approves")
      }
    }
  }
}
