import TruthsCheck
import TruthsText

/// Gathers what a ``QuickPlan`` is made of.
struct QuickPlanBuilder {
  let engine: Engine
  let intent: Int
  private(set) var symbols: SymbolOverlay
  private(set) var units: [CompiledUnit] = []
  private(set) var rows: [CellRow] = []
  private(set) var clauses: [PlannedClause] = []
  /// Clauses of each entry.
  private(set) var counts: [Int] = []
  /// The fields of all entries, one behind the other.
  private(set) var fields: [Int32] = []
  private(set) var isWhole = true
  private(set) var isLast = true
  private var kinds: [ClauseWeight] = []
  private var dispatched: [IntentDispatch.Entry] = []
  /// Where the fields and clauses of each entry begin.
  private var firstFields: [Int] = []
  private var firstClauses: [Int] = []

  init(engine: Engine, intent: Int, symbols: SymbolOverlay) {
    self.engine = engine
    self.intent = intent
    self.symbols = symbols
  }

  private var program: Program { engine.program }

  mutating func build() {
    let dispatch = engine.dispatch[intent]
    for entry in dispatch.truths {
      let truth = program.truths[entry.index]
      let checked = truth.requires + truth.invariants + truth.moves.map(\.clause)
      add(entry, engine.code.truths[entry.index].unit, checked, declaredBy: truth.id)
      guard let condition = truth.condition else { continue }
      clauses.append(
        PlannedClause(
          id: truth.id, declaredBy: truth.id, name: "if", text: condition.text, isOfInvariant: false, place: .condition,
          position: 0))
      kinds.append(.requirement)
    }
    for entry in dispatch.invariants {
      let invariant = program.invariants[entry.index]
      add(entry, engine.code.invariants[entry.index], [invariant.clause], declaredBy: invariant.id)
    }
    let truths = dispatch.truths.map(\.index)
    if !engine.reads.examining(truths, dispatch.invariants.map(\.index)).isEmpty { isWhole = false }
    isLast = engine.isLastStep(truths)
  }

  private mutating func add(
    _ entry: IntentDispatch.Entry, _ unit: CompiledUnit, _ checked: [CheckedClause], declaredBy: String
  ) {
    dispatched.append(entry)
    units.append(unit)
    rows.append(CellRow(unit.constants { symbols.cell(of: $0) }))
    firstFields.append(fields.count)
    fields += entry.fields.map { Int32(truncatingIfNeeded: $0) }
    firstClauses.append(clauses.count)
    counts.append(checked.count)
    for clause in checked {
      if clause.hasOwnID, clauses.contains(where: { $0.id == clause.id && $0.declaredBy != declaredBy }) { isWhole = false }
      clauses.append(
        PlannedClause(
          id: clause.id, declaredBy: declaredBy, name: clause.name, text: clause.text, isOfInvariant: !entry.isTruth,
          place: Violation.Place(clause.place), position: clause.position))
      kinds.append(ClauseWeight(clause.kind))
    }
  }

  /// The kinds of the clauses, and their order within a kind (runtime.md §3, step 4).
  var weights: [QuickPlan.Weight] {
    let order = clauses.indices.sorted { clauses[$0].precedes(clauses[$1]) }
    var ranks = [Int32](repeating: 0, count: clauses.count)
    for (rank, clause) in order.enumerated() { ranks[clause] = Int32(truncatingIfNeeded: rank) }
    return zip(kinds, ranks).map { QuickPlan.Weight(kind: $0, rank: $1) }
  }

  /// The look-ups of an entry by a field of the proposal.
  func readings(_ index: Int, _ probes: UnsafePointer<BoundProbe>) -> [(probe: BoundProbe, field: Int)] {
    let fields = dispatched[index].fields
    return units[index].probesBySlot.compactMap { probe, slot in
      guard fields.indices.contains(slot), fields[slot] >= 0 else { return nil }
      return (probes[probe], fields[slot])
    }
  }

  func entry(
    _ index: Int, _ places: UnsafePointer<Int32>, _ probes: UnsafePointer<BoundProbe>
  ) -> QuickPlan.Entry {
    let place = dispatched[index]
    let truth = place.isTruth ? program.truths[place.index] : nil
    let code = place.isTruth ? engine.code.truths[place.index] : nil
    let pack = truth.flatMap { truth in truth.namesPack ? program.packs.firstIndex { $0.name == truth.pack } : nil }
    return QuickPlan.Entry(
      unit: .passUnretained(units[index]), probes: probes, constants: rows[index].cells, fields: places + firstFields[index],
      fieldCount: place.fields.count, reading: code?.reading ?? 0, producing: code?.producing ?? 0, isTruth: place.isTruth,
      pack: pack ?? -1, firstClause: firstClauses[index], clauseCount: counts[index])
  }
}

extension PlannedClause {
  /// As ``Violation/precedes(_:_:)`` orders violations of one kind.
  fileprivate func precedes(_ other: PlannedClause) -> Bool {
    if isOfInvariant != other.isOfInvariant { return other.isOfInvariant }
    if id != other.id { return id.utf8.lexicographicallyPrecedes(other.id.utf8) }
    if place != other.place { return place.rawValue < other.place.rawValue }
    if position != other.position { return position < other.position }
    return declaredBy.utf8.lexicographicallyPrecedes(other.declaredBy.utf8)
  }
}

extension ClauseWeight {
  init(_ kind: ClauseKind) {
    switch kind {
    case .requirement: self = .requirement
    case .structural: self = .structural
    case .acceptance: self = .acceptance
    case .advisory: self = .advisory
    }
  }
}

extension Violation.Place {
  init(_ place: ClausePlace) {
    switch place {
    case .requires: self = .requires
    case .invariants: self = .invariants
    case .moves: self = .moves
    case .ensures: self = .ensures
    case .rule: self = .rule
    }
  }
}

extension Engine {
  /// Whether nothing can stop a proposal behind its clauses but what its truths produce: nothing is read on the result, and no
  /// truth on facts fires by it.
  func isLastStep(_ truths: [Int]) -> Bool {
    guard reads.producing(truths).isEmpty, !hasStateInvariants else { return false }
    var made: [Int] = []
    for truth in truths.map({ program.truths[$0] }) {
      if !truth.ensures.isEmpty { return false }
      made += truth.outputs.map(\.fact) + truth.moves.map { program.lifecycles[$0.key.lifecycle].history }
    }
    guard Set(made).count == made.count else { return false }
    return strata.flatMap(\.plans).allSatisfy { plan in
      let watch = reads.watched[plan.truth]
      let matched = program.truths[plan.truth].matches.map(\.fact)
      return watch?.hasViews != true && watch?.hasEnvironment != true
        && made.allSatisfy { !matched.contains($0) && watch?.types.contains($0) != true }
    }
  }
}
