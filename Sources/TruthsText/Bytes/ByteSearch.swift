/// Tests of all bytes of a buffer. The loops have no early exit, so that the compiler vectorises them. That is faster, because
/// most files are small and hardly any contains the searched byte.
package enum ByteScan {
  /// Whether a buffer contains a given byte.
  ///
  /// - Complexity: O(n).
  package static func has(_ wanted: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var hits: UInt8 = 0
    var place = 0
    while place < bytes.count {
      hits |= bytes[place] == wanted ? 1 : 0
      place += 1
    }
    return hits != 0
  }

  /// Whether all bytes are line feeds, spaces or visible ASCII.
  ///
  /// - Complexity: O(n).
  package static func arePlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var hits: UInt8 = 0
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      hits |= (byte &- 0x20 > 0x5E ? 1 : 0) & (byte == 0x0A ? 0 : 1)
      place += 1
    }
    return hits == 0
  }
}

/// A search for a byte string, in linear time in all cases (Knuth, Morris, Pratt: Fast pattern matching in strings, SIAM J.
/// Comput. 6, 1977).
package struct ByteSearch: Sendable {
  private let piece: [UInt8]
  /// For each index of the searched string, the length of the longest proper prefix that ends there.
  private let borders: [Int]

  /// - Complexity: O(length of the searched string).
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

  /// Returns the offset after the first occurrence that begins at or after `start`; `nil` without an occurrence. An empty
  /// string is found at `start`.
  ///
  /// - Complexity: O(bytes after `start`).
  package func end(in whole: [UInt8], from start: Int) -> Int? {
    whole.withUnsafeBufferPointer { end(in: $0, from: start) }
  }

  /// Returns the offset after the first occurrence in a buffer, as the search in an array does.
  package func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let first = piece.first else { return start }
    return piece.withUnsafeBufferPointer { piece in
      borders.withUnsafeBufferPointer { borders in
        var (matched, position) = (0, start)
        while position < bytes.count {
          if matched == 0 {
            // Most bytes differ from the pattern's first byte.
            while bytes[position] != first {
              position += 1
              if position == bytes.count { return nil }
            }
          } else if bytes[position] != piece[matched] {
            matched = borders[matched - 1]
            continue
          }
          matched += 1
          position += 1
          if matched == piece.count { return position }
        }
        return nil
      }
    }
  }
}

/// The bytes of a data file, which may be too large to copy. They are an array, or a memory-mapped file that stays mapped as
/// long as this object exists.
package final class DataBytes: @unchecked Sendable {
  // `@unchecked Sendable`: mapped memory is only read, by any number of threads, until `deinit` releases it.
  private enum Storage {
    case array([UInt8])
    case mapped(UnsafeRawBufferPointer, unload: @Sendable (Range<Int>) -> Void, release: @Sendable () -> Void)
  }

  private let storage: Storage

  package init(_ bytes: [UInt8]) { storage = .array(bytes) }

  /// - Parameters:
  ///   - unload: called with a range of bytes that is not needed for now. The bytes need no memory until they are read again.
  ///   - release: called once, when the last reference to the bytes is gone.
  package init(
    mapped bytes: UnsafeRawBufferPointer, unload: @escaping @Sendable (Range<Int>) -> Void,
    release: @escaping @Sendable () -> Void
  ) {
    storage = .mapped(bytes, unload: unload, release: release)
  }

  deinit {
    if case .mapped(_, _, let release) = storage { release() }
  }

  /// Lets the system free the memory of a range of bytes. The bytes stay valid, and are read from the disk again when they are
  /// used.
  package func unload(_ range: Range<Int>) {
    if case .mapped(_, let unload, _) = storage, !range.isEmpty { unload(range) }
  }

  package var count: Int {
    switch storage {
    case .array(let bytes): bytes.count
    case .mapped(let bytes, _, _): bytes.count
    }
  }

  /// A copy of the bytes as an array.
  package var array: [UInt8] {
    switch storage {
    case .array(let bytes): bytes
    case .mapped(let bytes, _, _): Array(bytes)
    }
  }

  /// Calls a function with the bytes. The buffer is valid only during the call.
  @inline(__always)
  package func withBytes<Result>(_ look: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    switch storage {
    case .array(let bytes): bytes.withUnsafeBufferPointer(look)
    case .mapped(let bytes, _, _): look(bytes.bindMemory(to: UInt8.self))
    }
  }
}
