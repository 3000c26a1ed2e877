import TruthsDiagnostics
import TruthsProgram
package import TruthsSyntax
import TruthsText

/// Declared names of all packs, hashed, with the declarations they refer to. Whether a pack may use a declaration is a separate
/// question, which ``PackScope`` answers.
struct NameTable: Sendable {
  enum NamedType: Hashable, Sendable {
    case enumeration(Int)
    case record(Int)
  }

  private(set) var scopes: [String: PackScope] = [:]
  /// Indices in ``Program/policies`` by bare name, in order of pack.
  private(set) var policies: [String: [Int]] = [:]
  /// Declared fact types, then the histories of lifecycles.
  private(set) var facts: [String: Int] = [:]
  private(set) var lifecycles: [String: Int] = [:]
  /// Indices in ``Program/calendars`` by bare name, in order of pack.
  private(set) var calendars: [String: [Int]] = [:]
  /// Indices in ``Program/tables`` by bare name, in order of pack.
  private(set) var tables: [String: [Int]] = [:]
  private(set) var intents: [String: Int] = [:]
  /// Types by bare name, with the pack of each.
  private(set) var types: [String: [(pack: String, type: NamedType)]] = [:]
  private(set) var jobs: [String: [Int]] = [:]
  /// Names of all packs, sorted, for nearest-name suggestions.
  let packNames: [String]
  private let unread: Set<String>

  init(_ declared: DeclarationTable) {
    unread = Set(declared.unread.map(Self.spelling))
    packNames = Set(declared.packNames).union([ConvergePack.name]).sorted()
    let uses = Dictionary(first: declared.packs.map { ($0.name.text, $0.body.uses.map(\.text)) })
    for pack in packNames { scopes[pack] = PackScope(name: pack, uses: uses[pack] ?? []) }
    for (index, policy) in declared.policies.enumerated() { policies[policy.name.text, default: []].append(index) }
    for (index, fact) in declared.facts.enumerated() { facts[fact.name.text] = index }
    for (index, lifecycle) in declared.lifecycles.enumerated() {
      lifecycles[lifecycle.name.text] = index
      if facts[lifecycle.historyName] == nil { facts[lifecycle.historyName] = declared.facts.count + index }
    }
    for (index, calendar) in declared.calendars.enumerated() { calendars[calendar.name.text, default: []].append(index) }
    for (index, table) in declared.tables.enumerated() { tables[table.name.text, default: []].append(index) }
    for (index, intent) in declared.intents.enumerated() { intents[intent.name.text] = index }
    for (index, type) in declared.enums.enumerated() {
      types[type.name.text, default: []].append((type.pack, .enumeration(index)))
    }
    for (index, type) in declared.records.enumerated() { types[type.name.text, default: []].append((type.pack, .record(index))) }
    for (index, job) in declared.jobs.enumerated() { jobs[job.name.text, default: []].append(index) }
  }

  /// Returns the scope of a pack; a pack without a file sees itself and the built-in one.
  func scope(_ pack: String) -> PackScope { scopes[pack] ?? PackScope(name: pack, uses: []) }

  /// Whether a declaration of that name, or of a beginning or end of the dotted name, was reported and could not be read.
  func isUnread(_ name: String) -> Bool {
    if unread.isEmpty { return false }
    let words = Self.spelling(name).segments
    return words.indices.contains { start in
      words.indices.contains { end in end >= start && unread.contains(words[start...end].joined(separator: ".")) }
    }
  }

