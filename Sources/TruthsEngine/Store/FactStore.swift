package import TruthsCheck
import TruthsText

/// The facts of a context, typed, packed and indexed: by key, by what truths join them by; the states of lifecycles and the
/// values of policies. A value type; a copy shares everything, and to append to it costs nothing for the size of what is there
/// (``Layers``).
package struct FactStore: Sendable {
  /// What stands behind the cells of facts and policies.
  package internal(set) var symbols: Symbols
  /// One per fact type of the program, by index.
  var tables: FactTables
  /// One per lifecycle of the program, by index.
  var lifecycles: [LifecycleTable]
  var entries = EntryTable()
  /// The sequence of the newest fact that has an entry.
  private(set) var lastEntered = 0
  /// Of the run whose facts have no entries yet.
  var run: RunEnvelope?
  /// The present value of each policy, by index in ``Program/policies``.
  package private(set) var policies: [Value]
  /// The same as cells.
  private(set) var policyRow: CellRow
  /// What was worked out of the views of this store; `nil` where the program has none.
  var viewCache: ViewCache?
  /// What working out its views may cost.
  package var viewLimits = DerivationLimits.views
  /// Whether the facts of views stand in it already.
  var isViewed = false
  /// Counts the work over this store and its copies; `nil` where nobody bounds it.
  package var work: WorkMeter?
  /// Sees what is read over this store and its copies; `nil` where nobody looks.
  package private(set) var observer: ReadingObserver?

  /// An empty store: no facts, every policy at its default.
  ///
  /// - Parameter symbols: those of the program's code (``CompiledProgram/symbols``): its constants have the same cells in every
  ///   store.
  /// - Complexity: O(fact types).
  init(program: Program, symbols: Symbols) {
    var symbols = symbols
    tables = FactTables(program.facts.enumerated().map { FactTable(TableShape($1, index: $0)) })
    lifecycles = program.lifecycles.map { LifecycleTable(keyCount: $0.key.count) }
    policies = program.policies.map(\.initial)
    policyRow = CellRow(policies.map { symbols.cell(of: $0) })
    self.symbols = symbols
    if program.facts.contains(where: \.isDerived) { viewCache = ViewCache() }
  }

  /// Brings together what copies left in parts, so that look-ups have one place to look in.
  ///
  /// - Complexity: O(facts) where there are parts, else O(fact types).
  package mutating func settle() {
    symbols.settle()
    entries.settle()
    for index in tables.indices { tables[index].settle() }
    for index in lifecycles.indices { lifecycles[index].settle() }
  }

  // MARK: Appending

  /// Appends a fact; it becomes the current version of its key, and a step of a lifecycle's history its state.
  ///
  /// - Complexity: O(size of the fact) on average.
  package mutating func append(_ fact: FactRecord) {
    guard tables.indices.contains(fact.type) else { return }
    let row = row(of: fact.fields, type: fact.type)
    let hash = tables[fact.type].hash(ofRow: row)
    let known = tables[fact.type].newest(ofRow: row, hash: hash)
    let entry = entries.append(fact.entry, symbols: &symbols)
    lastEntered = max(lastEntered, fact.entry.sequence)
    append(row, to: fact.type, hash: hash, known: known, sequence: fact.entry.sequence, origin: Int32(entry))
  }

  /// Appends a row that has been looked up.
  ///
  /// - Returns: its place.
  @discardableResult
  mutating func append(_ row: [Cell], to type: Int, hash: UInt64, known: Int, sequence: Int, origin: Int32) -> Int {
    forgetViews()
    if let lifecycle = tables[type].shape.lifecycle { lifecycles[lifecycle].append(row) }
    return tables[type].append(row, hash: hash, known: known, sequence: sequence, origin: origin)
  }

  /// Sees to it that nobody else has the newest layer of a type, for those who append to it directly.
  mutating func prepare(_ type: Int) {
    forgetViews()
    _ = tables[type].writable()
  }

  /// What is known of the views is known of the facts so far only.
  private mutating func forgetViews() {
    guard var cache = viewCache else { return }
    viewCache = nil
    if !isKnownUniquelyReferenced(&cache) || !cache.isEmpty { cache = cache.successor() }
    viewCache = cache
  }

  /// The cells of a fact, one per field of its type: why a field is missing is no part of it, so that a fact is the same once
  /// it has been written and read.
  mutating func row(of fields: [Value], type: Int) -> [Cell] {
    var row = [Cell](repeating: .absent, count: tables[type].shape.width)
    for (index, field) in fields.prefix(row.count).enumerated() {
      let cell = symbols.cell(of: field)
      if !cell.isMissing { row[index] = cell }
    }
    return row
  }

  /// Sets what a policy is from now on.
  package mutating func setPolicy(_ index: Int, to value: Value) {
    guard policies.indices.contains(index) else { return }
    policies[index] = value
    policyRow = CellRow(policies.map { symbols.cell(of: $0) })
    if viewCache != nil { viewCache = ViewCache() }
  }

  // MARK: Observing

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
}
