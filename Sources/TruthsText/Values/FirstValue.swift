extension Sequence {
  /// What the first element gives for which there is anything; nothing behind it is asked.
  ///
  /// `lazy.compactMap(…).first` asks that element twice, which takes 2^n calls where the question goes n levels down.
  ///
  /// - Complexity: at most one call for each element.
  package func firstValue<Value, Failure: Error>(_ value: (Element) throws(Failure) -> Value?) throws(Failure) -> Value? {
    for element in self {
      if let found = try value(element) { return found }
    }
    return nil
  }
}
