import TruthsProgram
import TruthsSyntax
import TruthsText

/// Results of an earlier check that a check of the changed set can reuse.
///
/// A body is valid as long as its declaration is unchanged, at the same place, and everything that it looked up is. Findings of
/// later passes are valid as long as the bodies that they were made from are identical.
struct BodyCache {
  /// Truths, sorted by id.
  var truths: [TruthBody] = []
  /// Invariants, sorted by id.
  var invariants: [InvariantBody] = []
  /// Tables in the order of the declarations, which must be unchanged.
  var tables: [TableBody] = []
  /// Groups by index of intent.
  var groups: [IntentGroup?] = []
  /// Findings about convergence, with the truths on facts that they depend on.
  var convergence: CachedFindings<[TruthBody]>?
  /// Files whose declarations must be compared.
  var changed: Set<FileID> = []

  init() {}

  /// Keeps all results of a check.
  ///
  /// - Parameter changed: the files that have been read again.
  init(of check: SetCheck, changed: Set<FileID>) {
    truths = check.bodies.truths
    invariants = check.bodies.invariants
    tables = check.bodies.tables
    groups = check.lastGroups
    convergence = check.lastConvergence
    self.changed = changed
  }

  /// Keeps the results of a check that do not depend on what changed in the vocabulary.
  init(of check: SetCheck, changed: Set<FileID>, where change: VocabularyChange) {
    self.init(of: check, changed: changed)
    truths.removeAll { body in
      change.concerns(body.checker.session, in: body.declared.keySpan.file) { body.missing?.findings.isEmpty ?? false }
    }
    invariants.removeAll { body in
      change.concerns(body.checker.session, in: body.declared.keySpan.file) { body.missing?.findings.isEmpty ?? false }
    }
    if change.hasOtherNames { invariants.removeAll { $0.checker.trigger.intents.isEmpty } }
    // Findings about invariants for any intent show a proposal of the set's first intent, which may have changed.
    for body in invariants where body.checker.trigger.intents.isEmpty { body.decision = nil }
    // In the list of all records, those of tables come after those of facts. Another number of facts changes their indices.
    let mustRenewTables =
      change.hasOtherNames
      || tables.contains { body in
        change.concerns(body.checker.session, in: body.declared.keySpan.file) { body.missing?.findings.isEmpty ?? false }
      }
    if mustRenewTables { tables = [] }
    convergence = nil
  }

  /// Forgets the bodies. The later passes only need the results that were made from them.
  mutating func dropBodies() { (truths, invariants, tables) = ([], [], []) }

  /// Returns the cached body of each truth in a list sorted by id.
  func truths(_ list: [(id: String, declared: Declared<TruthDeclaration>)]) -> [TruthBody?] {
    matched(list, truths, id: \.id, declared: \.declared)
  }

  /// Returns the cached body of each invariant in a list sorted by id.
  func invariants(_ list: [(id: String, declared: Declared<InvariantDeclaration>)]) -> [InvariantBody?] {
    matched(list, invariants, id: \.id, declared: \.declared)
  }

  func tables(_ list: [Declared<TableDeclaration>]) -> [TableBody?] {
    guard tables.count == list.count else { return Array(repeating: nil, count: list.count) }
    return zip(tables, list).map { isSame($0.declared, $1) ? $0 : nil }
  }

  /// Returns the cached group of an intent, if it consists of identical bodies.
  func group(_ intent: Int, _ truths: [TruthBody], _ invariants: [InvariantBody]) -> IntentGroup? {
    guard intent < groups.count, let old = groups[intent], old.truths.count == truths.count,
      old.invariants.count == invariants.count, zip(old.truths, truths).allSatisfy({ $0 === $1 }),
      zip(old.invariants, invariants).allSatisfy({ $0 === $1 })
    else { return nil }
    return old
  }

  private func matched<Declaration: Equatable, Lowered>(
    _ list: [(id: String, declared: Declared<Declaration>)], _ old: [Lowered], id: (Lowered) -> String,
    declared: (Lowered) -> Declared<Declaration>
  ) -> [Lowered?] {
    if old.isEmpty { return Array(repeating: nil, count: list.count) }
    var place = 0
    return list.map { new in
      while place < old.count, id(old[place]) < new.id { place += 1 }
      guard place < old.count, id(old[place]) == new.id, isSame(declared(old[place]), new.declared) else { return nil }
      return old[place]
    }
  }

  private func isSame<Lowered: Equatable>(_ old: Declared<Lowered>, _ new: Declared<Lowered>) -> Bool {
    old.keySpan == new.keySpan && (!changed.contains(new.keySpan.file) || old == new)
  }
}