  /// Normalizes a name that may be misspelt in an unread declaration: `Order_Line` becomes `order.line`.
  private static func spelling(_ name: String) -> String {
    String(decoding: name.utf8.map { $0 == 0x5F || $0 == 0x2D ? 0x2E : $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  func isPack(_ name: String) -> Bool { scopes[name] != nil }
}

/// Indices of fields and enum values by name. Short lists are searched linearly; long ones are hashed beforehand, so that a
/// look-up costs no more in wide declarations.
struct MemberIndex {
  private var facts: [Int: [String: Int]] = [:]
  private var records: [Int: [String: Int]] = [:]
  private var enums: [Int: [Text: Int]] = [:]
  private var enumCount = 0

  /// Longest list that is searched linearly.
  private static let linearLimit = 12

  /// Indexes the program's new enums with many values.
  mutating func addEnums(of program: Program) {
    for index in enumCount..<max(enumCount, program.enums.count) where program.enums[index].values.count > Self.linearLimit {
      enums[index] = Self.places(program.enums[index].values)
    }
    enumCount = program.enums.count
  }

  /// Indexes records and facts with many fields; called once all are declared.
  mutating func addFields(of program: Program) {
    for (index, fact) in program.facts.enumerated() where fact.fields.count > Self.linearLimit {
      facts[index] = Self.places(fact.fields.map(\.name))
    }
    for (index, record) in program.records.enumerated() where record.fields.count > Self.linearLimit {
      records[index] = Self.places(record.fields.map(\.name))
    }
  }

  /// Returns the index of a field of a record or bound fact; `nil` for other types and unknown names.
  func field(_ name: String, of type: ValueType, in program: Program) -> Int? {
    switch type {
    case .fact(let index):
      if let known = facts[index] { return known[name] }
      return program.facts[index].fields.firstIndex { $0.name == name }
    case .record(let index):
      if let known = records[index] { return known[name] }
      return program.records[index].fields.firstIndex { $0.name == name }
    default: return nil
    }
  }

  /// Returns the index of a value of an enum.
  func ordinal(_ name: Text, of index: Int, in program: Program) -> Int? {
    if let known = enums[index] { return known[name] }
    return program.enums[index].values.firstIndex(of: name)
  }

  private static func places<Key: Hashable>(_ names: [Key]) -> [Key: Int] {
    Dictionary(first: names.enumerated().map { ($0.element, $0.offset) })
  }
}

/// Packs whose names a pack may use: the pack itself, the packs in `uses`, and the built-in pack.
struct PackScope: Sendable {
  let name: String
  let visible: Set<String>

  init(name: String, uses: [String]) {
    self.name = name
    visible = Set(uses).union([name, ConvergePack.name])
  }

  func sees(_ pack: String) -> Bool { visible.contains(pack) }
}

/// Bit set of table indices, so that unions are fast. Leading words without bits are not stored: a part that names one entry of
/// a large table needs one word.
struct PlaceSet {
  private var words: [UInt64] = []
  /// Number of words that are left out before the first.
  private var offset = 0

  mutating func insert(_ place: Int) {
    guard place >= 0 else { return }
    let (word, bit) = place.quotientAndRemainder(dividingBy: 64)
    makeRoom(from: word, to: word)
    words[word - offset] |= 1 << UInt64(bit)
  }

  private mutating func makeRoom(from first: Int, to last: Int) {
    if words.isEmpty { offset = first }
    if first < offset {
      words.insert(contentsOf: repeatElement(0, count: offset - first), at: 0)
      offset = first
    }
    while words.count <= last - offset { words.append(0) }
  }

  func contains(_ place: Int) -> Bool {
    let (word, bit) = place.quotientAndRemainder(dividingBy: 64)
    return place >= 0 && word >= offset && word - offset < words.count && words[word - offset] & 1 << UInt64(bit) != 0
  }

  mutating func formUnion(_ other: PlaceSet) {
    if other.words.isEmpty { return }
    makeRoom(from: other.offset, to: other.offset + other.words.count - 1)
    for (index, word) in other.words.enumerated() { words[other.offset + index - offset] |= word }
  }
}

extension Name: PlacedName {}

extension String {
  /// The parts between the dots, without empty ones.
  var segments: [String] {
    guard utf8.contains(0x2E) else { return isEmpty ? [] : [self] }
    return utf8.split(separator: 0x2E).map { String(Substring($0)) }
  }

  /// The part before the first dot and the part after it. Empty parts are left out.
  var headAndRest: [String] {
    guard utf8.contains(0x2E) else { return isEmpty ? [] : [self] }
    return utf8.split(separator: 0x2E, maxSplits: 1).map { String(Substring($0)) }
  }
}

/// Returns the id of a truth or invariant (files §4): the written one, or the file's stem if the name repeats it, or the stem
/// followed by the name.
package func truthID(explicit: Name?, name: String, stem: String) -> String {
  if let explicit { return explicit.text }
  let rest = stem.utf8.drop { $0 != 0x2E }.dropFirst()
  if rest.elementsEqual(name.utf8, by: { $0 == $1 || $0 == 0x2E && $1 == 0x5F }) { return stem }
  return "\(stem).\(name)"
}

/// A declaration that a body may look up, by its index in the program's tables.
enum LookedUpDeclaration: Hashable {
  case fact(Int)
  case intent(Int)
  case policy(Int)
  case table(Int)
  case lifecycle(Int)
  case calendar(Int)
  case record(Int)
  /// A time zone by its name.
  case zone(String)
}

/// Look-ups of names in bodies. Each is recorded, because a change of the declaration concerns the body.
extension CheckSession {
  /// Returns the fact type of a name, or the history of a lifecycle.
  func fact(named name: String) -> Int? {
    guard let index = names.facts[name] else { return nil }
    lookUps.insert(.fact(index))
    return index
  }

  func intent(named name: String) -> Int? {
    guard let index = names.intents[name] else { return nil }
    lookUps.insert(.intent(index))
    return index
  }

  func lifecycle(named name: String) -> Int? {
    guard !names.lifecycles.isEmpty, let index = names.lifecycles[name] else { return nil }
    lookUps.insert(.lifecycle(index))
    return index
  }

  /// Returns the policy with a name that a pack declares itself. Policies of other packs with that name are ignored.
  func policy(named name: String, of pack: String) -> Int? {
    guard !names.policies.isEmpty, let index = names.policies[name]?.first(where: { program.policies[$0].pack == pack })
    else { return nil }
    lookUps.insert(.policy(index))
    return index
  }

  /// Returns the policies of a name, in order of pack.
  func policies(named name: String) -> [Int] {
    guard !names.policies.isEmpty, let indices = names.policies[name] else { return [] }
    for index in indices { lookUps.insert(.policy(index)) }
    return indices
  }

  /// Returns the calendars of a name, in order of pack.
  func calendars(named name: String) -> [Int] {
    let indices = names.calendars[name] ?? []
    for index in indices { lookUps.insert(.calendar(index)) }
    return indices
  }

  /// Returns the record types of a name, in order of pack.
  func records(named name: String) -> [Int] {
    let indices = (names.types[name] ?? []).compactMap { if case .record(let index) = $0.type { index } else { nil } }
    for index in indices { lookUps.insert(.record(index)) }
    return indices
  }

  /// Returns the tables of a name, in order of pack.
  func tables(named name: String) -> [Int] {
    guard !names.tables.isEmpty, let indices = names.tables[name] else { return [] }
    for index in indices { lookUps.insert(.table(index)) }
    return indices
  }
}
