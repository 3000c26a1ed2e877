import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Finds clauses that must all hold for one intent and cannot.
///
/// It decides these groups together: the clauses of truths that fire for every proposal of the intent; those of truths that
/// fire for one pack; and for each truth with an `if`, its clauses and the others where the `if` is true.
struct Contradictions {
  let encoding: ClauseEncoder
  private(set) var proofs: [Proof] = []
  /// Truths with clauses that contradict each other.
  private(set) var owners: Set<String> = []
  /// Clauses that must hold for every proposal of the intent, by group of related clauses.
  private var base = NumberMap<[ClauseItem]>()
  /// All truths, with the conditions under which they fire.
  private var truths: [TruthItems] = []
  private var links = DisjointSets()

  private static let groupLimit = 400

  init(_ encoding: ClauseEncoder) { self.encoding = encoding }

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
      decide(base[token] ?? [], with: [], condition: nil)
    }
    let inPacks = truths.filter { $0.condition == nil && $0.truth.namesPack }
    for pack in Set(inPacks.map(\.truth.pack)).sorted() {
      let own = inPacks.filter { $0.truth.pack == pack }.flatMap(\.mustHold)
      decide(own, with: related(own.flatMap(\.tokens.list)), condition: nil)
    }
    for truth in truths {
      guard let condition = truth.condition else { continue }
      let tokens = truth.mustHold.flatMap(\.tokens.list) + condition.holds.tokens(in: encoding.encoding).list
      decide(truth.mustHold, with: related(tokens), condition: truth)
    }
  }

  /// Returns the clauses that must always hold and share variables with some tokens, in order.
  private mutating func related(_ tokens: [Tokens.Token]) -> [ClauseItem] {
    if base.isEmpty { return [] }
    var roots = tokens.map { links.root($0) }
    return Tokens(&roots).list.flatMap { base[$0] ?? [] }.sorted { $0.order < $1.order }
  }

  /// Finds contradictions that involve clauses of `own`.
  private mutating func decide(_ own: [ClauseItem], with others: [ClauseItem], condition: TruthItems?) {
    var own = own
    for _ in 0..<8 {
      let items = others + own
      if own.isEmpty || items.count > Self.groupLimit || (items.count < 2 && condition == nil) { return }
      let firing = condition?.condition.map { [$0.holds] } ?? []
      if firing.isEmpty, items.areIndependent { return }
      guard encoding.isImpossible(firing + items.map(\.holds)) else { return }
      let core = encoding.core(of: firing + items.map(\.holds))
      let hasFiring = !firing.isEmpty && core.contains(0)
      let places = core.map { $0 - firing.count }.filter { $0 >= 0 }
      let named = places.map { items[$0] }
      // A clause that contradicts itself has a finding of its own. A truth with an `if` that other truths rule out may be
      // intended.
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
      let satisfied = named.filter { $0.order != tripped.order }
      guard let witness = encoding.witness(firing + satisfied.map(\.holds) + [tripped.trips]) else { continue }
      var texts = satisfied.map { (text: $0.phrase, span: $0.clause.span) }
      if let written = condition?.truth.condition { texts.insert((text: "`if: \(written.text)`", span: written.span), at: 0) }
      proofs.append(
        Proof(
          diagnostic: ContradictoryClauses.finding(
            tripped.phrase, with: texts, witness: witness.text, at: tripped.clause.span),
          witness: witness, claims: satisfied.map { $0.claim(.holds) } + [tripped.claim(.violated)]))
      owners.formUnion(named.map(\.owner))
      return
    }
  }
}

extension [ClauseItem] {
  /// Whether each can hold independently of the others: they are plain and have no variable in common.
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

/// Finds clauses of one intent with the same condition and different consequences.
struct SharedConditions {
  let encoding: ClauseEncoder
  private(set) var proofs: [Proof] = []

  /// Limit of related clauses that the solver compares; larger groups are compared only by their formulas' text.
  private static let compareLimit = 24

  init(_ encoding: ClauseEncoder) { self.encoding = encoding }

  /// A clause with the whole condition under which it applies.
  private struct Speaking {
    var item: ClauseItem
    var condition: Formula
    var fires: [Formula]
  }

  mutating func find(_ truths: [TruthItems], _ invariants: [ClauseItem]) {
    var groups = SmallMap<Tokens, [Speaking]>()
    var order: [Tokens] = []
    func add(_ item: ClauseItem, _ truth: TruthItems?) {
      guard item.drawsConsequence else { return }
      let condition = Formula.and([item.trips] + (truth?.condition.map { [$0.holds] } ?? []))
      let tokens = condition.tokens(in: encoding.encoding)
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
    var classIndices: [Formula: Int] = [:]
    for speaking in group {
      let classIndex = classIndices[speaking.condition] ?? (group.count <= Self.compareLimit ? sameClass(speaking, classes) : nil)
      guard let classIndex else {
        classIndices[speaking.condition] = classes.count
        classes.append(speaking)
        continue
      }
      classIndices[speaking.condition] = classIndex
      if classes[classIndex].item.consequence != speaking.item.consequence { report(speaking, first: classes[classIndex]) }
    }
  }

  private func sameClass(_ speaking: Speaking, _ classes: [Speaking]) -> Int? {
    classes.firstIndex { encoding.areSame($0.condition, speaking.condition) }
  }

  private mutating func report(_ later: Speaking, first: Speaking) {
    guard let intent = encoding.intent, !encoding.isImpossible([later.condition]),
      let witness = encoding.witness(first.fires + later.fires + [first.condition, later.condition])
    else { return }
    proofs.append(
      Proof(
        diagnostic: OtherConsequence.finding(
          later.item.phrase, intent: encoding.program.intents[intent].name, first: (first.item.phrase, first.item.clause.span),
          witness: witness.text, at: later.item.clause.span),
        witness: witness, claims: [first.item.claim(.violated), later.item.claim(.violated)]))
  }
}

extension ClauseItem {
  /// Whether the clause has a condition and a consequence: an effect, or the halt of a plain invariant. `A → B` has none,
  /// because several such clauses can hold together. An effect alone has no condition.
  fileprivate var drawsConsequence: Bool { (clause.violatedWhen || condition == nil) && !clause.isUnconditional }
}
