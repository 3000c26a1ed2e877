extension Array {
  /// What a list is read to, without what could not be read. Mostly that is nothing, so there is room for all from the start, and
  /// then none to spare in a tree that is kept.
  func gathered<Result>(_ read: (Element) -> Result?) -> [Result] {
    if isEmpty { return [] }
    var results: [Result] = []
    results.reserveCapacity(count)
    for element in self { if let result = read(element) { results.append(result) } }
    return results
  }
}
