import TruthsProgram

/// Map from small numbers, such as indices of variables, to values, as one list sorted by number. The solver makes very many
/// maps with few entries each, where a list costs a fraction of a hash table.
///
/// - Complexity: O(log n) to look up, O(n) to insert before others.
struct NumberMap<Value> {
  struct Entry {
    var key: Int
    var value: Value
  }

  private(set) var entries: [Entry] = []

  init() {}

  var isEmpty: Bool { entries.isEmpty }

  var count: Int { entries.count }

  var keys: [Int] { entries.map(\.key) }

  /// Returns the first index whose key is at least `key`.
  private func lowerBound(_ key: Int) -> Int {
    guard let last = entries.last, last.key >= key else { return entries.count }
    var (low, high) = (0, entries.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  subscript(key: Int) -> Value? {
    get {
      let index = lowerBound(key)
      return index < entries.count && entries[index].key == key ? entries[index].value : nil
    }
    set {
      let index = lowerBound(key)
      let isThere = index < entries.count && entries[index].key == key
      if let newValue {
        if isThere { entries[index].value = newValue } else { entries.insert(Entry(key: key, value: newValue), at: index) }
      } else if isThere {
        entries.remove(at: index)
      }
    }
  }

  /// Gives access to the value of a key in place; inserts `usual` first if the key has none.
  subscript(key: Int, default usual: @autoclosure () -> Value) -> Value {
    get { self[key] ?? usual() }
    _modify {
      let index = lowerBound(key)
      if index == entries.count || entries[index].key != key { entries.insert(Entry(key: key, value: usual()), at: index) }
      yield &entries[index].value
    }
  }

  /// Changes every value in place, in order of the keys.
  mutating func update<Fault: Error>(_ change: (Int, inout Value) throws(Fault) -> Void) throws(Fault) {
    for index in entries.indices { try change(entries[index].key, &entries[index].value) }
  }
}

extension NumberMap.Entry: Equatable where Value: Equatable {}

extension NumberMap.Entry: Hashable where Value: Hashable {}

extension NumberMap.Entry: Sendable where Value: Sendable {}

extension NumberMap: Equatable where Value: Equatable {}

extension NumberMap: Hashable where Value: Hashable {}

extension NumberMap: Sendable where Value: Sendable {}
