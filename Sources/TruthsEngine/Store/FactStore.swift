import TruthsJSON
package import TruthsProgram
package import TruthsText

/// The facts of a context, packed and indexed, with the states of lifecycles and the values of policies.
///
/// It is a value type: a copy shares all storage, and the cost of an append does not depend on the size (``Layers``).
package struct FactStore: Sendable {
  /// The symbols of the cells of facts and policies.
  package internal(set) var symbols: Symbols
  /// The tables, one for each fact type of the program, by index.
  var tables: FactTables
  /// The tables, one for each lifecycle of the program, by index.
  var lifecycles: [LifecycleTable]
  var entries = EntryTable()
  /// The sequence of the newest fact that has an entry.
  private(set) var lastEntered = 0
  /// The run whose facts have no entries yet.
  var run: RunEnvelope?
  /// The present value of each policy, by index in ``Program/policies``.
  package private(set) var policies: [Value]
  /// The present value of each policy as a cell.
  private(set) var policyRow: CellRow
  /// The cached facts of the views over this store; `nil` where the program has no views.
  var viewCache: ViewCache?
  /// The known results of invariants over the store's state; `nil` if the program has no such invariant.
  var stateKnowledge: StateKnowledge?
  /// The limits of computing the store's views.
  package var viewLimits = DerivationLimits.views
  /// The number of facts of a type from which loops use look-ups.
  let lookUpThreshold: Int
  /// Whether the store contains the facts of views.
  var isViewed = false
  /// The meter for work over this store and its copies; `nil` for unbounded work.
  package var work: WorkMeter?
  /// The observer of this store and its copies; `nil` for none.
  package private(set) var observer: ReadingObserver?

  /// Creates an empty store: no facts, every policy at its default.
  ///
  /// - Parameter symbols: the symbols of the program's code (``CompiledProgram/symbols``), so that its constants have the same
  ///   cells in every store.
  /// - Complexity: O(fact types).
  init(program: Program, symbols: Symbols, lookUpThreshold: Int) {
    var symbols = symbols
    self.lookUpThreshold = lookUpThreshold
    tables = FactTables(program.facts.enumerated().map { FactTable(TableShape($1, index: $0)) })
    lifecycles = program.lifecycles.map { LifecycleTable(keyCount: $0.key.count) }
    policies = program.policies.map(\.initial)
    policyRow = CellRow(policies.map { symbols.cell(of: $0) })
    self.symbols = symbols
    if program.facts.contains(where: \.isDerived) { viewCache = ViewCache() }
    if program.invariants.contains(where: { $0.applies == .state }) { stateKnowledge = StateKnowledge() }
  }

  /// Merges the layers that copies left, so that each look-up reads one layer.
  ///
  /// - Complexity: O(facts) where there are several layers, otherwise O(fact types).
  package mutating func settle() {
    symbols.settle()
    entries.settle()
    for index in tables.indices { tables[index].settle() }
    for index in lifecycles.indices { lifecycles[index].settle() }
  }

  // MARK: Appending

  /// Appends a fact as the current version of its key. For the history of a lifecycle, it also sets the state.
  ///
  /// - Complexity: O(size of the fact) on average.
  package mutating func append(_ fact: FactRecord) {
    guard tables.indices.contains(fact.type) else { return }
    let row = row(of: fact.fields, type: fact.type)
    let hash = tables[fact.type].hash(ofRow: row)
    let newest = tables[fact.type].newest(ofRow: row, hash: hash)
    let entry = entries.append(fact.entry, symbols: &symbols)
    lastEntered = max(lastEntered, fact.entry.sequence)
    append(row, to: fact.type, hash: hash, newest: newest, sequence: fact.entry.sequence, origin: Int32(entry))
  }

  /// Appends a row whose identity has been looked up.
  ///
  /// - Returns: its place.
  @discardableResult
  mutating func append(_ row: [Cell], to type: Int, hash: UInt64, newest: Int, sequence: Int, origin: Int32) -> Int {
    forgetViews()
    if let lifecycle = tables[type].shape.lifecycle { lifecycles[lifecycle].append(row) }
    return tables[type].append(row, hash: hash, newest: newest, sequence: sequence, origin: origin)
  }

  /// Removes the facts of a type that fail a test; no fact of the type may have more than one version.
  ///
  /// - Parameter isKept: whether a fact stays.
  /// - Complexity: O(facts of the type).
  package mutating func keep(_ type: Int, where isKept: (FactRecord) -> Bool) {
    let records = (0..<count(type)).map { record(type, at: $0) }
    tables[type] = FactTable(tables[type].shape)
    forgetAll()
    for record in records where isKept(record) { append(record) }
  }

  /// Makes this store the only owner of the newest layer of a type, for callers that append to the layer directly.
  mutating func prepare(_ type: Int) {
    forgetViews()
    _ = tables[type].writable()
  }

  /// Begins a new view cache and new state knowledge, because the old ones are about fewer facts.
  private mutating func forgetViews() {
    if var knowledge = stateKnowledge {
      stateKnowledge = nil
      if !isKnownUniquelyReferenced(&knowledge) || !knowledge.isEmpty { knowledge = knowledge.successor(tables.counts) }
      stateKnowledge = knowledge
    }
    guard var cache = viewCache else { return }
    viewCache = nil
    if !isKnownUniquelyReferenced(&cache) || !cache.isEmpty { cache = cache.successor() }
    viewCache = cache
  }

  /// Returns the cells of a fact, one for each field of its type.
  ///
  /// The causes of missing fields are dropped, so that a fact stays equal when it is written and read back.
  mutating func row(of fields: [Value], type: Int) -> [Cell] {
    var row = [Cell](repeating: .absent, count: tables[type].shape.width)
    for (index, field) in fields.prefix(row.count).enumerated() {
      let cell = symbols.cell(of: field)
      if !cell.isMissing { row[index] = cell }
    }
    return row
  }

  /// Sets the present value of a policy.
  package mutating func setPolicy(_ index: Int, to value: Value) {
    guard policies.indices.contains(index) else { return }
    policies[index] = value
    policyRow = CellRow(policies.map { symbols.cell(of: $0) })
    forgetAll()
  }

  private mutating func forgetAll() {
    if viewCache != nil { viewCache = ViewCache() }
    if stateKnowledge != nil { stateKnowledge = StateKnowledge() }
  }

  // MARK: Observing

  /// Sets the observer. Cached results are dropped, so that the observer sees their computation.
  package mutating func observe(with observer: ReadingObserver?) {
    self.observer = observer
    forgetAll()
  }

  /// A copy of the store without an observer.
  package var unobserved: FactStore {
    guard observer != nil else { return self }
    var store = self
    store.observe(with: nil)
    return store
  }
}

