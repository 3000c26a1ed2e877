import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// All declarations of a truth set by kind.
///
/// Each list is sorted by name. Where packs may use the same name, the list is sorted by pack first. Duplicates are reported and
/// left out. The findings depend only on the heads of declarations, never on their clauses.
struct DeclarationTable: Sendable {
  private(set) var packs: [Declared<PackDeclaration>] = []
  private(set) var enums: [Declared<EnumDeclaration>] = []
  private(set) var records: [Declared<RecordDeclaration>] = []
  private(set) var facts: [Declared<FactDeclaration>] = []
  private(set) var intents: [Declared<IntentDeclaration>] = []
  private(set) var policies: [Declared<PolicyDeclaration>] = []
  private(set) var roles: [Declared<RoleDeclaration>] = []
  private(set) var calendars: [Declared<CalendarDeclaration>] = []
  private(set) var tables: [Declared<TableDeclaration>] = []
  private(set) var lifecycles: [Declared<LifecycleDeclaration>] = []
  private(set) var sources: [Declared<SourceDeclaration>] = []
  /// Truths in the order of the units; ids are given later.
  private(set) var truths: [Declared<TruthDeclaration>] = []
  private(set) var invariants: [Declared<InvariantDeclaration>] = []
  private(set) var jobs: [Declared<JobDeclaration>] = []
  private(set) var blueprints: [Declared<BlueprintDeclaration>] = []
  /// Every pack that has a file, sorted, declared or not.
  private(set) var packNames: [String] = []
  /// Names of declarations that could not be read. A missing name among them is not reported.
  private(set) var unread: Set<String> = []
  /// Whether a `.jtbd` file is part of the set.
  private(set) var hasJobFiles = false
  private(set) var diagnostics: [Diagnostic] = []

  init(_ units: [SourceUnit]) {
    for unit in units { add(unit) }
    packNames = Set(units.map(\.pack)).sorted()
    refusePacksOfBuiltInFacts(units)
    unread = Set(units.flatMap(\.unread).map(\.text))
    hasJobFiles = units.contains(where: \.isJobFile)
    packs = withoutDuplicates(packs, kind: "pack") { $0.name.text }
    dropTypeClashes()
    facts = withoutDuplicates(facts, kind: "fact") { $0.name.text }
    intents = withoutDuplicates(intents, kind: "intent") { $0.name.text }
    policies = withoutDuplicates(policies, kind: "policy") { QualifiedKey(pack: $0.pack, name: $0.name.text) }
    roles = withoutDuplicates(roles, kind: "role") { Text($0.name.text) }
    calendars = withoutDuplicates(calendars, kind: "calendar") { QualifiedKey(pack: $0.pack, name: $0.name.text) }
    tables = withoutDuplicates(tables, kind: "table") { QualifiedKey(pack: $0.pack, name: $0.name.text) }
    lifecycles = withoutDuplicates(lifecycles, kind: "lifecycle") { $0.name.text }
    sources = withoutDuplicates(sources, kind: "source") { QualifiedKey(pack: $0.pack, name: $0.name.text) }
    jobs = withoutDuplicates(jobs, kind: "jtbd") { QualifiedKey(pack: $0.pack, name: $0.name.text) }
    blueprints = withoutDuplicates(blueprints, kind: "blueprint") { QualifiedKey(pack: $0.pack, name: $0.name.text) }
    packs.sort { $0.name.text < $1.name.text }
    facts.sort { $0.name.text < $1.name.text }
    intents.sort { $0.name.text < $1.name.text }
    enums.sort { ($0.pack, $0.name.text) < ($1.pack, $1.name.text) }
    records.sort { ($0.pack, $0.name.text) < ($1.pack, $1.name.text) }
    policies.sort { ($0.pack, $0.name.text) < ($1.pack, $1.name.text) }
    roles.sort { Text($0.name.text) < Text($1.name.text) }
    calendars.sort { ($0.pack, $0.name.text) < ($1.pack, $1.name.text) }
    tables.sort { ($0.pack, $0.name.text) < ($1.pack, $1.name.text) }
    lifecycles.sort { $0.name.text < $1.name.text }
    sources.sort { ($0.pack, $0.name.text) < ($1.pack, $1.name.text) }
    jobs.sort { ($0.pack, $0.name.text) < ($1.pack, $1.name.text) }
    blueprints.sort { ($0.pack, $0.name.text) < ($1.pack, $1.name.text) }
  }

  /// Replaces the truths and invariants of some units; all other declarations stay.
  ///
  /// - Parameter units: the units that have been read again, in order, without the built-in pack's.
  mutating func replaceBodies(_ units: [SourceUnit]) {
    truths = Self.replacing(truths, units) { declaration, unit in
      if case .truth(let body) = declaration.body { return Declared(declaration, body, in: unit) }
      return nil
    }
    invariants = Self.replacing(invariants, units) { declaration, unit in
      if case .invariant(let body) = declaration.body { return Declared(declaration, body, in: unit) }
      return nil
    }
  }

  /// Returns a list in order of files, with the declarations of some units replaced.
  private static func replacing<Syntax>(
    _ list: [Declared<Syntax>], _ units: [SourceUnit], _ make: (Declaration, SourceUnit) -> Declared<Syntax>?
  ) -> [Declared<Syntax>] {
    let changed = Set(units.map(\.file))
    var result: [Declared<Syntax>] = []
    result.reserveCapacity(list.count)
    var rest = units[...]
    for old in list {
      while let unit = rest.first, unit.file <= old.keySpan.file {
        result += unit.declarations.compactMap { make($0, unit) }
        rest = rest.dropFirst()
      }
      if !changed.contains(old.keySpan.file) { result.append(old) }
    }
    return result + rest.flatMap { unit in unit.declarations.compactMap { make($0, unit) } }
  }

