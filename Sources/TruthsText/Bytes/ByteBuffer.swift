/// An append-only byte buffer that owns its memory. It is kept and reused, so that writing allocates nothing once the buffer is
/// large enough.
package struct ByteBuffer: ~Copyable, @unchecked Sendable {
  // This memory has one owner, so it may move between threads with the buffer.
  var storage: UnsafeMutablePointer<UInt8>
  var capacity: Int
  /// The number of bytes written so far.
  package internal(set) var count: Int

  /// Creates an empty buffer.
  ///
  /// - Parameter capacity: the number of bytes that fit before the buffer grows; at least one.
  package init(capacity: Int = 1024) {
    self.capacity = max(1, capacity)
    storage = .allocate(capacity: self.capacity)
    count = 0
  }

  deinit { storage.deallocate() }

  /// Removes the bytes from an offset on and keeps the memory. An offset outside the content is moved to its nearest end.
  package mutating func truncate(to place: Int = 0) { count = min(max(0, place), count) }

  /// Makes room for a number of further bytes, so that appending them does not allocate.
  package mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(by: more) }
  }

  package mutating func append(_ byte: UInt8) {
    if count == capacity { grow(by: 1) }
    storage[count] = byte
    count += 1
  }

  /// Appends the UTF-8 of a literal.
  package mutating func append(_ literal: StaticString) { append(literal.utf8Start, literal.utf8CodeUnitCount) }

  /// Appends the UTF-8 of a literal, then a range of bytes of another buffer. A range outside the other buffer is not appended.
  package mutating func append(_ literal: StaticString, _ other: borrowing ByteBuffer, _ range: Range<Int>) {
    append(literal.utf8Start, literal.utf8CodeUnitCount)
    guard range.lowerBound >= 0, range.upperBound <= other.count else { return }
    append(other.storage + range.lowerBound, range.count)
  }

  /// Copies bytes to the end. Most appended runs are short, and copying two overlapping words is faster than calling a copy
  /// function.
  @inline(__always)
  private mutating func append(_ start: UnsafePointer<UInt8>, _ more: Int) {
    if capacity - count < more { grow(by: more) }
    let (source, target) = (UnsafeRawPointer(start), UnsafeMutableRawPointer(storage + count))
    count += more
    if more > 64 {
      target.copyMemory(from: source, byteCount: more)
    } else if more > 32 {
      let last = source.loadUnaligned(fromByteOffset: more - 32, as: SIMD4<UInt64>.self)
      target.storeBytes(of: source.loadUnaligned(as: SIMD4<UInt64>.self), as: SIMD4<UInt64>.self)
      target.storeBytes(of: last, toByteOffset: more - 32, as: SIMD4<UInt64>.self)
    } else if more >= 16 {
      let last = source.loadUnaligned(fromByteOffset: more - 16, as: SIMD2<UInt64>.self)
      target.storeBytes(of: source.loadUnaligned(as: SIMD2<UInt64>.self), as: SIMD2<UInt64>.self)
      target.storeBytes(of: last, toByteOffset: more - 16, as: SIMD2<UInt64>.self)
    } else if more >= 8 {
      let last = source.loadUnaligned(fromByteOffset: more - 8, as: UInt64.self)
      target.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
      target.storeBytes(of: last, toByteOffset: more - 8, as: UInt64.self)
    } else if more >= 4 {
      let last = source.loadUnaligned(fromByteOffset: more - 4, as: UInt32.self)
      target.storeBytes(of: source.loadUnaligned(as: UInt32.self), as: UInt32.self)
      target.storeBytes(of: last, toByteOffset: more - 4, as: UInt32.self)
    } else {
      for place in 0..<more {
        target.storeBytes(of: source.load(fromByteOffset: place, as: UInt8.self), toByteOffset: place, as: UInt8.self)
      }
    }
  }

  /// Appends bytes of memory that the caller owns.
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let start = bytes.baseAddress { append(start, bytes.count) }
  }

  /// Appends bytes of memory that the caller owns, between double quotes.
  package mutating func append(quoted bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count + 2)
    storage[count] = UInt8(ascii: "\"")
    count += 1
    if let start = bytes.baseAddress { append(start, bytes.count) }
    storage[count] = UInt8(ascii: "\"")
    count += 1
  }

  package mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { append($0) } }

  /// Appends the whole content of another buffer.
  package mutating func append(_ other: borrowing ByteBuffer) { append(other.storage, other.count) }

  /// Appends a range of bytes of another buffer. Does nothing if the range is not within the other buffer.
  package mutating func append(_ other: borrowing ByteBuffer, _ range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= other.count else { return }
    append(other.storage + range.lowerBound, range.count)
  }

  /// Appends a copy of a range of bytes of this buffer. Does nothing if the range is not within the buffer.
  package mutating func append(again range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= count else { return }
    reserve(range.count)
    append(storage + range.lowerBound, range.count)
  }

  /// Appends the UTF-8 of a literal, then a copy of a range of bytes of this buffer. A range outside the buffer is not
  /// appended.
  package mutating func append(_ literal: StaticString, again range: Range<Int>) {
    append(literal.utf8Start, literal.utf8CodeUnitCount)
    append(again: range)
  }

  /// Appends the UTF-8 of a text.
  package mutating func append(_ text: String) { text.withUTF8Bytes { append($0) } }

  /// Appends a number of zero bytes that the caller fills in later.
  package mutating func skip(_ more: Int) {
    reserve(more)
    (storage + count).update(repeating: 0, count: more)
    count += more
  }

  /// Overwrites the bytes at an offset with a copy of a range of this buffer. Does nothing if the copy would not fit.
  ///
  /// - Parameter place: the offset of the first overwritten byte.
  package mutating func replace(at place: Int, again range: Range<Int>) {
    guard place >= 0, range.lowerBound >= 0, range.upperBound <= count, place <= count - range.count else { return }
    (storage + place).update(from: storage + range.lowerBound, count: range.count)
  }

  /// Calls a function with the bytes from an offset on. The bytes are valid only during the call.
  package func withBytes<Result>(from place: Int = 0, _ look: (UnsafeRawBufferPointer) -> Result) -> Result {
    let place = min(max(0, place), count)
    return look(UnsafeRawBufferPointer(start: storage + place, count: count - place))
  }

  /// Calls a function that may change the bytes from an offset on, and may use free space after them. Bytes that it writes into
  /// the free space are not kept.
  ///
  /// - Parameters:
  ///   - place: the offset of the first byte, from 0 to `count`; other values are clamped to this range.
  ///   - more: the number of free bytes that the function may use after the content.
  package mutating func withRoom<Result>(
    from place: Int = 0, behind more: Int, _ change: (_ bytes: UnsafeMutableRawPointer, _ count: Int) -> Result
  ) -> Result {
    reserve(more)
    let place = min(max(0, place), count)
    return change(UnsafeMutableRawPointer(storage + place), count - place)
  }

  /// A copy of the content.
  package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: storage, count: count)) }

  /// The content as text; invalid UTF-8 is replaced.
  package var string: String { String(decoding: UnsafeBufferPointer(start: storage, count: count), as: UTF8.self) }

  @inline(never)
  private mutating func grow(by more: Int) {
    let larger = max(capacity * 2, count + more)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    grown.update(from: storage, count: count)
    storage.deallocate()
    storage = grown
    capacity = larger
  }
}

