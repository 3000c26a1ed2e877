import TruthsText

/// Where each `entry_id` stands. The tables double in size, so that to add costs O(log n) on average, and a copy shares all but
/// the small ones.
struct IdentityIndex: Sendable {
  private var tables: [[Text: Int]] = []

  /// Notes the place of an id; the first place of an id counts.
  mutating func add(_ id: String, place: Int) {
    let id = Text(id)
    guard self[id] == nil else { return }
    tables.append([id: place])
    while tables.count > 1, tables[tables.count - 2].count <= tables[tables.count - 1].count, let newer = tables.popLast() {
      tables[tables.count - 1].merge(newer) { first, _ in first }
    }
  }

  /// The place of an id.
  subscript(id: Text) -> Int? {
    for table in tables {
      if let place = table[id] { return place }
    }
    return nil
  }
}
