/// Mapping of arrays without spare capacity.
extension Array {
  /// Returns `compactMap` with capacity for every element. Elements are seldom dropped, so the result is allocated once and has
  /// no spare capacity, which matters for trees that live long.
  func compactMapReservingCapacity<Result>(_ transform: (Element) -> Result?) -> [Result] {
    if isEmpty { return [] }
    var results: [Result] = []
    results.reserveCapacity(count)
    for element in self { if let result = transform(element) { results.append(result) } }
    return results
  }
}
