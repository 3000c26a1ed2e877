import TruthsProgram
import TruthsText

/// Translates clauses that are decided together, and answers questions about them.
final class ClauseEncoder {
  let encoding: EncodingContext
  let search: Search
  /// The intent whose fields all clauses read; `nil` if each clause reads the shared fields of all its intents.
  let intent: Int?
  /// Index in ``Program/intents`` of the intent that witnesses propose.
  let proposed: Int?
  /// Fixed values of policies, by index in ``Program/policies``; all others may have any value.
  var policies: [Int: Value] = [:]

  var program: Program { _read { yield encoding.program } }

  init(_ tables: CheckTables, unread: Set<ValueType>, intent: Int?, proposed: Int?, fuel: Fuel) {
    encoding = EncodingContext(tables, unread: unread)
    search = Search(encoding, fuel)
    self.intent = intent
    self.proposed = proposed
  }

  /// Translates a clause; `nil` if it is too large.
  func item(_ clause: CheckedClause, owner: String, pack: String, _ translator: Translator) -> ClauseItem? {
    search.fuel.begin(steps: Search.translationLimit)
    return try? translated(clause, owner: owner, pack: pack, translator)
  }

  private func translated(
    _ clause: CheckedClause, owner: String, pack: String, _ translator: Translator
  ) throws(OutOfFuel) -> ClauseItem {
    let test = try translator.truth(clause.test)
    var condition: Truth?
    if clause.violatedWhen {
      condition = test
    } else if case .implies(let left, _) = clause.test {
      condition = try translator.truth(left)
    }
    return ClauseItem(owner: owner, pack: pack, clause: clause, test: test, condition: condition, in: encoding)
  }

  func isImpossible(_ formulas: [Formula]) -> Bool {
    search.isImpossible(formulas)
  }

  func core(of formulas: [Formula], given fixed: [Formula] = []) -> [Int] { search.core(of: formulas, given: fixed) }

  /// Finds a witness for formulas; `nil` if none was found.
  func witness(_ formulas: [Formula]) -> Witness? {
    guard let proposed, let found = try? search.model(formulas, .strict) else { return nil }
    return WitnessBuilder.witness(encoding, found, intent: proposed, search.fuel)
  }
}

/// A truth with the formulas of its clauses.
final class TruthItems {
  let truth: CheckedTruth
  let condition: Truth?
  let requires: [ClauseItem]
  let invariants: [ClauseItem]
  let moves: [ClauseItem]
  /// Formulas for the truth firing: its `if` is not false, and the proposal names its pack or no pack.
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

  /// Whether the truth fires for every proposal of its intents.
  var isUnconditional: Bool { condition == nil && !truth.namesPack }
}

extension ClauseEncoder {
  /// Translates a truth with its clauses; `nil` if its `if` is too large.
  func items(_ truth: CheckedTruth) -> TruthItems? {
    var scope = EncodingScope(truth, intent: intent, in: encoding.tables)
    scope.policies = policies
    let translator = Translator(encoding, scope, search.fuel)
    search.fuel.begin(steps: Search.translationLimit)
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

  /// Returns the formula that the proposal names a pack or none; always true if no clause reads the pack.
  private func packFits(_ pack: String) throws(OutOfFuel) -> Formula {
    guard let inputTerm = encoding.inputTerms.firstIndex(where: { $0.source == .builtin(.proposalPack) }),
      let variable = encoding.inputTerms[inputTerm].variable
    else { return .yes }
    let isThere = encoding.inputTerms[inputTerm].isThere
    let same = try encoding.formula(
      Linear(variable: variable).subtracting(Linear(variable: encoding.constant(Text(pack)))), .equal)
    return .or(isThere.negated, same)
  }
}
