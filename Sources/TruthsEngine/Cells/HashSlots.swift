import TruthsText

/// An open-addressed hash table from hashes to row numbers; the rows are stored elsewhere.
///
/// A slot keeps 32 bits of the hash beside the number, so that most misses read one word and growing reads no row.
struct HashSlots: ~Copyable, @unchecked Sendable {
  // `@unchecked Sendable`: this memory has one owner, so it may move between threads with the table.

  /// The part of a table that look-ups need, without a reference; valid until the table is written to.
  ///
  /// `@unchecked Sendable`: a table is written to only while it has one owner.
  struct View: BitwiseCopyable, @unchecked Sendable {
    /// Each slot has the upper half of the hash above the row number plus one; 0 marks an empty slot.
    fileprivate var slots: UnsafeMutablePointer<UInt64>
    fileprivate var mask: Int
    /// The shift that reduces 32 bits of hash to an index in `slots`.
    fileprivate var shift: UInt32

    /// Returns the address at which a look-up begins to read.
    @inline(__always)
    func start(_ hash: UInt64) -> UnsafeRawPointer {
      UnsafeRawPointer(slots + Int(UInt32(truncatingIfNeeded: hash >> 32) &>> shift))
    }

    /// Returns the row with the hash that passes the test; below 0 if none exists.
    @inline(__always)
    func find(_ hash: UInt64, _ isWanted: (Int) -> Bool) -> Int {
      let tag = UInt32(truncatingIfNeeded: hash >> 32)
      var index = Int(tag &>> shift)
      while true {
        let slot = slots[index]
        if slot == 0 { return -1 }
        if UInt32(truncatingIfNeeded: slot >> 32) == tag {
          let row = Int(truncatingIfNeeded: slot & 0xFFFF_FFFF) &- 1
          if isWanted(row) { return row }
        }
        index = (index &+ 1) & mask
      }
    }

    /// Returns the row with the hash that passes the test. If none exists, puts `row` there and returns a number below 0.
    ///
    /// The caller makes room first (``HashSlots/reserve(_:)``) and counts the rows that it put afterwards
    /// (``HashSlots/note(_:)``).
    @inline(__always)
    func findOrPut(_ hash: UInt64, _ row: Int, _ isWanted: (Int) -> Bool) -> Int {
      let tag = UInt32(truncatingIfNeeded: hash >> 32)
      var index = Int(tag &>> shift)
      while true {
        let slot = slots[index]
        if slot == 0 {
          slots[index] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(truncatingIfNeeded: row &+ 1)
          return -1
        }
        if UInt32(truncatingIfNeeded: slot >> 32) == tag {
          let known = Int(truncatingIfNeeded: slot & 0xFFFF_FFFF) &- 1
          if isWanted(known) { return known }
        }
        index = (index &+ 1) & mask
      }
    }
  }

  private(set) var view: View
  private(set) var count = 0

  /// Creates a table for `capacity` rows without growing; with capacity 0 it allocates no memory.
  init(capacity: Int = 0) {
    guard capacity > 0 else {
      view = Self.nothing
      return
    }
    var size = Self.smallest
    while size < capacity * 2 { size *= 2 }
    view = Self.empty(size)
  }

  deinit { Self.free(view) }

  func copy() -> HashSlots {
    var copy = HashSlots(capacity: count == 0 ? 0 : (view.mask + 1) / 2)
    if count > 0 { copy.view.slots.update(from: view.slots, count: view.mask + 1) }
    copy.count = count
    return copy
  }

  @inline(__always)
  func find(_ hash: UInt64, _ isWanted: (Int) -> Bool) -> Int? {
    let row = view.find(hash, isWanted)
    return row < 0 ? nil : row
  }

  /// Adds a row that is not in the table yet.
  @inline(__always)
  mutating func insert(_ hash: UInt64, _ row: Int) {
    if (count + 1) * 2 > view.mask { grow() }
    put(hash & 0xFFFF_FFFF_0000_0000 | UInt64(row + 1))
    count += 1
  }

  /// Makes room for `added` more rows.
  mutating func reserve(_ added: Int) {
    while (count + added) * 2 > view.mask { grow() }
  }

  /// Adds the rows of another table, with `first` added to each row number. None of them may be in this table.
  mutating func append(allOf other: borrowing HashSlots, behind first: Int) {
    reserve(other.count)
    other.forEach { hash, row in insert(hash, row + first) }
  }

  /// Adds a number to the count of rows, for rows that were put into the table's view directly.
  mutating func note(_ added: Int) { count += added }

