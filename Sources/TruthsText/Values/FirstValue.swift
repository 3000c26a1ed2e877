/// A search that calls its function once for each element.
extension Sequence {
  /// Returns the first non-nil result of `value`; later elements are not asked.
  ///
  /// `lazy.compactMap(…).first` calls `value` twice for that element, which takes 2^n calls in a recursion n levels deep.
  ///
  /// - Complexity: at most one call for each element.
  package func firstValue<Value, Failure: Error>(_ value: (Element) throws(Failure) -> Value?) throws(Failure) -> Value? {
    for element in self {
      if let found = try value(element) { return found }
    }
    return nil
  }
}
