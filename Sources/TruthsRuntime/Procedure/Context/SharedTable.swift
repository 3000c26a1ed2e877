/// A table that only grows and whose copies share all but small parts, so that a run that goes on from a copy of a large context
/// does not pay for the size of that context. It is a row of dictionaries, each more than twice as large as the next until they
/// are large: those stay as they are, so that no copy ever does more than a bounded part again.
struct SharedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var layers: [[Key: Value]] = []

  /// The empty table.
  init() {}

  /// The value of a key; no key is ever taken out.
  ///
  /// - Complexity: O(log n) look-ups, and one more for every 16,384 keys.
  subscript(key: Key) -> Value? {
    var place = layers.count
    while place > 0 {
      place -= 1
      if let value = layers[place][key] { return value }
    }
    return nil
  }

  /// Sets the value of a key.
  ///
  /// - Complexity: O(log n) on average.
  mutating func set(_ value: Value, for key: Key) {
    layers.append([key: value])
    while layers.count > 1, layers[layers.count - 2].count < Self.large,
      layers[layers.count - 2].count <= 2 * layers[layers.count - 1].count, let newer = layers.popLast(),
      let older = layers.popLast()
    {
      layers.append(Self.merged(older, newer))
    }
  }

  private static func merged(_ older: consuming [Key: Value], _ newer: [Key: Value]) -> [Key: Value] {
    older.merge(newer) { _, new in new }
    return older
  }

  private static var large: Int { 16_384 }
}

extension SharedTable {
  /// The value of a key, or another where there is none.
  subscript(key: Key, default other: @autoclosure () -> Value) -> Value { self[key] ?? other() }
}
