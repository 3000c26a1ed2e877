/// A set whose elements are nearly always few: they stand in a list and are compared one by one, and only many of them are
/// hashed.
struct FewSet<Element: Hashable> {
  private static var few: Int { 12 }

  private var list: [Element] = []
  /// All elements, once they are many; else empty.
  private var table: Set<Element> = []

  init() {}

  init(_ elements: some Sequence<Element>) {
    let expected = elements.underestimatedCount
    // An empty list needs no memory, and would get some if it were asked for.
    if expected > 1 { list.reserveCapacity(Swift.min(expected, Self.few)) }
    for element in elements { insert(element) }
  }

  var isEmpty: Bool { list.isEmpty }

  var count: Int { list.count }

  var first: Element? { list.first }

  func contains(_ element: Element) -> Bool { table.isEmpty ? list.contains(element) : table.contains(element) }

  /// Puts an element in.
  ///
  /// - Returns: whether it was not there yet.
  @discardableResult
  mutating func insert(_ element: Element) -> Bool {
    if contains(element) { return false }
    list.append(element)
    if !table.isEmpty { table.insert(element) } else if list.count > Self.few { table = Set(list) }
    return true
  }

  mutating func formUnion(_ other: FewSet) {
    if list.isEmpty { self = other } else { for element in other.list { insert(element) } }
  }

  func union(_ other: FewSet) -> FewSet {
    var result = self
    result.formUnion(other)
    return result
  }

  func intersection(_ other: FewSet) -> FewSet {
    if list.isEmpty || other.list.isEmpty { return FewSet() }
    var result = FewSet()
    for element in list where other.contains(element) { result.insert(element) }
    return result
  }

  func isSubset(of other: FewSet) -> Bool { list.count <= other.list.count && list.allSatisfy(other.contains) }

  func isDisjoint(with other: Set<Element>) -> Bool { other.isEmpty || !list.contains(where: other.contains) }
}

extension FewSet: Sequence {
  /// In the order in which they were inserted.
  func makeIterator() -> IndexingIterator<[Element]> { list.makeIterator() }
}

extension FewSet: ExpressibleByArrayLiteral {
  init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension FewSet: Hashable {
  static func == (left: FewSet, right: FewSet) -> Bool { left.list.count == right.list.count && left.isSubset(of: right) }

  /// In whatever order they were inserted.
  func hash(into hasher: inout Hasher) { hasher.combine(list.count) }
}

extension FewSet: Sendable where Element: Sendable {}
