package import TruthsProgram
import TruthsSyntax
import TruthsText

/// Difference between two versions of a vocabulary. Facts and intents may come, go and get other names; the other sorts of
/// declarations have the same names.
struct VocabularyChange {
  /// Declarations with another meaning: bodies that looked them up are lowered again. A fact or intent whose index has another
  /// meaning is one of them, as all behind a new name are.
  private(set) var changed: Set<LookedUpDeclaration> = []
  /// Declarations that changed or only moved: findings may name their places.
  private(set) var moved: Set<LookedUpDeclaration> = []
  /// The files that may use a name that has come or gone; `nil` where the names are the same.
  private let mentions: Set<FileID>?

  private typealias Stage = (declared: DeclarationTable, program: Program)

  /// Compares two versions.
  ///
  /// - Parameter files: the present files of the set.
  /// - Returns: `nil` if other names than those of facts and intents were added or removed, so that indices in the tables have
  ///   another meaning.
  init?(
    _ old: (declared: DeclarationTable, program: Program), _ new: (declared: DeclarationTable, program: Program),
    in files: [SourceFile]
  ) {
    guard Self.hasSameNames(old, new) else { return nil }
    changed = Self.differences(old, new) { $0.spanErased }
    moved = Self.differences(old, new) { $0 }
    let renamed = Self.freeNames(old).symmetricDifference(Self.freeNames(new))
    guard !renamed.isEmpty else {
      mentions = nil
      return
    }
    guard let search = MentionSearch(renamed) else { return nil }
    let mentions = Set(files.filter { search.isMentioned(in: $0.bytes) }.map(\.id))
    self.mentions = mentions
    var users: Set<LookedUpDeclaration> = []
    for (index, intent) in new.declared.intents.enumerated()
    where !intent.body.lets.isEmpty && mentions.contains(intent.keySpan.file) {
      users.insert(.intent(index))
    }
    for (index, table) in new.declared.tables.enumerated() where mentions.contains(table.keySpan.file) {
      users.insert(.table(index))
    }
    changed.formUnion(users)
    Self.spread(&changed, old.program.tables)
    moved.formUnion(changed)
  }

  /// Whether a part of a check must be done again.
  ///
  /// - Parameters:
  ///   - file: the file of the part.
  ///   - isSilent: whether later passes found nothing in the part.
  func concerns(_ part: CheckSession, in file: FileID, isSilent: () -> Bool) -> Bool {
    // A finding may suggest names, and a name that is not declared may be the one that has come.
    if let mentions, mentions.contains(file) || part.candidatesSpent > 0 || !part.diagnostics.isEmpty { return true }
    if !part.lookUps.isDisjoint(with: changed) { return true }
    return !part.lookUps.isDisjoint(with: moved) && !(part.diagnostics.isEmpty && isSilent())
  }

  /// Whether names have come or gone, so that the set has other facts or intents.
  var hasOtherNames: Bool { mentions != nil }

  /// The names that may come and go, with their packs: those of facts and intents, and those that could not be read.
  private static func freeNames(_ stage: Stage) -> Set<String> {
    let (declared, program) = (stage.declared, stage.program)
    return declared.unread.union(program.facts.map { "\($0.pack).\($0.name)" })
      .union(program.intents.flatMap { ["\($0.pack).\($0.name)", "\($0.pack).\($0.jsonName)"] })
  }

  private static func hasSameNames(_ old: Stage, _ new: Stage) -> Bool {
    let (before, after) = (old.program, new.program)
    return old.declared.packNames == new.declared.packNames
      && before.packs.map(\.name) == after.packs.map(\.name) && before.packs.map(\.uses) == after.packs.map(\.uses)
      && before.enums.map(\.names) == after.enums.map(\.names)
      && old.declared.records.map(\.qualifiedName) == new.declared.records.map(\.qualifiedName)
      && before.policies.map(\.names) == after.policies.map(\.names)
      && before.lifecycles.map(\.names) == after.lifecycles.map(\.names)
      && before.calendars.map(\.names) == after.calendars.map(\.names)
      && before.tables.map(\.names) == after.tables.map(\.names)
  }

