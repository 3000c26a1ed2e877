import TruthsDiagnostics

/// Two clauses of one intent with one condition and different consequences.
struct SharedConditions {
  let world: ClauseWorld
  private(set) var proofs: [Proof] = []

  /// Up to so many clauses about the same things are compared by meaning; beyond, only those that say it in the same way.
  private static let compareLimit = 24

  init(_ world: ClauseWorld) { self.world = world }

  /// A clause with the whole condition under which it speaks.
  private struct Speaking {
    var item: ClauseItem
    var condition: Formula
    var fires: [Formula]
  }

  /// - Parameter settled: the clauses, by their spans, that something graver has been said of.
  mutating func find(_ truths: [TruthItems], _ invariants: [ClauseItem]) {
    var groups = FewMap<Tokens, [Speaking]>()
    var order: [Tokens] = []
    func add(_ item: ClauseItem, _ truth: TruthItems?) {
      guard item.drawsConsequence else { return }
      let condition = Formula.and([item.trips] + (truth?.condition.map { [$0.holds] } ?? []))
      let tokens = condition.tokens(in: world.world)
      if tokens.isEmpty { return }
      let known = groups[tokens]
      if known == nil { order.append(tokens) }
      groups.set((known ?? []) + [Speaking(item: item, condition: condition, fires: truth?.fires ?? [])], for: tokens)
    }
    for truth in truths { for item in truth.invariants { add(item, truth) } }
    for item in invariants { add(item, nil) }
    for tokens in order { compare(groups[tokens] ?? []) }
  }

  private mutating func compare(_ group: [Speaking]) {
    guard let first = group.first, group.contains(where: { $0.item.consequence != first.item.consequence }) else { return }
    let group = group.sorted { $0.item.order < $1.item.order }
    var classes: [Speaking] = []
    var known: [Formula: Int] = [:]
    for speaking in group {
      let place = known[speaking.condition] ?? (group.count <= Self.compareLimit ? sameClass(speaking, classes) : nil)
      guard let place else {
        known[speaking.condition] = classes.count
        classes.append(speaking)
        continue
      }
      known[speaking.condition] = place
      if classes[place].item.consequence != speaking.item.consequence { report(speaking, first: classes[place]) }
    }
  }

  private func sameClass(_ speaking: Speaking, _ classes: [Speaking]) -> Int? {
    classes.firstIndex { world.areSame($0.condition, speaking.condition) }
  }

  private mutating func report(_ later: Speaking, first: Speaking) {
    guard let intent = world.intent, !world.isImpossible([later.condition]),
      let witness = world.witness(first.fires + later.fires + [first.condition, later.condition])
    else { return }
    proofs.append(
      Proof(
        diagnostic: OtherConsequence.found(
          later.item.phrase, intent: world.program.intents[intent].name, first: (first.item.phrase, first.item.clause.span),
          witness: witness.text, at: later.item.clause.span),
        witness: witness, claims: [first.item.claim(.violated), later.item.claim(.violated)]))
  }
}

extension ClauseItem {
  /// Whether it has a consequence of its own: an effect, or the halt of a plain invariant. `A → B` says what must be so where `A`
  /// is, and several may say several things.
  fileprivate var drawsConsequence: Bool { clause.violatedWhen || condition == nil }
}
