/// Turns libyaml's marks, which count code points from the beginning of a chunk, into byte offsets of the file.
///
/// Marks come nearly in order, so the cursor walks from the last one; a chunk of ASCII needs no walk.
struct MarkCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let base: Int
  private let isASCII: Bool
  private var scalars = 0
  private var offset = 0

  /// - Parameters:
  ///   - bytes: the bytes of the chunk alone.
  ///   - base: where the chunk begins in the file.
  ///   - isASCII: whether every byte is a code point.
  init(_ bytes: UnsafeBufferPointer<UInt8>, base: Int, isASCII: Bool) {
    self.bytes = bytes
    self.base = base
    self.isASCII = isASCII
  }

  /// The file offset of the code point with an index.
  mutating func offset(_ index: Int) -> Int {
    if isASCII { return base + min(index, bytes.count) }
    while scalars < index, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      scalars += 1
    }
    while scalars > index, offset > 0 {
      offset -= 1
      while offset > 0, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      scalars -= 1
    }
    return base + offset
  }
}