  /// Returns the declarations that differ between the results of `seen` for both versions, and the declarations that use them.
  private static func differences(_ old: Stage, _ new: Stage, _ seen: (Program) -> Program) -> Set<LookedUpDeclaration> {
    let (before, after) = (seen(old.program), seen(new.program))
    var types: Set<ValueType> = []
    for index in after.enums.indices
    where before.enums[index] != after.enums[index] || wholeness(old.declared.enums, new.declared.enums, index) {
      types.insert(.enumeration(index))
    }
    // The records of facts move where facts come and go, and those of tables and lifecycles with them.
    for index in 0..<max(before.records.count, after.records.count)
    where !before.records.indices.contains(index) || !after.records.indices.contains(index)
      || before.records[index] != after.records[index]
      || wholeness(old.declared.records, new.declared.records, index)
    {
      types.insert(.record(index))
    }
    spread(&types, after)
    var changed: Set<LookedUpDeclaration> = []
    for index in new.declared.records.indices where types.contains(.record(index)) { changed.insert(.record(index)) }
    for (index, fact) in after.facts.enumerated()
    where !before.facts.indices.contains(index) || fact != before.facts[index] || fact.fields.mention(types)
      || wholeness(old.declared.facts, new.declared.facts, index)
    {
      changed.insert(.fact(index))
    }
    for (index, intent) in after.intents.enumerated()
    where !before.intents.indices.contains(index) || intent != before.intents[index] || intent.fields.mention(types)
      || wholeness(old.declared.intents, new.declared.intents, index)
      // With their places, because the uses of `let`s are noted by them.
      || !(index < old.declared.intents.count && index < new.declared.intents.count)
      || old.declared.intents[index].body.lets != new.declared.intents[index].body.lets
    {
      changed.insert(.intent(index))
    }
    if before.facts.count > after.facts.count {
      changed.formUnion((after.facts.count..<before.facts.count).map { .fact($0) })
    }
    if before.intents.count > after.intents.count {
      changed.formUnion((after.intents.count..<before.intents.count).map { .intent($0) })
    }
    for (index, policy) in after.policies.enumerated() where policy != before.policies[index] || policy.type.mentions(types) {
      changed.insert(.policy(index))
    }
    for (index, calendar) in after.calendars.enumerated() where calendar != before.calendars[index] {
      changed.insert(.calendar(index))
    }
    for index in new.declared.tables.indices
    where old.declared.tables[index] != new.declared.tables[index] || after.tables[index].inputs.mention(types)
      || after.tables[index].output.mentions(types)
    {
      changed.insert(.table(index))
    }
    for (index, lifecycle) in after.lifecycles.enumerated()
    where lifecycle != before.lifecycles[index] || types.contains(.enumeration(lifecycle.states))
      || changed.contains(.fact(lifecycle.history)) || wholeness(old.declared.lifecycles, new.declared.lifecycles, index)
    {
      changed.formUnion([.lifecycle(index), .fact(lifecycle.history)])
    }
    spread(&changed, before.tables)
    return changed
  }

  /// Adds the tables and functions, in their old version, that read a changed declaration: their results may differ for
  /// callers.
  private static func spread(_ changed: inout Set<LookedUpDeclaration>, _ tables: [CheckedTable]) {
    if changed.isEmpty { return }
    let reads = tables.map(\.lookUps)
    var count: Int
    repeat {
      count = changed.count
      for (index, reads) in reads.enumerated() where !reads.isDisjoint(with: changed) { changed.insert(.table(index)) }
    } while changed.count > count
  }

  /// Whether exactly one of two readings of a declaration is complete.
  private static func wholeness<Syntax>(_ old: [Declared<Syntax>], _ new: [Declared<Syntax>], _ index: Int) -> Bool {
    index < new.count && index < old.count && old[index].isWhole != new[index].isWhole
  }

  private static func spread(_ types: inout Set<ValueType>, _ program: Program) {
    if types.isEmpty { return }
    var count: Int
    repeat {
      count = types.count
      for (index, record) in program.records.enumerated() where record.fields.mention(types) { types.insert(.record(index)) }
    } while types.count > count
  }
}

