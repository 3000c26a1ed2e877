/// Removal of duplicates; the order of elements is kept.
extension Sequence where Element: Hashable {
  /// Returns the elements in order, each only once.
  @inlinable
  package func uniqued() -> [Element] { uniqued(on: \.self) }
}

extension Sequence {
  /// Returns the elements in order, without elements whose key equals that of an earlier element.
  @inlinable
  package func uniqued<Key: Hashable>(on key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension Dictionary {
  /// Creates a dictionary from pairs. If several pairs have the same key, the first pair is used.
  @inlinable
  package init(first pairs: some Sequence<(Key, Value)>) { self.init(pairs, uniquingKeysWith: { first, _ in first }) }
}
