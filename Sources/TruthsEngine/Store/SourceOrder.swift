/// The rows of a layer in source order: sorted by the JCS bytes of their keys (clauses §10).
///
/// All rows are sorted when all are requested, or when sorting them would have cost less than the requests so far.
struct SourceOrder: Sendable {
  /// The first `rows.count` rows of the layer, sorted.
  private var rows: [Int32] = []
  /// The rank of each of the first `ranks.count` rows among them. These ranks stay in the same order when rows are added.
  private var ranks: [Int32] = []
  /// The number of rows whose key was computed without storing their order.
  private var keysMade = 0

  /// Returns all of the first `count` rows, in order.
  ///
  /// - Parameter key: returns the JCS bytes of a row's key.
  /// - Complexity: O(n log n) on first use, then O(n) and a few keys for each new row.
  mutating func all(_ count: Int, key: (Int32) -> [UInt8]) -> [Int32] {
    if rows.count < count { rows = Self.merged(rows, Array(Int32(rows.count)..<Int32(count)), key: key) }
    return rows
  }

  /// Returns some of the first `count` rows, in order.
  ///
  /// - Complexity: O(k log k) for k requested rows; occasionally the cost of sorting all rows.
  mutating func sorted(_ some: [Int32], of count: Int, key: (Int32) -> [UInt8]) -> [Int32] {
    keysMade += some.count { $0 >= ranks.count }
    if keysMade >= count {
      ranks = [Int32](repeating: 0, count: count)
      for (rank, row) in all(count, key: key).enumerated() { ranks[Int(row)] = Int32(rank) }
      keysMade = 0
    }
    let known = some.filter { $0 < ranks.count }.sorted { ranks[Int($0)] < ranks[Int($1)] }
    return known.count == some.count ? known : Self.merged(known, some.filter { $0 >= ranks.count }, key: key)
  }

  /// Merges numbers that are in order with others that are not.
  ///
  /// - Complexity: O(n log n) in the added numbers, with O(log n) computed keys of sorted numbers for each; the sorted numbers
  ///   are copied.
  static func merged<Number>(_ sorted: [Number], _ added: [Number], key: (Number) -> [UInt8]) -> [Number] {
    // With many added numbers, computing each key once is less work.
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
