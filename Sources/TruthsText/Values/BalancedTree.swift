extension RandomAccessCollection {
  /// The elements, joined in their order to a tree whose depth is the logarithm of their number; `nil` of no elements.
  ///
  /// What people join without a limit, as the `if`s of a truth, becomes such a tree, because the passes over expressions call
  /// themselves for each level.
  ///
  /// - Complexity: O(n) calls of `join`.
  package func balancedTree(_ join: (Element, Element) -> Element) -> Element? {
    guard count > 1 else { return first }
    let middle = index(startIndex, offsetBy: (count + 1) / 2)
    guard let left = self[..<middle].balancedTree(join), let right = self[middle...].balancedTree(join) else { return nil }
    return join(left, right)
  }
}
