/// A search that calls its function once for each element.
extension Sequence {
  /// Returns the first result of `value` that is not `nil`; `nil` if every result is. Elements after it are not examined.
  ///
  /// `lazy.compactMap(…).first` calls `value` twice for the element found, which takes 2^n calls in a recursion n levels deep.
  ///
  /// - Complexity: at most one call for each element.
  package func firstValue<Value, Failure: Error>(_ value: (Element) throws(Failure) -> Value?) throws(Failure) -> Value? {
    for element in self {
      if let found = try value(element) { return found }
    }
    return nil
  }
}