/// Access to facts as rows of cells.
extension FactStore {
  /// Returns the place of the newest version of the fact with a key of a single part.
  ///
  /// It returns -1 if none exists, and where the key is missing or a symbol of an overlay.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  package func place(_ type: Int, _ key: Cell) -> Int { tables[type].newest(key: key) }

  /// Returns the place of the newest version of the fact with a key; -1 if none exists.
  ///
  /// - Parameter key: the parts in declared order; for a type without a key, all fields.
  @inline(__always)
  package func place(_ type: Int, key: Swift.Span<Cell>) -> Int { tables[type].newest(key: key) }

  /// Returns a field of the fact at a place; `absent` if none exists.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  package func cell(_ type: Int, at place: Int, field: Int) -> Cell { tables[type].cell(at: place, field) }

  /// Returns whether there is any fact of the type.
  package func hasAny(_ type: Int) -> Bool { tables.indices.contains(type) && !tables[type].isEmpty }

  /// Returns the number of versions of facts of a type; a fact's place is its index among them.
  package func count(_ type: Int) -> Int { tables[type].count }

  /// Returns whether the fact at a place has not been corrected since.
  package func isCurrent(_ type: Int, at place: Int) -> Bool { tables[type].isCurrent(place) }

  /// Returns whether a fact of a type arrived after a sequence.
  ///
  /// - Complexity: O(1).
  func hasFacts(_ type: Int, after sequence: Int) -> Bool {
    let count = tables[type].count
    return count > 0 && tables[type].sequence(at: count - 1) > sequence
  }

