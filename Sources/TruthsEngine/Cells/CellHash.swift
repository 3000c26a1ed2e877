import TruthsText

/// A cheap mix of words for open-addressed tables. Nothing that leaves the engine depends on it.
enum CellHash {
  /// Differs from process to process, so that nobody can write data whose keys all meet in one place.
  static let seed = UInt64(bitPattern: Int64(Hasher().finalize())) | 1

  /// One step: both halves of a product, so that every bit of both words counts.
  @inline(__always)
  static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  /// Takes in one cell.
  @inline(__always)
  static func add(_ cell: Cell, to hash: UInt64) -> UInt64 {
    mix(UInt64(bitPattern: cell.bits) ^ hash ^ 0x9E37_79B9_7F4A_7C15, cell.head ^ (hash | 1) ^ 0xD6E8_FEB8_6659_FD93)
  }

  /// The hash of an identity that is one text: its upper half differs wherever the texts of one store do, so that whoever finds
  /// it in a table needs no look at the row. A missing cell counts as a text of its own.
  @inline(__always)
  static func identity(ofText cell: Cell, seed: UInt64) -> UInt64 {
    // Each step can be undone (the finaliser of MurmurHash3), so no two numbers meet.
    var bits = (cell.isA(.text) ? UInt32(truncatingIfNeeded: cell.bits) : .max) ^ UInt32(truncatingIfNeeded: seed)
    bits = (bits ^ bits &>> 16) &* 0x85EB_CA6B
    bits = (bits ^ bits &>> 13) &* 0xC2B2_AE35
    return UInt64(bits ^ bits &>> 16) &<< 32
  }

  /// The hash of an identity of one cell, for a table that is keyed by text or is not.
  @inline(__always)
  static func identity(ofKey key: Cell, isText: Bool, seed: UInt64) -> UInt64 {
    isText ? identity(ofText: key, seed: seed) : add(key, to: seed)
  }

  /// The hash of the identity of a row: of those of its cells that identify it.
  @inline(__always)
  static func identity(
    ofRow row: UnsafePointer<Cell>, _ fields: UnsafePointer<Int>, _ count: Int, isText: Bool, seed: UInt64
  ) -> UInt64 {
    if isText { return identity(ofText: row[fields[0]], seed: seed) }
    var hash = seed
    for index in 0..<count { hash = add(row[fields[index]], to: hash) }
    return hash
  }

  /// The bytes of a text, eight at a time.
  static func hash(_ text: Text, seed: UInt64) -> UInt64 {
    text.string.utf8.span.withUnsafeBytes { bytes in
      var hash = seed ^ UInt64(bytes.count)
      var place = 0
      while place + 8 <= bytes.count {
        hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self), 0xD6E8_FEB8_6659_FD93 ^ seed)
        place += 8
      }
      var rest: UInt64 = 0
      while place < bytes.count {
        rest = rest << 8 | UInt64(bytes[place])
        place += 1
      }
      return mix(hash ^ rest ^ 0x9E37_79B9_7F4A_7C15, 0xA076_1D64_78BD_642F ^ (hash | 1))
    }
  }
}
