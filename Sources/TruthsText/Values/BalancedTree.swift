/// Balanced trees of long lists, which keep recursion shallow.
extension RandomAccessCollection {
  /// Joins the elements in order to a tree whose depth is the logarithm of their number; `nil` without elements.
  ///
  /// Lists that users write without a limit, such as the `if`s of a truth, become such trees, because the passes over
  /// expressions recurse for each level.
  ///
  /// - Complexity: O(n) calls of `join`.
  package func balancedTree(_ join: (Element, Element) -> Element) -> Element? {
    guard count > 1 else { return first }
    let middle = index(startIndex, offsetBy: (count + 1) / 2)
    guard let left = self[..<middle].balancedTree(join), let right = self[middle...].balancedTree(join) else { return nil }
    return join(left, right)
  }
}
