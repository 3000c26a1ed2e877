package import TruthsProgram

/// Compares how two truth sets decide about one intent, looking at the clauses that only one of them has.
///
/// Both sets have one vocabulary: indices mean the same in both.
package struct ClauseComparison {
  /// The clauses of one set.
  package struct Side {
    package var truths: [CheckedTruth]
    package var invariants: [CheckedInvariant]
    /// Clauses that only this set has, by declaration and name: `shop.ordering|requires[0]`.
    package var alone: Set<String>
    /// A number for each clause that asks for an approval, keyed by the same names. Equal numbers mean that the same people may
    /// approve. The clauses do not show this, because the expressions that name people are evaluated in a frame of their own.
    package var demands: [String: Int]
    /// Fixed values of policies, by index in ``Program/policies``; all others may have any value.
    package var policies: [Int: Value]

    package init(
      truths: [CheckedTruth], invariants: [CheckedInvariant], alone: Set<String>, demands: [String: Int], policies: [Int: Value]
    ) {
      self.truths = truths
      self.invariants = invariants
      self.alone = alone
      self.demands = demands
      self.policies = policies
    }
  }

  /// Result of a comparison.
  package struct Answer {
    /// Whether it is proved that each proposal that passes the clauses of the old set passes those of the new set.
    package var isNowhereStricter: Bool
    package var isNowhereLooser: Bool
    /// Proposals on which the sets may differ.
    package var witnesses: [Witness]
  }

  private static let steps = 2_000_000
  private static let witnesses = 12

  private let encoder: ClauseEncoder
  private var old: [Item] = []
  private var new: [Item] = []

  /// A clause, with the conditions under which its truth fires.
  private struct Item {
    var item: ClauseItem
    var name: String
    var fires: [Formula]
    var isAlone: Bool
    var consequence: Consequence

    private var isIdle: Formula { Formula.and(fires).negated }
    /// The clause holds, or its truth does not fire.
    var isMet: Formula { .or([isIdle, item.holds]) }
    /// The clause does not fail: it holds, is unknown, or its truth does not fire.
    var isUnbroken: Formula { .or([isIdle, item.trips.negated]) }
    /// The clause is not unknown, or its truth does not fire.
    var isKnown: Formula { .or([isIdle, item.holds, item.trips]) }
    var fails: [Formula] { fires + [item.trips] }
    var isUnknown: [Formula] { fires + [item.holds.negated, item.trips.negated] }
    var isUnmet: [Formula] { fires + [item.holds.negated] }
  }

  /// Effect of a clause that does not hold.
  private enum Consequence: Hashable {
    case rejects, halts, warns, asksConsent
    /// The clause asks for an approval. Equal numbers mean that the same people may approve (``Side/demands``).
    case asks(Int?)
  }

  /// Compares two sets.
  ///
  /// - Parameters:
  ///   - program: the program of either set.
  ///   - intent: its index.
  package static func compare(_ program: Program, intent: Int, old: Side, new: Side) -> Answer {
    let comparison = ClauseComparison(program, intent, old, new)
    var answer = Answer(
      isNowhereStricter: comparison.isWhole(comparison.new, new), isNowhereLooser: comparison.isWhole(comparison.old, old),
      witnesses: [])
    if !comparison.follow(comparison.new, from: comparison.old, &answer.witnesses) { answer.isNowhereStricter = false }
    if !comparison.follow(comparison.old, from: comparison.new, &answer.witnesses) { answer.isNowhereLooser = false }
    return answer
  }

  private init(_ program: Program, _ intent: Int, _ old: Side, _ new: Side) {
    let tables = CheckTables(DeclarationTable([]))
    tables.program = program
    for truth in program.truths where !truth.matches.isEmpty { tables.derived.formUnion(truth.outputs.map(\.fact)) }
    encoder = ClauseEncoder(
      tables, unread: [.unknown], intent: intent, proposed: intent, fuel: Fuel(total: Self.steps))
    self.old = Self.items(old, encoder)
    self.new = Self.items(new, encoder)
  }

  /// Whether every clause that a side has alone was small enough to be translated.
  private func isWhole(_ items: [Item], _ side: Side) -> Bool { items.count(where: \.isAlone) == side.alone.count }

  private static func items(_ side: Side, _ encoder: ClauseEncoder) -> [Item] {
    encoder.policies = side.policies
    func comparable(_ item: ClauseItem, _ fires: [Formula]) -> Item {
      let name = "\(item.owner)|\(item.clause.name)"
      let consequence: Consequence =
        switch item.clause.kind {
        case .requirement: .rejects
        case .structural: .halts
        case .advisory: .warns
        case .consent: .asksConsent
        case .acceptance: .asks(side.demands[name])
        }
      return Item(item: item, name: name, fires: fires, isAlone: side.alone.contains(name), consequence: consequence)
    }
    let ofTruths = side.truths.flatMap { truth -> [Item] in
      guard let items = encoder.items(truth) else { return [] }
      return items.all.map { comparable($0, items.fires) }
    }
    return ofTruths + side.invariants.compactMap { invariant in encoder.item(invariant).map { comparable($0, []) } }
  }

  /// Returns whether the other side demands everything that the clauses of only one side demand. Collects proposals for which it
  /// may demand less.
  private func follow(_ items: [Item], from others: [Item], _ witnesses: inout [Witness]) -> Bool {
    var isFollowing = true
    // A proposal that no other clause refuses shows the difference best.
    let passing = others.filter { $0.consequence == .halts || $0.consequence == .rejects }.map(\.isMet)
    for item in items where item.isAlone {
      for formulas in questions(item, others) where !encoder.isImpossible(formulas) {
        isFollowing = false
        guard witnesses.count < Self.witnesses,
          let witness = encoder.witness(formulas + passing) ?? encoder.witness(formulas)
        else { continue }
        if !witnesses.contains(witness) { witnesses.append(witness) }
      }
    }
    return isFollowing
  }

  /// Returns the formulas that must be impossible if a clause changes nothing.
  ///
  /// A run is decided by the first of these that exists: a structural clause that fails, a requirement that is not met, a clause
  /// that is unknown, a clause that asks for agreement. So each clause is compared under the condition that nothing earlier
  /// decides.
  private func questions(_ item: Item, _ others: [Item]) -> [[Formula]] {
    let halting = others.filter { $0.consequence == .halts }
    let unbroken = halting.map(\.isUnbroken)
    let required = others.filter { $0.consequence == .rejects }.map(\.isMet)
    let before = halting.map(\.isMet) + required
    switch item.consequence {
    case .halts: return [item.fails + unbroken, item.isUnknown + before]
    case .rejects: return [item.isUnmet + unbroken + required]
    case .asks, .asksConsent:
      let same = others.filter { $0.consequence == item.consequence }
      return [item.fails + before + same.map(\.isUnbroken), item.isUnknown + before + same.map(\.isKnown)]
    case .warns:
      // A warning is recorded whatever is decided. It is compared with the other side's version of the same clause.
      let same = others.filter { $0.isAlone && $0.consequence == .warns && $0.name == item.name }
      return [item.isUnmet + same.map(\.isMet)]
    }
  }
}
