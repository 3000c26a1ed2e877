package import TruthsCheck

/// Facts as rows of cells.
extension FactStore {
  /// The place of the newest version of the fact with this one-part key; -1 where there is none, and where the key is missing
  /// or an overlay's own.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  package func place(_ type: Int, _ key: Cell) -> Int { tables[type].newest(key: key) }

  /// The same for a key of any number of parts, in the order in which the type declares them; for a type without a key, all
  /// fields.
  @inline(__always)
  package func place(_ type: Int, key: Swift.Span<Cell>) -> Int { tables[type].newest(key: key) }

  /// A field of the fact at a place; `absent` where there is none.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  package func cell(_ type: Int, at place: Int, field: Int) -> Cell { tables[type].cell(at: place, field) }

  /// Whether any fact of the type is there.
  package func hasAny(_ type: Int) -> Bool { tables.indices.contains(type) && !tables[type].isEmpty }

  /// How many versions of facts of a type have arrived; a fact's place is its number among them, from 0.
  package func count(_ type: Int) -> Int { tables[type].count }

  /// Whether the fact at a place was not corrected since.
  package func isCurrent(_ type: Int, at place: Int) -> Bool { tables[type].isCurrent(place) }

  /// Whether a fact of a type arrived behind a sequence.
  ///
  /// - Complexity: O(1).
  func hasFacts(_ type: Int, after sequence: Int) -> Bool {
    let count = tables[type].count
    return count > 0 && tables[type].sequence(at: count - 1) > sequence
  }

  /// The place of the first fact of a type whose sequence is above one.
  ///
  /// - Complexity: O(log n).
  func firstPlace(_ type: Int, after sequence: Int) -> Int { tables[type].firstPlace(after: sequence) }

  /// Where an instance of a lifecycle stands; `nil` where it was not entered.
  package func state(_ lifecycle: Int, key: Swift.Span<Cell>) -> (ordinal: Int, step: Int)? {
    lifecycles[lifecycle].state(of: key)
  }

  /// Places of the current facts of a type, in byte order of JCS of their key fields (language.md §4, "Sources").
  ///
  /// - Complexity: O(n log n) in the facts of the type.
  package func orderedPlaces(_ type: Int, in program: Program) -> [Int] {
    guard tables.indices.contains(type) else { return [] }
    let fields = program.facts[type].fields
    let key = program.facts[type].key
    let keyed = tables[type].currentPlaces.map { place in
      (sort: canonicalKey(of: values(type, at: place), key: key, fields: fields, program: program), place: place)
    }
    return keyed.sorted { $0.sort.lexicographicallyPrecedes($1.sort) }.map(\.place)
  }

  /// Whether the fact at a place says what a row says.
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
