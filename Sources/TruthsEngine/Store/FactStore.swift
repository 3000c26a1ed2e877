package import TruthsCheck
import TruthsText

/// The facts of a context, typed and indexed: by type, by key, by what truths join them by; the states of lifecycles and the
/// values of policies. A value type; copies share what they can.
package struct FactStore: Sendable {
  /// One per fact type of the program, by index.
  private var tables: [FactTable]
  /// One per lifecycle of the program, by index.
  private var lifecycles: [LifecycleTable]
  /// The present value of each policy, by index in ``Program/policies``.
  package private(set) var policies: [Value]
  /// What was worked out of the views of this store; `nil` where the program has none.
  private(set) var viewCache: ViewCache?
  /// Whether the facts of views stand in it already.
  var isViewed = false
  /// Sees what is read over this store and its copies; `nil` where nobody looks.
  package private(set) var observer: ReadingObserver?

  /// An empty store: no facts, every policy at its default.
  ///
  /// - Complexity: O(fact types + truths on facts).
  package init(program: Program) {
    var joins = [[[Int]]](repeating: [], count: program.facts.count)
    for plan in MatchPlan.all(of: program) {
      for step in plan.orders.joined() {
        if let join = step.join, !joins[step.type].contains(join.fields) { joins[step.type].append(join.fields) }
      }
    }
    tables = zip(program.facts, joins).map { FactTable(type: $0, joins: $1) }
    lifecycles = program.lifecycles.map { _ in LifecycleTable() }
    policies = program.policies.map(\.initial)
    if program.facts.contains(where: \.isDerived) { viewCache = ViewCache() }
  }

  /// The newest version of the fact with this key; for a type without a key, the fact with these very fields.
  ///
  /// - Complexity: O(key).
  package func current(_ type: Int, identity: [Value]) -> FactRecord? {
    tables.indices.contains(type) ? tables[type].current(identity) : nil
  }

  /// Whether a truth made any version of a fact, the present one or one that was corrected since.
  ///
  /// - Complexity: O(versions).
  func hasVersion(of fact: FactRecord, by truthID: String) -> Bool {
    tables[fact.type].versions(of: fact).contains { $0.entry.truthID == truthID }
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
      (sort: canonicalKey(of: fact.fields, key: key, fields: fields, program: program), fact: fact)
    }
    return keyed.sorted { $0.sort.lexicographicallyPrecedes($1.sort) }.map(\.fact)
  }

  /// Appends a fact; it becomes the current version of its key, and a step of a lifecycle's history its state.
  package mutating func append(_ fact: FactRecord) {
    guard tables.indices.contains(fact.type) else { return }
    tables[fact.type].append(fact)
    if viewCache != nil { viewCache = ViewCache() }
    if let lifecycle = tables[fact.type].lifecycle {
      lifecycles[lifecycle].append(fact.fields, keyCount: tables[fact.type].key.count - 1)
    }
  }

  /// From now on an observer sees what is read; what was worked out unseen is forgotten, so that it is worked out once more.
  package mutating func observe(with observer: ReadingObserver?) {
    self.observer = observer
    if viewCache != nil { viewCache = ViewCache() }
  }

  /// The same store, over which nobody sees what is read.
  package var unobserved: FactStore {
    guard observer != nil else { return self }
    var store = self
    store.observe(with: nil)
    return store
  }

  /// Sets what a policy is from now on.
  package mutating func setPolicy(_ index: Int, to value: Value) {
    guard policies.indices.contains(index) else { return }
    policies[index] = value
    if viewCache != nil { viewCache = ViewCache() }
  }

  /// The values that identify a fact of a type: its key fields, or all fields where it has no key.
  package func identity(of fields: [Value], type: Int) -> [Value] {
    let key = tables[type].key
    return key.isEmpty ? fields : key.map { fields[$0] }
  }

  // MARK: Lifecycles

  /// Where an instance stands; `nil` where it was not entered.
  package func state(_ lifecycle: Int, of key: [Value]) -> InstanceState? { lifecycles[lifecycle].state(of: key) }

  /// Every instance of a lifecycle, in order of arrival.
  func instances(_ lifecycle: Int) -> [InstanceState] { lifecycles[lifecycle].instances }

  // MARK: Places

  /// How many versions of facts of a type have arrived; a fact's place is its number among them, from 0.
  func count(_ type: Int) -> Int { tables[type].count }

  /// The fact at a place, unless it was corrected since.
  func currentFact(_ type: Int, at place: Int) -> FactRecord? { tables[type].currentFact(at: place) }

  /// The place of the first fact of a type whose sequence is above one.
  ///
  /// - Complexity: O(log n).
  func firstPlace(_ type: Int, after sequence: Int) -> Int { tables[type].firstPlace(after: sequence) }

  /// Places of the facts of a type whose fields have these values, ascending; facts that were corrected since are among them.
  func places(_ type: Int, fields: [Int], values: [Value]) -> ChunkedList<Int>? {
    tables[type].places(fields: fields, values: values)
  }
}

/// The facts of one type.
struct FactTable: Sendable {
  /// Indices of the key fields; empty where all fields identify.
  let key: [Int]
  /// The lifecycle whose history it is.
  let lifecycle: Int?
  private var facts = ChunkedList<FactRecord>()
  /// For each place in `facts` that of the version before it; below 0 for the first.
  private var earlier = ChunkedList<Int>()
  /// The place in `facts` of the newest version of each key.
  private var newest = SharedTable<[Value], Int>()
  private var joins: [JoinIndex]

  init(type: FactType, joins: [[Int]]) {
    key = type.key
    lifecycle = type.lifecycle
    self.joins = joins.map(JoinIndex.init)
  }

  var isEmpty: Bool { facts.count == 0 }

  var count: Int { facts.count }

  func current(_ identity: [Value]) -> FactRecord? { newest[identity].flatMap { facts[$0] } }

  func currentFact(at place: Int) -> FactRecord? {
    guard let fact = facts[place], newest[identity(of: fact)] == place else { return nil }
    return fact
  }

  /// The newest version of each fact, in order of arrival.
  var currentFacts: [FactRecord] {
    facts.array.enumerated().filter { newest[identity(of: $0.element)] == $0.offset }.map(\.element)
  }

  func firstPlace(after sequence: Int) -> Int {
    var (low, high) = (0, facts.count)
    while low < high {
      let middle = (low + high) / 2
      if let fact = facts[middle], fact.entry.sequence <= sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func places(fields: [Int], values: [Value]) -> ChunkedList<Int>? {
    joins.first { $0.fields == fields }?.places(of: values)
  }

  mutating func append(_ fact: FactRecord) {
    for index in joins.indices { joins[index].append(fact, at: facts.count) }
    let identity = identity(of: fact)
    earlier.append(newest[identity] ?? -1)
    newest.set(facts.count, for: identity)
    facts.append(fact)
  }

  /// All versions of the fact with the same key, the newest first.
  func versions(of fact: FactRecord) -> [FactRecord] {
    var versions: [FactRecord] = []
    var place = newest[identity(of: fact)] ?? -1
    while let version = facts[place] {
      versions.append(version)
      place = earlier[place] ?? -1
    }
    return versions
  }

  private func identity(of fact: FactRecord) -> [Value] { key.isEmpty ? fact.fields : key.map { fact.fields[$0] } }
}
