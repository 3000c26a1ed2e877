import TruthsSyntax

/// Where every declared name leads, for all packs together. Look-ups are by hash; whether a pack may use what is found is asked
/// apart.
struct NameTable: Sendable {
  /// A type with a name.
  enum NamedType: Hashable, Sendable {
    case enumeration(Int)
    case record(Int)
  }

  private(set) var scopes: [String: PackScope] = [:]
  /// Indices in ``Program/policies`` by bare name, in order of pack.
  private(set) var policies: [String: [Int]] = [:]
  /// Declared fact types, and the histories of lifecycles behind them.
  private(set) var facts: [String: Int] = [:]
  private(set) var lifecycles: [String: Int] = [:]
  /// Indices in ``Program/tables`` by bare name, in order of pack.
  private(set) var tables: [String: [Int]] = [:]
  private(set) var intents: [String: Int] = [:]
  /// With the pack of each.
  private(set) var types: [String: [(pack: String, type: NamedType)]] = [:]
  private(set) var jobs: [String: [Int]] = [:]
  /// Sorted, for nearest-name proposals.
  let packNames: [String]
  private let unread: Set<String>

  init(_ declared: DeclarationTable) {
    unread = declared.unread
    packNames = Set(declared.packNames).union([ConvergePack.name]).sorted()
    let uses = Dictionary(
      declared.packs.map { ($0.name.text, $0.body.uses.map(\.text)) }, uniquingKeysWith: { first, _ in first })
    for pack in packNames { scopes[pack] = PackScope(name: pack, uses: uses[pack] ?? []) }
    for (index, policy) in declared.policies.enumerated() { policies[policy.name.text, default: []].append(index) }
    for (index, fact) in declared.facts.enumerated() { facts[fact.name.text] = index }
    for (index, lifecycle) in declared.lifecycles.enumerated() {
      lifecycles[lifecycle.name.text] = index
      if facts[lifecycle.historyName] == nil { facts[lifecycle.historyName] = declared.facts.count + index }
    }
    for (index, table) in declared.tables.enumerated() { tables[table.name.text, default: []].append(index) }
    for (index, intent) in declared.intents.enumerated() { intents[intent.name.text] = index }
    for (index, type) in declared.enums.enumerated() {
      types[type.name.text, default: []].append((type.pack, .enumeration(index)))
    }
    for (index, type) in declared.records.enumerated() { types[type.name.text, default: []].append((type.pack, .record(index))) }
    for (index, job) in declared.jobs.enumerated() { jobs[job.name.text, default: []].append(index) }
  }

  /// The scope of a pack; a pack without a file sees itself and the built-in one.
  func scope(_ pack: String) -> PackScope { scopes[pack] ?? PackScope(name: pack, uses: []) }

  /// Whether a declaration of that name, or of the beginning or end of that dotted name, was reported and could not be read.
  func isUnread(_ name: String) -> Bool {
    if unread.isEmpty { return false }
    let words = name.segments
    return words.indices.contains { start in
      words.indices.contains { end in end >= start && unread.contains(words[start...end].joined(separator: ".")) }
    }
  }

  func isPack(_ name: String) -> Bool { scopes[name] != nil }
}