  /// Replaces an older row by a newer one with the same hash.
  func replace(_ hash: UInt64, _ older: Int, with newer: Int) {
    let head = hash & 0xFFFF_FFFF_0000_0000
    var index = Int(UInt32(truncatingIfNeeded: hash >> 32) &>> view.shift)
    while view.slots[index] != 0 {
      if view.slots[index] == head | UInt64(older + 1) {
        view.slots[index] = head | UInt64(newer + 1)
        return
      }
      index = (index + 1) & view.mask
    }
  }

  /// Calls `body` for every row with the upper half of its hash, in no defined order.
  func forEach(_ body: (_ hash: UInt64, _ row: Int) -> Void) {
    for place in 0...view.mask where view.slots[place] != 0 {
      body(view.slots[place] & 0xFFFF_FFFF_0000_0000, Int(view.slots[place] & 0xFFFF_FFFF) - 1)
    }
  }

  @inline(__always)
  private func put(_ slot: UInt64) {
    var place = Int(UInt32(truncatingIfNeeded: slot >> 32) &>> view.shift)
    while view.slots[place] != 0 { place = (place &+ 1) & view.mask }
    view.slots[place] = slot
  }

  @inline(never)
  private mutating func grow() {
    let old = view
    view = Self.empty(max(Self.smallest, (old.mask + 1) * 2))
    for place in 0...old.mask where old.slots[place] != 0 { put(old.slots[place]) }
    Self.free(old)
  }

  private static var smallest: Int { 8 }

  /// The shared slots of all tables without rows. They are never written to: a table grows before its first insert.
  private static let nothing = empty(2)

  private static func free(_ view: View) {
    if view.mask >= smallest - 1 { view.slots.deallocate() }
  }

  private static func empty(_ size: Int) -> View {
    let slots = UnsafeMutablePointer<UInt64>.allocate(capacity: size)
    slots.initialize(repeating: 0, count: size)
    return View(slots: slots, mask: size - 1, shift: 32 - UInt32(size.trailingZeroBitCount))
  }
}

/// A cheap hash for open-addressed tables. No output of the engine depends on it.
enum CellHash {
  /// The seed, random for each process, so that no input can be made whose keys all collide.
  static let seed = UInt64(bitPattern: Int64(Hasher().finalize())) | 1

  /// Mixes two words: the exclusive or of both halves of their product, so that every bit counts.
  @inline(__always)
  static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  /// Returns the hash with one more cell mixed in.
  @inline(__always)
  static func add(_ cell: Cell, to hash: UInt64) -> UInt64 {
    mix(UInt64(bitPattern: cell.bits) ^ hash ^ 0x9E37_79B9_7F4A_7C15, cell.head ^ (hash | 1) ^ 0xD6E8_FEB8_6659_FD93)
  }

  /// Returns the hash of an identity that is a single text. A missing cell counts as a text of its own.
  ///
  /// Its upper half differs for all texts of one store, so a look-up that finds it need not compare the row.
  @inline(__always)
  static func identity(ofText cell: Cell, seed: UInt64) -> UInt64 {
    // Each step is invertible (the finaliser of MurmurHash3), so two numbers never collide.
    var bits = (cell.isA(.text) ? UInt32(truncatingIfNeeded: cell.bits) : .max) ^ UInt32(truncatingIfNeeded: seed)
    bits = (bits ^ bits &>> 16) &* 0x85EB_CA6B
    bits = (bits ^ bits &>> 13) &* 0xC2B2_AE35
    return UInt64(bits ^ bits &>> 16) &<< 32
  }

  /// Returns the hash of an identity of one cell.
  ///
  /// - Parameter isText: whether the table is keyed by text.
  @inline(__always)
  static func identity(ofKey key: Cell, isText: Bool, seed: UInt64) -> UInt64 {
    isText ? identity(ofText: key, seed: seed) : add(key, to: seed)
  }

  /// Returns the hash of a row's identity, from the cells at `fields`.
  @inline(__always)
  static func identity(
    ofRow row: UnsafePointer<Cell>, _ fields: UnsafePointer<Int>, _ count: Int, isText: Bool, seed: UInt64
  ) -> UInt64 {
    if isText { return identity(ofText: row[fields[0]], seed: seed) }
    var hash = seed
    for index in 0..<count { hash = add(row[fields[index]], to: hash) }
    return hash
  }

  /// Returns the hash of the text's bytes, read eight at a time.
  static func hash(_ text: Text, seed: UInt64) -> UInt64 { text.string.utf8.span.withUnsafeBytes { hash(utf8: $0, seed: seed) } }

  /// Returns the hash of the UTF-8 bytes of a text that is stored elsewhere.
  @inline(__always)
  static func hash(utf8 bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var hash = seed ^ UInt64(bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), 0xD6E8_FEB8_6659_FD93 ^ seed)
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return mix(hash ^ rest ^ 0x9E37_79B9_7F4A_7C15, 0xA076_1D64_78BD_642F ^ (hash | 1))
  }
}
