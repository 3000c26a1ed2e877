import TruthsText

/// Clauses that are decided together, and the questions about them.
final class ClauseWorld {
  let world: World
  let search: Search
  /// The intent in whose fields all clauses are read; `nil` where they are read for all their intents at once.
  let intent: Int?
  /// Index in ``Program/intents`` of what witnesses propose.
  let proposed: Int?

  var program: Program { _read { yield world.program } }

  init(_ tables: CheckTables, unread: Set<ValueType>, intent: Int?, proposed: Int?, effort: Effort) {
    world = World(tables, unread: unread)
    search = Search(world, effort)
    self.intent = intent
    self.proposed = proposed
  }

  /// A clause; `nil` where it is too large.
  func item(_ clause: CheckedClause, owner: String, pack: String, _ translator: Translator) -> ClauseItem? {
    search.effort.begin(steps: Search.translationLimit)
    return try? translated(clause, owner: owner, pack: pack, translator)
  }

  private func translated(
    _ clause: CheckedClause, owner: String, pack: String, _ translator: Translator
  ) throws(Undecided) -> ClauseItem {
    let test = try translator.truth(clause.test)
    var condition: Truth?
    if clause.violatedWhen {
      condition = test
    } else if case .implies(let left, _) = clause.test {
      condition = try translator.truth(left)
    }
    return ClauseItem(owner: owner, pack: pack, clause: clause, test: test, condition: condition, in: world)
  }

  /// Whether formulas cannot hold together.
  func isImpossible(_ formulas: [Formula]) -> Bool {
    search.isImpossible(formulas)
  }

  /// See ``Search/core(of:beside:)``.
  func core(of formulas: [Formula], beside fixed: [Formula] = []) -> [Int] { search.core(of: formulas, beside: fixed) }

  /// A witness of formulas; `nil` where none was found.
  func witness(_ formulas: [Formula]) -> Witness? {
    guard let proposed, let found = try? search.model(formulas, .strict) else { return nil }
    return WitnessBuilder.witness(world, found, intent: proposed)
  }
}

/// A truth with its clauses in a world.
final class TruthItems {
  let truth: CheckedTruth
  let condition: Truth?
  let requires: [ClauseItem]
  let invariants: [ClauseItem]
  let moves: [ClauseItem]
  /// When it fires: its `if` is not false, and the proposal is in the name of its pack or of none.
  let fires: [Formula]

  init(
    _ truth: CheckedTruth, condition: Truth?, requires: [ClauseItem], invariants: [ClauseItem], moves: [ClauseItem],
    fires: [Formula]
  ) {
    self.truth = truth
    self.condition = condition
    self.requires = requires
    self.invariants = invariants
    self.moves = moves
    self.fires = fires
  }

  var all: [ClauseItem] { requires + invariants }

  var mustHold: [ClauseItem] { all.filter(\.mustHold) + moves }

  /// Whether it fires for every proposal of its intents.
  var isUnconditional: Bool { condition == nil && !truth.namesPack }
}

extension ClauseWorld {
  /// A truth with its clauses; `nil` where its `if` is too large.
  func items(_ truth: CheckedTruth) -> TruthItems? {
    let translator = Translator(world, Frame(truth, intent: intent, in: world.tables), search.effort)
    search.effort.begin(steps: Search.translationLimit)
    var fires: [Formula] = []
    var condition: Truth?
    if let written = truth.condition {
      guard let found = try? translator.truth(written.test) else { return nil }
      condition = found
      fires.append(found.fails.negated)
    }
    func items(_ clauses: [CheckedClause]) -> [ClauseItem] {
      clauses.compactMap { item($0, owner: truth.id, pack: truth.pack, translator) }
    }
    let (requires, invariants, moves) = (items(truth.requires), items(truth.invariants), items(truth.moves.map(\.clause)))
    if truth.namesPack, let pack = try? packFits(truth.pack) { fires.append(pack) }
    return TruthItems(
      truth, condition: condition, requires: requires, invariants: invariants, moves: moves, fires: fires)
  }

  /// That the proposal is in the name of a pack or of none, where some clause reads that.
  private func packFits(_ pack: String) throws(Undecided) -> Formula {
    guard let cell = world.cells.firstIndex(where: { $0.source == .builtin(.proposalPack) }),
      let variable = world.cells[cell].variable
    else { return .yes }
    let isThere = world.cells[cell].isThere
    let same = try world.formula(
      Linear(variable: variable).subtracting(Linear(variable: world.constant(Text(pack)))), .equal)
    return .or(isThere.negated, same)
  }
}
