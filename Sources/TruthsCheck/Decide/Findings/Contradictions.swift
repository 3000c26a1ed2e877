import TruthsDiagnostics
import TruthsText

/// Clauses that must all hold for one intent and cannot.
///
/// Counted together are clauses of truths that fire for every proposal of the intent, of those that fire in the name of one pack,
/// and, for each truth with an `if`, its own clauses beside those of the others where the `if` is true.
struct Contradictions {
  let world: ClauseWorld
  private(set) var proofs: [Proof] = []
  /// The truths whose clauses are among those that contradict.
  private(set) var owners: Set<String> = []
  /// Clauses that must hold for every proposal of the intent, by what hangs together.
  private var base = NumberMap<[ClauseItem]>()
  /// All truths; they say when they fire.
  private var truths: [TruthItems] = []
  private var links = DisjointSets()

  /// More clauses than this are not decided together.
  private static let groupLimit = 400

  init(_ world: ClauseWorld) { self.world = world }

  /// Looks through the truths and invariants of an intent.
  mutating func find(_ truths: [TruthItems], _ invariants: [ClauseItem]) {
    self.truths = truths
    let always = truths.filter(\.isUnconditional).flatMap(\.mustHold) + invariants.filter(\.mustHold)
    for item in always {
      for token in item.tokens.list { links.join(item.tokens.first ?? token, token) }
    }
    for item in always {
      if let token = item.tokens.first { base[links.root(token), default: []].append(item) }
    }
    var seen: Set<Tokens.Token> = []
    for item in always {
      guard let token = item.tokens.first.map({ links.root($0) }), seen.insert(token).inserted else { continue }
      decide(base[token] ?? [], beside: [], condition: nil)
    }
    let inPacks = truths.filter { $0.condition == nil && $0.truth.namesPack }
    for pack in Set(inPacks.map(\.truth.pack)).sorted() {
      let own = inPacks.filter { $0.truth.pack == pack }.flatMap(\.mustHold)
      decide(own, beside: related(own.flatMap(\.tokens.list)), condition: nil)
    }
    for truth in truths {
      guard let condition = truth.condition else { continue }
      let tokens = truth.mustHold.flatMap(\.tokens.list) + condition.holds.tokens(in: world.world).list
      decide(truth.mustHold, beside: related(tokens), condition: truth)
    }
  }

  /// The clauses that must always hold and hang together with some tokens, in order.
  private mutating func related(_ tokens: [Tokens.Token]) -> [ClauseItem] {
    if base.isEmpty { return [] }
    var roots = tokens.map { links.root($0) }
    return Tokens(&roots).list.flatMap { base[$0] ?? [] }.sorted { $0.order < $1.order }
  }

  /// Finds contradictions in which clauses of `own` take part.
  private mutating func decide(_ own: [ClauseItem], beside others: [ClauseItem], condition: TruthItems?) {
    var own = own
    for _ in 0..<8 {
      let items = others + own
      if own.isEmpty || items.count > Self.groupLimit || (items.count < 2 && condition == nil) { return }
      let firing = condition?.condition.map { [$0.holds] } ?? []
      if firing.isEmpty, items.areIndependent { return }
      guard world.isImpossible(firing + items.map(\.holds)) else { return }
      let core = world.core(of: firing + items.map(\.holds))
      let hasFiring = !firing.isEmpty && core.contains(0)
      let places = core.map { $0 - firing.count }.filter { $0 >= 0 }
      let named = places.map { items[$0] }
      // What contradicts itself is told by itself; an `if` that other truths rule out fires nothing, which may be meant.
      guard let last = places.last(where: { $0 >= others.count }) else { return }
      if named.count > 1 || hasFiring { report(named, at: items[last], hasFiring ? condition : nil) }
      own.remove(at: last - others.count)
    }
  }

  private mutating func report(_ named: [ClauseItem], at item: ClauseItem, _ condition: TruthItems?) {
    if named.allSatisfy(\.isLiteral) { return }
    let others = named.filter { $0.order != item.order }
    let fires = named.flatMap { item in truths.last(where: { $0.truth.id == item.owner })?.fires ?? [] }
    let firing = fires + (condition?.condition.map { [$0.holds] } ?? [])
    for tripped in [item] + others.reversed() {
      let held = named.filter { $0.order != tripped.order }
      guard let witness = world.witness(firing + held.map(\.holds) + [tripped.trips]) else { continue }
      var texts = held.map { (text: $0.phrase, span: $0.clause.span) }
      if let written = condition?.truth.condition { texts.insert((text: "`if: \(written.text)`", span: written.span), at: 0) }
      proofs.append(
        Proof(
          diagnostic: ContradictoryClauses.found(
            tripped.phrase, with: texts, witness: witness.text, at: tripped.clause.span),
          witness: witness, claims: held.map { $0.claim(.holds) } + [tripped.claim(.violated)]))
      owners.formUnion(named.map(\.owner))
      return
    }
  }
}

extension [ClauseItem] {
  /// Whether each can hold whatever the others come to: they are plain, and speak of different things.
  fileprivate var areIndependent: Bool {
    guard allSatisfy(\.isPlain) else { return false }
    var tokens = flatMap(\.tokens.list)
    let count = tokens.count
    return Tokens(&tokens).list.count == count
  }
}

extension ClauseItem {
  /// The order of clauses: by place in the sources.
  var order: Span { clause.span }
}
