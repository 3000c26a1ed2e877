/// The order of sources: byte order of JCS of their keys (language.md §4).
enum SourceOrder {
  /// Rows or places in order, of some that are in order already and others that are not.
  ///
  /// - Parameter key: JCS of the key of a row or place.
  /// - Complexity: O(n log n) in those added, and O(log n) keys in the others for each; the others are copied.
  static func merged<Number>(_ sorted: [Number], _ added: [Number], key: (Number) -> [UInt8]) -> [Number] {
    // With many to add it is less work to make each key once.
    let isRebuilt = added.count > sorted.count / 16
    let fresh = (isRebuilt ? sorted + added : added).map { (key: key($0), number: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    if isRebuilt { return fresh.map(\.number) }
    var merged: [Number] = []
    merged.reserveCapacity(sorted.count + fresh.count)
    var taken = 0
    for (own, number) in fresh {
      var (low, high) = (taken, sorted.count)
      while low < high {
        let middle = (low + high) / 2
        if own.lexicographicallyPrecedes(key(sorted[middle])) { high = middle } else { low = middle + 1 }
      }
      merged += sorted[taken..<low]
      merged.append(number)
      taken = low
    }
    return merged + sorted[taken...]
  }
}
