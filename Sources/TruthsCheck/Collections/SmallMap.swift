import TruthsProgram

/// Append-only map: linear search up to 12 entries, hashed beyond.
struct SmallMap<Key: Hashable, Value> {
  private static var linearLimit: Int { 12 }

  private var keys: [Key] = []
  private var values: [Value] = []
  /// Index of every key, once there are many; otherwise empty.
  private var places: [Key: Int] = [:]

  init() {}

  var isEmpty: Bool { keys.isEmpty }

  private func index(_ key: Key) -> Int? { places.isEmpty ? keys.firstIndex(of: key) : places[key] }

  subscript(key: Key) -> Value? { index(key).map { values[$0] } }

  mutating func set(_ value: Value, for key: Key) {
    if let index = index(key) {
      values[index] = value
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
    } else if keys.count > Self.linearLimit {
      for (index, key) in keys.enumerated() { places[key] = index }
    }
  }
}

extension SmallMap: Sendable where Key: Sendable, Value: Sendable {}

/// Insertion-ordered set: linear search up to 12 elements, hashed beyond.
struct SmallSet<Element: Hashable> {
  private static var linearLimit: Int { 12 }

  private var list: [Element] = []
  /// All elements, once there are many; otherwise empty.
  private var table: Set<Element> = []

  init() {}

  init(_ elements: some Sequence<Element>) {
    let expected = elements.underestimatedCount
    // Reserving is limited to sets of several elements, because an empty array needs no memory until it is asked to reserve
    // some.
    if expected > 1 { list.reserveCapacity(Swift.min(expected, Self.linearLimit)) }
    for element in elements { insert(element) }
  }

  var isEmpty: Bool { list.isEmpty }

  var count: Int { list.count }

  var first: Element? { list.first }

  func contains(_ element: Element) -> Bool { table.isEmpty ? list.contains(element) : table.contains(element) }

  /// Inserts an element.
  ///
  /// - Returns: whether it was new.
  @discardableResult
  mutating func insert(_ element: Element) -> Bool {
    if contains(element) { return false }
    list.append(element)
    if !table.isEmpty { table.insert(element) } else if list.count > Self.linearLimit { table = Set(list) }
    return true
  }

  mutating func formUnion(_ other: SmallSet) {
    if list.isEmpty { self = other } else { for element in other.list { insert(element) } }
  }

  func union(_ other: SmallSet) -> SmallSet {
    var result = self
    result.formUnion(other)
    return result
  }

  func intersection(_ other: SmallSet) -> SmallSet {
    if list.isEmpty || other.list.isEmpty { return SmallSet() }
    var result = SmallSet()
    for element in list where other.contains(element) { result.insert(element) }
    return result
  }

  func isSubset(of other: SmallSet) -> Bool { list.count <= other.list.count && list.allSatisfy(other.contains) }

  func isDisjoint(with other: Set<Element>) -> Bool { other.isEmpty || !list.contains(where: other.contains) }
}

extension SmallSet: Sequence {
  func makeIterator() -> IndexingIterator<[Element]> { list.makeIterator() }
}

extension SmallSet: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension SmallSet: Hashable {
  static func == (left: SmallSet, right: SmallSet) -> Bool { left.list.count == right.list.count && left.isSubset(of: right) }

  /// Hashes independently of the order of insertion.
  func hash(into hasher: inout Hasher) {
    let sum = list.reduce(0) { sum, element in
      var hasher = Hasher()
      hasher.combine(element)
      return sum &+ hasher.finalize()
    }
    hasher.combine(sum)
  }
}

extension SmallSet: Sendable where Element: Sendable {}
