import TruthsProgram
import TruthsSyntax
import TruthsText

/// What an earlier check of a set left, and a check of the changed set can go on with.
///
/// A body stands as long as its declaration is the very same, in the same place, and so is all that it looked up. What passes
/// behind the first found stands as long as it was found in the very same bodies.
struct BodyCache {
  /// By id.
  var truths: [TruthBody] = []
  /// By id.
  var invariants: [InvariantBody] = []
  /// In the order of the tables, which are the same.
  var tables: [TableBody] = []
  /// By intent.
  var groups: [IntentGroup?] = []
  /// What was found of convergence, beside the truths on facts.
  var convergence: CachedFindings<[TruthBody]>?
  /// Which declarations in these files are the same must be looked at.
  var changed: Set<FileID> = []

  init() {}

  /// What a check left.
  ///
  /// - Parameter changed: the files that have been read again.
  init(of check: CompletedCheck, changed: Set<FileID>) {
    truths = check.bodies.truths
    invariants = check.bodies.invariants
    tables = check.bodies.tables
    groups = check.groups
    convergence = check.convergence
    self.changed = changed
  }

  /// What a check left that does not depend on what has changed in the vocabulary.
  init(of check: CompletedCheck, changed: Set<FileID>, where change: VocabularyChange) {
    self.init(of: check, changed: changed)
    truths.removeAll { body in
      change.concerns(body.checker.session) { body.missing?.found.isEmpty ?? false }
    }
    invariants.removeAll { body in
      change.concerns(body.checker.session) { body.missing?.found.isEmpty ?? false }
    }
    // Those for any intent are shown by a proposal of the first intent that there is.
    for body in invariants where body.checker.trigger.intents.isEmpty { body.decision = nil }
    for body in tables where change.concerns(body.checker.session, isSilent: { body.missing?.found.isEmpty ?? false }) {
      tables = []
      break
    }
    convergence = nil
  }

  /// What is left of each truth of a list in order of id.
  func truths(_ list: [(id: String, declared: Declared<TruthDeclaration>)]) -> [TruthBody?] {
    matched(list, truths, id: \.id, declared: \.declared)
  }

  /// What is left of each invariant of a list in order of id.
  func invariants(_ list: [(id: String, declared: Declared<InvariantDeclaration>)]) -> [InvariantBody?] {
    matched(list, invariants, id: \.id, declared: \.declared)
  }

  /// What is left of each table.
  func tables(_ list: [Declared<TableDeclaration>]) -> [TableBody?] {
    guard tables.count == list.count else { return Array(repeating: nil, count: list.count) }
    return zip(tables, list).map { isSame($0.declared, $1) ? $0 : nil }
  }

  /// What is left of an intent's group, where it is of the same bodies.
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
