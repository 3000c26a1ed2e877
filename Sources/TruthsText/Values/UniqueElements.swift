extension Sequence where Element: Hashable {
  /// The elements in order, each only where it comes first.
  @inlinable
  package func uniqued() -> [Element] { uniqued(on: \.self) }
}

extension Sequence {
  /// The elements in order, without those that have something in common with an earlier one.
  ///
  /// - Parameter key: what must not be the same in two of them.
  @inlinable
  package func uniqued<Key: Hashable>(on key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension Dictionary {
  /// Values by their keys; of several with one key the first.
  @inlinable
  package init(first pairs: some Sequence<(Key, Value)>) { self.init(pairs, uniquingKeysWith: { first, _ in first }) }
}
