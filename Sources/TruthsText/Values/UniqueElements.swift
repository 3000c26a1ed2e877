/// Removal of duplicates, in order.
extension Sequence where Element: Hashable {
  /// Returns the elements in order, without repetitions.
  @inlinable
  package func uniqued() -> [Element] { uniqued(on: \.self) }
}

extension Sequence {
  /// Returns the elements in order, without those whose key equals that of an earlier element.
  @inlinable
  package func uniqued<Key: Hashable>(on key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension Dictionary {
  /// Creates a dictionary from pairs; of several pairs with one key the first counts.
  @inlinable
  package init(first pairs: some Sequence<(Key, Value)>) { self.init(pairs, uniquingKeysWith: { first, _ in first }) }
}
