/// An open-addressed table from hashes to row numbers. The rows stand elsewhere; a slot keeps 32 bits of the hash beside the number,
/// so that most misses read one word and growing reads no row.
struct HashSlots: Sendable {
  /// The upper half of the hash above the row number plus one; 0 where there is nothing.
  private var slots: [UInt64] = []
  private(set) var count = 0
  /// What brings 32 bits of hash down to a place in `slots`.
  private var shift: UInt32 = 32

  /// A table for that many rows without growing.
  init(capacity: Int = 0) {
    if capacity > 0 { resize(to: Self.size(for: capacity)) }
  }

  /// The row with a hash for which a test is true.
  @inline(__always)
  func find(_ hash: UInt64, _ isWanted: (Int) -> Bool) -> Int? {
    if count == 0 { return nil }
    let tag = UInt32(truncatingIfNeeded: hash >> 32)
    let mask = slots.count - 1
    var place = Int(tag &>> shift)
    while true {
      let slot = slots[place]
      if slot == 0 { return nil }
      if UInt32(truncatingIfNeeded: slot >> 32) == tag {
        let row = Int(slot & 0xFFFF_FFFF) - 1
        if isWanted(row) { return row }
      }
      place = (place + 1) & mask
    }
  }

  /// Adds a row that is known not to be there.
  @inline(__always)
  mutating func insert(_ hash: UInt64, _ row: Int) {
    if (count + 1) * 2 > slots.count { resize(to: Swift.max(16, slots.count * 2)) }
    put(hash & 0xFFFF_FFFF_0000_0000 | UInt64(row + 1))
    count += 1
  }

  /// Puts a newer row where an older one with the same hash stands.
  mutating func replace(_ hash: UInt64, _ older: Int, with newer: Int) {
    let head = hash & 0xFFFF_FFFF_0000_0000
    let mask = slots.count - 1
    var place = Int(UInt32(truncatingIfNeeded: hash >> 32) &>> shift)
    while slots[place] != 0 {
      if slots[place] == head | UInt64(older + 1) {
        slots[place] = head | UInt64(newer + 1)
        return
      }
      place = (place + 1) & mask
    }
  }

  /// Every row with the upper half of its hash, in no order that means anything.
  func forEach(_ body: (_ hash: UInt64, _ row: Int) -> Void) {
    for slot in slots where slot != 0 { body(slot & 0xFFFF_FFFF_0000_0000, Int(slot & 0xFFFF_FFFF) - 1) }
  }

  @inline(__always)
  private mutating func put(_ slot: UInt64) {
    let mask = slots.count - 1
    var place = Int(UInt32(truncatingIfNeeded: slot >> 32) &>> shift)
    while slots[place] != 0 { place = (place + 1) & mask }
    slots[place] = slot
  }

  @inline(never)
  private mutating func resize(to size: Int) {
    let old = slots
    slots = [UInt64](repeating: 0, count: size)
    shift = 32 - UInt32(size.trailingZeroBitCount)
    for slot in old where slot != 0 { put(slot) }
  }

  private static func size(for capacity: Int) -> Int {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    return size
  }
}
