package import TruthsCheck
import TruthsJSON
import TruthsText

/// Facts as values and records, made when somebody asks.
extension FactStore {
  /// The newest version of the fact with this key; for a type without a key, the fact with these very fields.
  ///
  /// - Complexity: O(key), and the fact's size where it is there.
  package func current(_ type: Int, identity: [Value]) -> FactRecord? {
    guard tables.indices.contains(type), let key = key(of: identity) else { return nil }
    let place = place(type, key: key.span)
    return place < 0 ? nil : record(type, at: place)
  }

  /// The values that identify a fact of a type: its key fields, or all fields where it has no key.
  package func identity(of fields: [Value], type: Int) -> [Value] { tables[type].shape.identity.map { fields[$0] } }

  /// Every current fact of a type, in byte order of JCS of its key fields (language.md §4, "Sources").
  ///
  /// - Complexity: O(n log n) in the facts of the type.
  package func ordered(_ type: Int, in program: Program) -> [FactRecord] {
    orderedPlaces(type, in: program).map { record(type, at: $0) }
  }

  /// Where an instance stands; `nil` where it was not entered.
  package func state(_ lifecycle: Int, of key: [Value]) -> InstanceState? {
    guard let cells = self.key(of: key), let state = state(lifecycle, key: cells.span) else { return nil }
    return InstanceState(key: key, ordinal: state.ordinal, step: state.step)
  }

  /// Every instance of a lifecycle, in order of arrival.
  func instances(_ lifecycle: Int) -> [InstanceState] {
    lifecycles[lifecycle].keys.compactMap { key in
      state(lifecycle, key: key.span).map { state in
        InstanceState(key: key.map { symbols.value(of: $0) }, ordinal: state.ordinal, step: state.step)
      }
    }
  }

  /// The fact at a place.
  ///
  /// - Precondition: there is one.
  package func record(_ type: Int, at place: Int) -> FactRecord {
    FactRecord(type: type, fields: values(type, at: place), entry: entry(type, at: place))
  }

  /// The value of a cell, facts of this store included.
  package func value(of cell: Cell) -> Value {
    cell.kind == .fact ? .fact(record(Int(cell.extra), at: Int(cell.bits))) : symbols.value(of: cell)
  }

  func values(_ type: Int, at place: Int) -> [Value] { tables[type].cells(at: place).map { symbols.value(of: $0) } }

  // MARK: Entries

  /// What the ledger says, or will say, of the fact at a place.
  package func entry(_ type: Int, at place: Int) -> EntryReference {
    let (origin, sequence) = (tables[type].origin(at: place), tables[type].sequence(at: place))
    if origin >= 0 { return entries.reference(Int(origin), sequence: sequence, symbols) }
    return EntryReference(
      id: "", sequence: sequence, timestamp: run?.now ?? .epoch, truthID: symbols.text(Int(-1 - origin)).string,
      actor: run?.actor ?? [:], isCorrection: tables[type].earlier(than: place) >= 0)
  }

  /// The `entry_id` of the fact at a place; empty for one that has no entry yet.
  package func entryID(_ type: Int, at place: Int) -> String {
    let origin = tables[type].origin(at: place)
    return origin < 0 ? "" : entries.id(Int(origin), symbols)
  }

  /// Where the fact at a place stands in the ledger, or will stand.
  package func sequence(_ type: Int, at place: Int) -> Int { tables[type].sequence(at: place) }

  /// Whether the fact at a place is a new version made by a run that has no entries yet, or so marked when it was appended.
  func isCorrection(_ type: Int, at place: Int) -> Bool {
    let table = tables[type]
    if !table.hasVersions { return false }
    let origin = table.origin(at: place)
    return origin < 0 ? table.earlier(than: place) >= 0 : entries.isCorrection(Int(origin))
  }

  /// Whether the truth with a symbol made the fact at a place, or a version before it.
  ///
  /// - Complexity: O(versions).
  func hasVersion(_ type: Int, at newest: Int, by maker: Int32) -> Bool {
    var place = newest
    while place >= 0 {
      let origin = tables[type].origin(at: place)
      if (origin < 0 ? -1 - origin : entries.truth(Int(origin))) == maker { return true }
      place = tables[type].earlier(than: place)
    }
    return false
  }

  /// The cells of a key; `nil` where a part of it is nowhere in the store, so that no fact can have it.
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
