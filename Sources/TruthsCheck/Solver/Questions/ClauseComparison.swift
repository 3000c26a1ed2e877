/// Whether the clauses of two truth sets decide about one intent alike, as far as those go that one set has alone.
///
/// Both sets have one vocabulary: indices mean the same in both.
package struct ClauseComparison {
  /// The clauses of one set.
  package struct Side {
    package var truths: [CheckedTruth]
    package var invariants: [CheckedInvariant]
    /// Those that the other set does not have, by who declares them and their name: `shop.ordering|requires[0]`.
    package var alone: Set<String>

    package init(truths: [CheckedTruth], invariants: [CheckedInvariant], alone: Set<String>) {
      self.truths = truths
      self.invariants = invariants
      self.alone = alone
    }
  }

  /// What was found.
  package struct Answer {
    /// Whether both sets were shown to decide alike.
    package var isSame: Bool
    /// Proposals on which they may not.
    package var witnesses: [Witness]
  }

  /// Steps for one comparison.
  private static let steps = 2_000_000
  private static let witnesses = 12

  private let encoder: ClauseEncoder
  /// Whether a clause is too large to be looked at.
  private let isPartial: Bool
  private var old: [Item] = []
  private var new: [Item] = []

  /// A clause, with when the truth fires that has it.
  private struct Item {
    var item: ClauseItem
    var fires: [Formula]
    var isAlone: Bool

    var consequence: ClauseItem.Consequence { item.consequence }
    /// That it holds, or nobody asks.
    var isMet: Formula { .or([Formula.and(fires).negated, item.holds]) }
    /// That it does not hold, be it that this cannot be told.
    var isUnmet: [Formula] { fires + [item.holds.negated] }
  }

  /// - Parameters:
  ///   - program: of either set.
  ///   - intent: its index.
  package static func compare(_ program: Program, intent: Int, old: Side, new: Side) -> Answer {
    ClauseComparison(program, intent, old, new).answer()
  }

  private init(_ program: Program, _ intent: Int, _ old: Side, _ new: Side) {
    let tables = CheckTables(DeclarationTable([]))
    tables.program = program
    for truth in program.truths where !truth.matches.isEmpty { tables.derived.formUnion(truth.outputs.map(\.fact)) }
    encoder = ClauseEncoder(
      tables, unread: [.unknown], intent: intent, proposed: intent, fuel: Fuel(total: Self.steps))
    self.old = Self.items(old, encoder)
    self.new = Self.items(new, encoder)
    isPartial = self.old.count(where: \.isAlone) != old.alone.count || self.new.count(where: \.isAlone) != new.alone.count
  }

  private static func items(_ side: Side, _ encoder: ClauseEncoder) -> [Item] {
    let ofTruths = side.truths.flatMap { truth -> [Item] in
      guard let items = encoder.items(truth) else { return [] }
      return items.all.map { item in
        Item(item: item, fires: items.fires, isAlone: side.alone.contains("\(truth.id)|\(item.clause.name)"))
      }
    }
    return ofTruths
      + side.invariants.compactMap { invariant in
        encoder.item(invariant).map { Item(item: $0, fires: [], isAlone: side.alone.contains("\(invariant.id)|rule")) }
      }
  }

  private func answer() -> Answer {
    var answer = Answer(isSame: !isPartial, witnesses: [])
    for (one, other) in [(old, new), (new, old)] {
      for item in one where item.isAlone {
        for formulas in questions(item, other) where !encoder.isImpossible(formulas) {
          answer.isSame = false
          guard answer.witnesses.count < Self.witnesses, let witness = encoder.witness(formulas) else { continue }
          if !answer.witnesses.contains(witness) { answer.witnesses.append(witness) }
        }
        if item.consequence == .warns || item.consequence == .asksConsent { answer.isSame = false }
      }
    }
    return answer
  }

  /// What must be impossible where a clause changes nothing: that it is not met while all that the other set asks is.
  private func questions(_ item: Item, _ others: [Item]) -> [[Formula]] {
    let halting = others.filter { $0.consequence == .halts }.map(\.isMet)
    let required = others.filter { $0.consequence == .rejects }.map(\.isMet)
    switch item.consequence {
    case .halts: return [item.isUnmet + halting]
    case .rejects: return [item.isUnmet + halting + required]
    case .warns, .asksConsent: return [item.isUnmet + halting + required]
    case .asks:
      let same = others.filter { $0.consequence == item.consequence }
      let idle = same.map { ($0, Formula.and($0.fires).negated) }
      // Asked for certain, and by nobody in the other set; then not to be told, where everything can be in the other one.
      return [
        item.fires + [item.item.trips] + halting + required + idle.map { .or([$1, $0.item.trips.negated]) },
        item.fires + [item.item.holds.negated, item.item.trips.negated] + halting + required
          + idle.map { .or([$1, $0.item.holds, $0.item.trips]) },
      ]
    }
  }
}