extension ByteBuffer {
  /// Appends a whole number in decimal digits, with a `-` before a negative number.
  package mutating func append(decimal number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(decimal: UInt64(number.magnitude))
  }

  /// Appends a number in decimal digits.
  package mutating func append(decimal number: UInt64) {
    if number < 10 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)) }
    var digits = 2
    var power: UInt64 = 100
    while digits < 20, number >= power {
      digits += 1
      power = power.multipliedReportingOverflow(by: 10).partialValue
    }
    reserve(digits)
    count += digits
    var rest = number
    for place in 1...digits {
      storage[count - place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Appends the last decimal digits of a number that is not negative, padded with leading zeros.
  ///
  /// - Parameter digits: the number of digits to append.
  @inline(__always)
  mutating func append(decimal number: Int, digits: Int) {
    reserve(digits)
    count += digits
    var rest = number
    for place in 1...digits {
      storage[count - place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Appends the 16 lower-case hexadecimal digits of 64 bits, beginning with the highest digit.
  package mutating func append(hexadecimal number: UInt64) {
    reserve(16)
    let place = UnsafeMutableRawPointer(storage + count)
    place.storeBytes(of: Self.digits(UInt32(truncatingIfNeeded: number >> 32)), as: UInt64.self)
    place.storeBytes(of: Self.digits(UInt32(truncatingIfNeeded: number)), toByteOffset: 8, as: UInt64.self)
    count += 16
  }

  /// Returns eight lower-case hexadecimal digits as bytes, in the order in which they are stored in memory.
  ///
  /// Each nibble is spread to one byte, which is then turned into a digit or a letter.
  @inline(__always)
  private static func digits(_ number: UInt32) -> UInt64 {
    var spread = UInt64(number.byteSwapped)
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    spread = (spread >> 4 | spread << 8) & 0x0F0F_0F0F_0F0F_0F0F
    let letters = (spread &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
    return (spread &+ 0x3030_3030_3030_3030 &+ letters &* 0x27).littleEndian
  }

  /// Appends a number as RFC 8785 §3.2.2.3 prints it; see ``Decimal/canonicalText``.
  package mutating func append(_ number: Decimal) {
    guard let magnitude = UInt64(exactly: number.coefficient.magnitude) else { return append(number.canonicalText) }
    if number.scale == 0 {
      if number.isNegative { append(UInt8(ascii: "-")) }
      return append(decimal: magnitude)
    }
    let first = count
    append(decimal: magnitude)
    let (digits, scale) = (count - first, Int(number.scale))
    truncate(to: first)
    // Only numbers with a digit before the point are common enough for this fast path.
    guard digits > scale else { return append(number.canonicalText) }
    if number.isNegative { append(UInt8(ascii: "-")) }
    append(decimal: magnitude)
    let point = count - scale
    append(0)
    (storage + point + 1).update(from: storage + point, count: scale)
    storage[point] = UInt8(ascii: ".")
  }
}