  private mutating func add(_ unit: SourceUnit) {
    if unit.pack == ConvergePack.name, unit.relativePath != ConvergePack.path {
      if let first = unit.declarations.first { diagnostics.append(MisplacedPack.builtIn(unit.pack, at: first.keySpan)) }
      return
    }
    for declaration in unit.declarations {
      func declared<Syntax: Sendable>(_ body: Syntax) -> Declared<Syntax> { Declared(declaration, body, in: unit) }
      switch declaration.body {
      case .pack(let body): addPack(declared(body))
      case .enumeration(let body): enums.append(declared(body))
      case .record(let body): records.append(declared(body))
      case .fact(let body): facts.append(declared(body))
      case .intent(let body): intents.append(declared(body))
      case .policy(let body): policies.append(declared(body))
      case .role: roles.append(declared(RoleDeclaration()))
      case .calendar(let body): calendars.append(declared(body))
      case .table(let body): tables.append(declared(body))
      case .lifecycle(let body): lifecycles.append(declared(body))
      case .truth(let body): truths.append(declared(body))
      case .invariant(let body): invariants.append(declared(body))
      case .job(let body): jobs.append(declared(body))
      case .blueprint(let body): blueprints.append(declared(body))
      case .source(let body): sources.append(declared(body))
      }
    }
  }

  /// Reports packs named like the beginning of a built-in fact, because `policy.set` would have two meanings.
  private mutating func refusePacksOfBuiltInFacts(_ units: [SourceUnit]) {
    let taken = facts.filter(\.isBuiltIn).map { (first: $0.name.text.segments.first ?? "", fact: $0.name.text) }
    for pack in packNames {
      guard let fact = taken.first(where: { $0.first == pack })?.fact else { continue }
      let declaration = units.lazy.filter { $0.pack == pack }.flatMap(\.declarations).first
      guard let span = packs.first(where: { $0.name.text == pack })?.name.span ?? declaration?.keySpan else { continue }
      diagnostics.append(ReservedName.packOfBuiltInFact(pack, fact: fact, at: span))
    }
  }

  /// Adds a pack, which must be declared in one of its own files.
  private mutating func addPack(_ declared: Declared<PackDeclaration>) {
    if declared.name.text == declared.pack {
      packs.append(declared)
    } else {
      diagnostics.append(MisplacedPack.declared(declared.name, inFileOf: declared.pack))
    }
  }

  /// Keeps the first declaration of each key, and reports the others with a note at the first.
  private mutating func withoutDuplicates<Syntax, Key: Hashable>(
    _ list: [Declared<Syntax>], kind: String, key: (Declared<Syntax>) -> Key
  ) -> [Declared<Syntax>] {
    var first: [Key: Declared<Syntax>] = [:]
    var unique: [Declared<Syntax>] = []
    for declared in list {
      if let known = first[key(declared)] {
        diagnostics.append(
          DuplicateName.declaration(
            kind: kind, name: declared.name, first: known.name.span, otherPack: known.pack == declared.pack ? nil : known.pack))
      } else {
        first[key(declared)] = declared
        unique.append(declared)
      }
    }
    return unique
  }

  /// Reports a record with the name of an enum of the same pack, because both are types.
  private mutating func dropTypeClashes() {
    enums = withoutDuplicates(enums, kind: "enum") { QualifiedKey(pack: $0.pack, name: $0.name.text) }
    records = withoutDuplicates(records, kind: "record") { QualifiedKey(pack: $0.pack, name: $0.name.text) }
    let enumNames = Dictionary(first: enums.map { (QualifiedKey(pack: $0.pack, name: $0.name.text), $0.name.span) })
    records.removeAll { record in
      guard let span = enumNames[QualifiedKey(pack: record.pack, name: record.name.text)] else { return false }
      diagnostics.append(DuplicateName.declaration(kind: "type", name: record.name, first: span, otherPack: nil))
      return true
    }
  }
}

/// A declaration of one kind with its place.
final class Declared<Syntax: Sendable>: Sendable {
  let name: Name
  let body: Syntax
  let summary: Name?
  /// Place of the whole root key.
  let keySpan: Span
  /// Name of the pack whose file contains the declaration.
  let pack: String
  /// The file name without its ending.
  let stem: String
  let isBuiltIn: Bool
  /// Whether all of the declaration could be read. If not, a part that seems to be missing may be in the text.
  let isWhole: Bool

  init(_ declaration: Declaration, _ body: Syntax, in unit: SourceUnit) {
    name = declaration.name
    self.body = body
    summary = declaration.summary
    keySpan = declaration.keySpan
    pack = unit.pack
    stem = unit.stem
    isBuiltIn = unit.relativePath == ConvergePack.path
    isWhole = declaration.isWhole
  }

  /// The name by which other packs refer to the declaration.
  var qualifiedName: String { "\(pack).\(name.text)" }
}

/// Body of a role, which has only a name and a summary.
struct RoleDeclaration: Hashable, Sendable {}

/// Pack and name, by which duplicates of one kind are found.
struct QualifiedKey: Hashable {
  var pack: String
  var name: String
}

extension Declared: Equatable where Syntax: Equatable {
  static func == (left: Declared, right: Declared) -> Bool {
    left === right
      || left.name == right.name && left.body == right.body && left.summary == right.summary && left.keySpan == right.keySpan
        && left.pack == right.pack && left.stem == right.stem && left.isBuiltIn == right.isBuiltIn
        && left.isWhole == right.isWhole
  }
}