  /// Returns the place of the first fact of a type after a sequence.
  ///
  /// - Complexity: O(log n).
  func firstPlace(_ type: Int, after sequence: Int) -> Int { tables[type].firstPlace(after: sequence) }

  /// Returns the state and step of an instance; `nil` where it has entered no state.
  package func state(_ lifecycle: Int, key: Swift.Span<Cell>) -> (ordinal: Int, step: Int)? {
    lifecycles[lifecycle].state(of: key)
  }

  /// Returns the places of the current facts of a type, sorted by the JCS bytes of their key fields (clauses §10).
  ///
  /// - Complexity: O(n log n) in the facts of the type on first use, then O(n).
  package func orderedPlaces(_ type: Int, in program: Program) -> [Int] {
    guard tables.indices.contains(type), !tables[type].isEmpty else { return [] }
    let table = tables[type]
    return inOrder(of: type, program) { layer, key in
      let rows = key.map { layer.ordered(key: $0) } ?? Array(0..<Int32(layer.count))
      return rows.map { layer.first + Int($0) }.filter { table.isCurrent($0) }
    }
  }

  /// Returns places of facts of a type, sorted by the JCS bytes of their key fields.
  ///
  /// - Complexity: O(n log n) in the places.
  func ordered(_ places: [Int], of type: Int, in program: Program) -> [Int] {
    if places.count < 2 { return places }
    return inOrder(of: type, program) { layer, key in
      let rows = places.lazy.filter { $0 >= layer.first && $0 < layer.end }.map { Int32($0 - layer.first) }
      return (key.map { layer.ordered(Array(rows), key: $0) } ?? Array(rows)).map { layer.first + Int($0) }
    }
  }

  /// Returns places of all layers in order. The largest layer keeps its own order.
  ///
  /// - Parameter places: returns the places of a layer, in order if it gets a key function.
  private func inOrder(
    of type: Int, _ program: Program, _ places: (FactLayer, _ key: ((Int32) -> [UInt8])?) -> [Int]
  ) -> [Int] {
    let layers = tables[type].layers.all
    guard let largest = layers.max(by: { $0.count < $1.count }) else { return [] }
    let first = places(largest) { canonicalKey(ofFactAt: largest.first + Int($0), type, program) }
    if layers.count == 1 { return first }
    let others = layers.filter { $0 !== largest }.flatMap { places($0, nil) }
    return others.isEmpty ? first : SourceOrder.merged(first, others) { canonicalKey(ofFactAt: $0, type, program) }
  }

  private func canonicalKey(ofFactAt place: Int, _ type: Int, _ program: Program) -> [UInt8] {
    let facts = program.facts[type]
    return TruthsEngine.canonicalKey(of: values(type, at: place), key: facts.key, fields: facts.fields, program: program)
  }

  @inline(__always)
  func isSame(_ type: Int, at place: Int, _ row: [Cell]) -> Bool {
    guard let (layer, index) = tables[type].row(at: place) else { return false }
    let base = index * row.count
    for field in row.indices where layer.cells[base + field] != row[field] {
      if !symbols.same(layer.cells[base + field], row[field]) { return false }
    }
    return true
  }
}

/// Access to facts as values and records, which are made on demand.
extension FactStore {
  /// Returns the newest version of the fact with a key; for a type without a key, the fact with all these fields.
  ///
  /// - Complexity: O(key), and O(size of the fact) where there is one.
  package func current(_ type: Int, identity: [Value]) -> FactRecord? {
    guard tables.indices.contains(type), let key = key(of: identity) else { return nil }
    let place = place(type, key: key.span)
    return place < 0 ? nil : record(type, at: place)
  }

