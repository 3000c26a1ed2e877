/// Predicates over all bytes of a buffer. The loops have no early exit, so that the compiler vectorises them: most files are
/// small, and hardly any contains what is searched for.
package enum ByteScan {
  /// Whether a byte is among them.
  ///
  /// - Complexity: O(n).
  package static func has(_ wanted: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var found: UInt8 = 0
    var place = 0
    while place < bytes.count {
      found |= bytes[place] == wanted ? 1 : 0
      place += 1
    }
    return found != 0
  }

  /// Whether all are line feeds or visible ASCII, blanks included.
  ///
  /// - Complexity: O(n).
  package static func arePlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var found: UInt8 = 0
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      found |= (byte &- 0x20 > 0x5E ? 1 : 0) & (byte == 0x0A ? 0 : 1)
      place += 1
    }
    return found == 0
  }
}

/// Looks for bytes in others in linear time, whatever both are (Knuth, Morris, Pratt: Fast pattern matching in strings, SIAM J.
/// Comput. 6, 1977).
package struct ByteSearch: Sendable {
  private let piece: [UInt8]
  /// By place, how long the longest beginning of the piece is that ends there and is not all of it.
  private let borders: [Int]

  /// - Complexity: O(size of the piece).
  package init(for piece: [UInt8]) {
    self.piece = piece
    var borders = [Int](repeating: 0, count: piece.count)
    var length = 0
    for place in piece.indices.dropFirst() {
      while length > 0, piece[place] != piece[length] { length = borders[length - 1] }
      if piece[place] == piece[length] { length += 1 }
      borders[place] = length
    }
    self.borders = borders
  }

  /// The place behind the first occurrence that begins at or behind a place; `nil` where there is none. Nothing is everywhere.
  ///
  /// - Complexity: O(bytes behind the place).
  package func end(in whole: [UInt8], from start: Int) -> Int? {
    whole.withUnsafeBufferPointer { end(in: $0, from: start) }
  }

  /// The same of bytes that stand somewhere.
  package func end(in whole: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let first = piece.first else { return start }
    return piece.withUnsafeBufferPointer { piece in
      borders.withUnsafeBufferPointer { borders in
        var (matched, place) = (0, start)
        while place < whole.count {
          if matched == 0 {
            // Most bytes are none with which it begins.
            while whole[place] != first {
              place += 1
              if place == whole.count { return nil }
            }
          } else if whole[place] != piece[matched] {
            matched = borders[matched - 1]
            continue
          }
          matched += 1
          place += 1
          if matched == piece.count { return place }
        }
        return nil
      }
    }
  }
}

/// Bytes of data that may be too many to be copied: an array, or a file that is mapped into memory as long as somebody holds
/// this.
package final class DataBytes: @unchecked Sendable {
  // What is mapped is only read, by any number of threads, until nobody holds it any more.
  private enum Storage {
    case array([UInt8])
    case mapped(UnsafeRawBufferPointer, unload: @Sendable (Range<Int>) -> Void, release: @Sendable () -> Void)
  }

  private let storage: Storage

  package init(_ bytes: [UInt8]) { storage = .array(bytes) }

  /// - Parameters:
  ///   - unload: called with bytes that are not needed for now. They need no memory until they are read again.
  ///   - release: called once nobody holds the bytes any more.
  package init(
    mapped bytes: UnsafeRawBufferPointer, unload: @escaping @Sendable (Range<Int>) -> Void,
    release: @escaping @Sendable () -> Void
  ) {
    storage = .mapped(bytes, unload: unload, release: release)
  }

  deinit {
    if case .mapped(_, _, let release) = storage { release() }
  }

  /// Takes bytes that are not needed for now out of memory. They stay what they are, and are read from the disk again once
  /// somebody looks at them.
  package func unload(_ range: Range<Int>) {
    if case .mapped(_, let unload, _) = storage, !range.isEmpty { unload(range) }
  }

  /// How many there are.
  package var count: Int {
    switch storage {
    case .array(let bytes): bytes.count
    case .mapped(let bytes, _, _): bytes.count
    }
  }

  /// All of them in an array.
  package var array: [UInt8] {
    switch storage {
    case .array(let bytes): bytes
    case .mapped(let bytes, _, _): Array(bytes)
    }
  }

  /// The bytes, as long as a function looks at them.
  @inline(__always)
  package func withBytes<Result>(_ look: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    switch storage {
    case .array(let bytes): bytes.withUnsafeBufferPointer(look)
    case .mapped(let bytes, _, _): look(bytes.bindMemory(to: UInt8.self))
    }
  }
}
