/// Values by keys that are nearly always few: they stand in a list and are compared one by one, and only many of them are hashed.
/// Nothing is taken out.
struct FewMap<Key: Hashable, Value> {
  private static var few: Int { 12 }

  private var keys: [Key] = []
  private var values: [Value] = []
  /// The place of every key, once they are many; else empty.
  private var places: [Key: Int] = [:]

  init() {}

  var isEmpty: Bool { keys.isEmpty }

  private func place(_ key: Key) -> Int? { places.isEmpty ? keys.firstIndex(of: key) : places[key] }

  subscript(key: Key) -> Value? { place(key).map { values[$0] } }

  /// Sets the value of a key.
  mutating func set(_ value: Value, for key: Key) {
    if let place = place(key) {
      values[place] = value
      return
    }
    if keys.isEmpty {
      keys.reserveCapacity(4)
      values.reserveCapacity(4)
    }
    keys.append(key)
    values.append(value)
    if !places.isEmpty {
      places[key] = keys.count - 1
    } else if keys.count > Self.few {
      for (place, key) in keys.enumerated() { places[key] = place }
    }
  }
}

extension FewMap: Sendable where Key: Sendable, Value: Sendable {}
