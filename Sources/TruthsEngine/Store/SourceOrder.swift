/// The rows of a layer in the order of sources: byte order of JCS of their keys (clauses §10). All are put in order when
/// somebody asks for all, or has asked for so many that it would have cost less.
struct SourceOrder: Sendable {
  /// The first rows, in order.
  private var rows: [Int32] = []
  /// The place of each of the first rows among those; that one stands before another stays true when more come.
  private var ranks: [Int32] = []
  /// For how many rows a key was made without keeping their order.
  private var keysMade = 0

  /// All rows, of so many.
  ///
  /// - Parameter key: JCS of the key of a row.
  /// - Complexity: O(n log n) when first asked, then O(n) and a few keys for each row that is new.
  mutating func all(_ count: Int, key: (Int32) -> [UInt8]) -> [Int32] {
    if rows.count < count { rows = Self.merged(rows, Array(Int32(rows.count)..<Int32(count)), key: key) }
    return rows
  }

  /// Some rows, of so many.
  ///
  /// - Complexity: O(k log k) in them; now and then that of all.
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

  /// Rows or places in order, of some that are in order already and others that are not.
  ///
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
