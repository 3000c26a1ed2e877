import TruthsText

/// The truths and invariants of one intent, which are looked at together. It outlives the check that made it where a later check
/// finds the same ones.
final class IntentGroup {
  /// Index in ``Program/intents``.
  let intent: Int
  /// The truths that fire on it, by id.
  let truths: [TruthBody]
  /// The invariants that name it, by id.
  let invariants: [InvariantBody]
  let knowledge: IntentKnowledge
  /// What was decided of them together, and beside which invariants for all intents.
  var decision: (found: Decision, shared: [InvariantBody])?

  init(_ intent: Int, _ truths: [TruthBody], _ invariants: [InvariantBody], _ tables: CheckTables) {
    self.intent = intent
    self.truths = truths
    self.invariants = invariants
    knowledge = IntentKnowledge(truths, of: intent, tables)
  }
}

extension CheckSession {
  /// Puts truths and invariants together by intent.
  func makeGroups() {
    var truths = [[TruthBody]](repeating: [], count: program.intents.count)
    for truth in truthBodies {
      for intent in truth.checked.intents { truths[intent].append(truth) }
    }
    var invariants = [[InvariantBody]](repeating: [], count: program.intents.count)
    for invariant in invariantBodies {
      guard case .intents(let intents) = invariant.checked.applies else { continue }
      for intent in intents { invariants[intent].append(invariant) }
    }
    groups = Cores.map(program.intents.count, stride: Self.stride) { intent in
      if truths[intent].isEmpty, invariants[intent].isEmpty { return nil }
      return kept.group(intent, truths[intent], invariants[intent])
        ?? IntentGroup(intent, truths[intent], invariants[intent], tables)
    }
  }
}
