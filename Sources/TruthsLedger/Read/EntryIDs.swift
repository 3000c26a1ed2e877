/// A compact set of entry ids, for ledgers of millions of entries. A generated id takes eight bytes, in a table that is at
/// least three eighths full. The first eight bits of an id select one of 256 tables, so that each table is small when it grows.
struct EntryIDs {
  private var tables = [Table](repeating: Table(), count: 256)
  private var others: Set<PackedID> = []

  /// Inserts an id.
  ///
  /// - Returns: whether the id is new.
  mutating func insert(_ id: PackedID) -> Bool {
    guard let digits = id.number else { return others.insert(id).inserted }
    return tables[Int(digits >> 56)].insert(digits)
  }

  /// A hash table of digits with linear probing. Each process hashes differently, so an attacker cannot construct colliding
  /// ids.
  private struct Table {
    private var slots: [UInt64] = []
    private var count = 0
    /// Whether 0 is in the table; it needs a flag, because an empty slot holds 0.
    private var hasZero = false

    mutating func insert(_ digits: UInt64) -> Bool {
      guard digits != 0 else {
        defer { hasZero = true }
        return !hasZero
      }
      if 4 * (count + 1) > 3 * slots.count { grow() }
      guard put(digits) else { return false }
      count += 1
      return true
    }

    private mutating func grow() {
      let old = slots
      slots = [UInt64](repeating: 0, count: max(16, 2 * old.count))
      for digits in old where digits != 0 { _ = put(digits) }
    }

    private mutating func put(_ digits: UInt64) -> Bool {
      let mask = slots.count - 1
      var hasher = Hasher()
      hasher.combine(digits)
      var slot = hasher.finalize() & mask
      while slots[slot] != 0 {
        if slots[slot] == digits { return false }
        slot = (slot + 1) & mask
      }
      slots[slot] = digits
      return true
    }
  }
}
