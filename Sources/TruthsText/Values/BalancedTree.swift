/// Balanced trees of long lists, so that recursion over the trees stays shallow.
extension RandomAccessCollection {
  /// Joins the elements in order to a tree whose depth is the logarithm of their number; `nil` without elements.
  ///
  /// Users write lists without a limit, such as the `if`s of a truth. These become such trees, because the passes over
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