extension [Field] {
  fileprivate func mention(_ types: Set<ValueType>) -> Bool { !types.isEmpty && contains { $0.type.mentions(types) } }
}

extension ValueType {
  fileprivate func mentions(_ types: Set<ValueType>) -> Bool {
    if types.isEmpty { return false }
    if let element = element ?? mapped, !isUnknown { return element.mentions(types) }
    return types.contains(self)
  }
}

extension Program {
  /// Returns whether the types, policies and calendars equal those of another program, wherever they are declared.
  package func hasTypes(of other: Program) -> Bool {
    if hasEqualTypes(to: other) { return true }
    guard facts.count == other.facts.count, intents.count == other.intents.count else { return false }
    return spanErased.hasEqualTypes(to: other.spanErased)
  }

  private func hasEqualTypes(to other: Program) -> Bool {
    enums == other.enums && records == other.records && facts == other.facts && intents == other.intents
      && policies == other.policies && calendars == other.calendars && lifecycles == other.lifecycles
  }

  /// The vocabulary without places in the source.
  fileprivate var spanErased: Program {
    var result = Program()
    result.enums = enums.map { type in with(type) { $0.span = .nowhere } }
    result.records = records.map { type in
      with(type) {
        $0.span = .nowhere
        $0.fields = $0.fields.spanErased
      }
    }
    result.facts = facts.map { type in
      with(type) {
        $0.span = .nowhere
        $0.fields = $0.fields.spanErased
      }
    }
    result.intents = intents.map { type in
      with(type) {
        $0.span = .nowhere
        $0.fields = $0.fields.spanErased
      }
    }
    result.policies = policies.map { type in with(type) { $0.span = .nowhere } }
    result.calendars = calendars.map { type in with(type) { $0.span = .nowhere } }
    result.lifecycles = lifecycles.map { type in
      with(type) {
        $0.span = .nowhere
        $0.key = $0.key.spanErased
      }
    }
    result.tables = tables
    return result
  }

  private func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var value = value
    change(&value)
    return value
  }
}

extension [Field] {
  fileprivate var spanErased: [Field] {
    map { field in
      var field = field
      field.span = .nowhere
      return field
    }
  }
}

extension Span {
  fileprivate static let nowhere = Span(file: FileID(-1), start: 0, end: 0)
}

/// Pack and name, which two declarations must share to have the same index in a table.
extension EnumType { var names: [String] { [pack, name] } }

extension RecordType { var names: [String] { [pack, name] } }

extension FactType { var names: [String] { [pack, name] } }

extension IntentType { var names: [String] { [pack, name] } }

extension PolicyType { var names: [String] { [pack, name] } }

extension CalendarType { var names: [String] { [pack, name] } }

extension LifecycleType { var names: [String] { [pack, name] } }

extension CheckedTable { var names: [String] { [pack, name] } }

extension CheckedTable {
  /// Declarations that the body reads beyond its inputs.
  fileprivate var lookUps: Set<LookedUpDeclaration> {
    var declarations: Set<LookedUpDeclaration> = []
    for node in nodes {
      node.forEachNode { part in
        if case .made(let record) = part, case .record(let type, _) = record.shape { declarations.insert(.record(type)) }
        part.forEachOwnRead { if let declaration = $0.declaration { declarations.insert(declaration) } }
      }
    }
    return declarations
  }
}

extension NodeRead {
  /// The declaration that the node reads; `nil` if it reads a slot, list or other value without a declaration.
  fileprivate var declaration: LookedUpDeclaration? {
    switch self {
    case .policy(let index): .policy(index)
    case .fact(let key): .fact(key.fact)
    case .state(let key): .lifecycle(key.lifecycle)
    case .table(let index, _): .table(index)
    case .elements(let loop):
      switch loop.source {
      case .list: nil
      case .facts(let index): .fact(index)
      case .instances(let index): .lifecycle(index)
      }
    case .slot, .builtin, .entry, .old: nil
    }
  }
}
