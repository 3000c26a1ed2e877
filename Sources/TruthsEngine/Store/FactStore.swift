package import TruthsCheck
import TruthsText

/// The facts of a context, typed and indexed: by type, by key, and the values of policies. A value type; copies share what they
/// can.
package struct FactStore: Sendable {
  /// One per fact type of the program, by index.
  private var tables: [FactTable]
  /// The present value of each policy, by index in ``Program/policies``.
  package private(set) var policies: [Value]

  /// An empty store: no facts, every policy at its default.
  package init(program: Program) {
    tables = program.facts.map { FactTable(type: $0) }
    policies = program.policies.map(\.initial)
  }

  /// The newest version of the fact with this key; for a type without a key, the fact with these very fields.
  ///
  /// - Complexity: O(key).
  package func current(_ type: Int, identity: [Value]) -> FactRecord? {
    tables.indices.contains(type) ? tables[type].current(identity) : nil
  }

  /// Whether any fact of the type is there.
  package func hasAny(_ type: Int) -> Bool { tables.indices.contains(type) && !tables[type].isEmpty }

  /// Every current fact of a type, in byte order of JCS of its key fields (language.md §4, "Sources").
  ///
  /// - Complexity: O(n log n) in the facts of the type.
  package func ordered(_ type: Int, in program: Program) -> [FactRecord] {
    guard tables.indices.contains(type) else { return [] }
    let fields = program.facts[type].fields
    let key = tables[type].key
    let keyed = tables[type].currentFacts.map { fact in
      (sort: canonicalKey(of: fact, key: key, fields: fields, program: program), fact: fact)
    }
    return keyed.sorted { $0.sort.lexicographicallyPrecedes($1.sort) }.map(\.fact)
  }

  /// Appends a fact; it becomes the current version of its key.
  package mutating func append(_ fact: FactRecord) {
    guard tables.indices.contains(fact.type) else { return }
    tables[fact.type].append(fact)
  }

  /// Sets what a policy is from now on.
  package mutating func setPolicy(_ index: Int, to value: Value) {
    guard policies.indices.contains(index) else { return }
    policies[index] = value
  }

  /// The values that identify a fact of a type: its key fields, or all fields where it has no key.
  package func identity(of fields: [Value], type: Int) -> [Value] {
    let key = tables[type].key
    return key.isEmpty ? fields : key.map { fields[$0] }
  }
}

/// The facts of one type.
struct FactTable: Sendable {
  /// Indices of the key fields; empty where all fields identify.
  let key: [Int]
  private var facts = ChunkedList<FactRecord>()
  /// The place in `facts` of the newest version of each key.
  private var newest = SharedTable<[Value], Int>()

  init(type: FactType) { key = type.key }

  var isEmpty: Bool { facts.count == 0 }

  func current(_ identity: [Value]) -> FactRecord? { newest[identity].flatMap { facts[$0] } }

  /// The newest version of each fact, in order of arrival.
  var currentFacts: [FactRecord] {
    facts.array.enumerated().filter { newest[identity(of: $0.element)] == $0.offset }.map(\.element)
  }

  mutating func append(_ fact: FactRecord) {
    newest.set(facts.count, for: identity(of: fact))
    facts.append(fact)
  }

  private func identity(of fact: FactRecord) -> [Value] { key.isEmpty ? fact.fields : key.map { fact.fields[$0] } }
}
