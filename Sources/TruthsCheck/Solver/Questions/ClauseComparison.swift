package import TruthsProgram

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
    /// Who may agree to a clause that asks for an approval, by the same names: two are asked alike where the numbers are equal.
    /// The clauses themselves do not tell: what names people is read in a frame of its own.
    package var demands: [String: Int]
    /// Policies that are read as these values, by index in ``Program/policies``; all others may have any value.
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

  /// What was found.
  package struct Answer {
    /// Whether it was shown that the new set lets pass all that the old one does, and the other way around; both together are the
    /// same.
    package var isNowhereStricter: Bool
    package var isNowhereLooser: Bool
    /// Proposals on which they may not.
    package var witnesses: [Witness]
  }

  /// Steps for one comparison.
  private static let steps = 2_000_000
  private static let witnesses = 12

  private let encoder: ClauseEncoder
  private var old: [Item] = []
  private var new: [Item] = []

  /// A clause, with when the truth fires that has it.
  private struct Item {
    var item: ClauseItem
    var name: String
    var fires: [Formula]
    var isAlone: Bool
    var consequence: Consequence

    private var isIdle: Formula { Formula.and(fires).negated }
    /// That it holds, or nobody asks.
    var isMet: Formula { .or([isIdle, item.holds]) }
    /// That it does not fail, be it that this cannot be told, or that nobody asks.
    var isUnbroken: Formula { .or([isIdle, item.trips.negated]) }
    /// That it can be told, or nobody asks.
    var isKnown: Formula { .or([isIdle, item.holds, item.trips]) }
    var fails: [Formula] { fires + [item.trips] }
    var isUnknown: [Formula] { fires + [item.holds.negated, item.trips.negated] }
    var isUnmet: [Formula] { fires + [item.holds.negated] }
  }

  /// What comes of a clause that does not hold.
  private enum Consequence: Hashable {
    case rejects, halts, warns, asksConsent
    /// Who may agree.
    case asks(Int?)
  }

  /// - Parameters:
  ///   - program: of either set.
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

  /// Whether none of the clauses that a side has alone is too large to be looked at.
  private func isWhole(_ items: [Item], _ side: Side) -> Bool { items.count(where: \.isAlone) == side.alone.count }

  private static func items(_ side: Side, _ encoder: ClauseEncoder) -> [Item] {
    encoder.policies = side.policies
    func made(_ item: ClauseItem, _ fires: [Formula]) -> Item {
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
      return items.all.map { made($0, items.fires) }
    }
    return ofTruths + side.invariants.compactMap { invariant in encoder.item(invariant).map { made($0, []) } }
  }

  /// Whether what the clauses that a side has alone ask is asked by the other side too; proposals on which it may not.
  private func follow(_ items: [Item], from others: [Item], _ witnesses: inout [Witness]) -> Bool {
    var isFollowing = true
    // A proposal that nothing else refuses shows the most.
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

  /// What must be impossible where a clause changes nothing.
  ///
  /// A run is decided by the first of these that there is: a structural clause that fails, a requirement that is not met, a
  /// clause that cannot be told, one that asks somebody. So each is compared where there is nothing of what comes before it.
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
      // Whatever is decided, it is recorded. It is the warning of the same place, written otherwise.
      let same = others.filter { $0.isAlone && $0.consequence == .warns && $0.name == item.name }
      return [item.isUnmet + same.map(\.isMet)]
    }
  }
}