  /// Returns the values that identify a fact of a type: its key fields, or all fields where it has no key.
  package func identity(of fields: [Value], type: Int) -> [Value] { tables[type].shape.identity.map { fields[$0] } }

  /// Returns every current fact of a type, sorted by the JCS bytes of its key fields (clauses §10).
  ///
  /// - Complexity: O(n log n) in the facts of the type.
  package func ordered(_ type: Int, in program: Program) -> [FactRecord] {
    orderedPlaces(type, in: program).map { record(type, at: $0) }
  }

  /// Returns the state of an instance; `nil` where it has entered no state.
  package func state(_ lifecycle: Int, of key: [Value]) -> InstanceState? {
    guard let cells = self.key(of: key), let state = state(lifecycle, key: cells.span) else { return nil }
    return InstanceState(key: key, ordinal: state.ordinal, step: state.step)
  }

  /// Returns every instance of a lifecycle, in order of arrival.
  package func instances(_ lifecycle: Int) -> [InstanceState] {
    lifecycles[lifecycle].keys.compactMap { key in
      state(lifecycle, key: key.span).map { state in
        InstanceState(key: key.map { symbols.value(of: $0) }, ordinal: state.ordinal, step: state.step)
      }
    }
  }

  /// Returns the fact at a place.
  ///
  /// - Precondition: there is a fact at the place.
  package func record(_ type: Int, at place: Int) -> FactRecord {
    FactRecord(type: type, fields: values(type, at: place), entry: entry(type, at: place))
  }

  /// Returns the value of a cell, including facts of this store.
  package func value(of cell: Cell) -> Value {
    cell.kind == .fact ? .fact(record(Int(cell.extra), at: Int(cell.bits))) : symbols.value(of: cell)
  }

  /// Returns the values of the fields of the fact at a place.
  package func values(_ type: Int, at place: Int) -> [Value] { tables[type].cells(at: place).map { symbols.value(of: $0) } }

  // MARK: Entries

  /// Returns the ledger's data for the fact at a place, present or future.
  package func entry(_ type: Int, at row: Int) -> EntryReference {
    let (origin, sequence) = (tables[type].origin(at: row), tables[type].sequence(at: row))
    if origin >= 0 { return entries.reference(Int(origin), sequence: sequence, symbols) }
    return EntryReference(
      id: "", sequence: sequence, timestamp: run?.now ?? .epoch, truthID: symbols.text(Int(-1 - origin)).string,
      actor: run?.actor ?? [:], isCorrection: tables[type].earlier(than: row) >= 0)
  }

  /// Returns the `entry_id` of the fact at a place; empty for a fact without an entry.
  package func entryID(_ type: Int, at place: Int) -> String {
    let origin = tables[type].origin(at: place)
    return origin < 0 ? "" : entries.id(Int(origin), symbols)
  }

  /// Returns the sequence of the fact at a place, present or future.
  package func sequence(_ type: Int, at place: Int) -> Int { tables[type].sequence(at: place) }

  /// Returns whether the fact at a place corrects another, by the `corrects` of its entry, or as made by the present run.
  func isCorrection(_ type: Int, at place: Int) -> Bool {
    let table = tables[type]
    if !table.hasVersions { return false }
    let origin = table.origin(at: place)
    return origin < 0 ? table.earlier(than: place) >= 0 : entries.isCorrection(Int(origin))
  }

  /// Whether any fact has more than one version.
  var hasCorrections: Bool { tables.indices.contains { tables[$0].hasVersions } }

  /// Returns the cells of a key; `nil` where the store does not contain a part of it, so that no fact has the key.
  private func key(of values: [Value]) -> [Cell]? {
    var cells: [Cell] = []
    cells.reserveCapacity(values.count)
    for value in values {
      guard let cell = symbols.findCell(of: value) else { return nil }
      cells.append(cell.isMissing ? .absent : cell)
    }
    return cells
  }
}
