import CLibCrypto

/// SHA-256 (FIPS 180-4) of bytes that come piece by piece, as the system's libcrypto computes it.
///
/// A plain value: a copy goes on from what the original has taken in, and nothing is allocated. A decision takes some two dozen
/// digests of a few hundred bytes each, so that what a digest costs beside its bytes is a good part of a record.
struct SHA256: Sendable {
  private var context = SHA256_CTX()

  /// Nothing has been taken in.
  init() { SHA256_Init(&context) }

  /// Takes in what comes next.
  mutating func update(_ bytes: UnsafeRawBufferPointer) { SHA256_Update(&context, bytes.baseAddress, bytes.count) }

  /// The digest of all that was taken in.
  consuming func finalize() -> Digest {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 4) { words in
      let bytes = UnsafeMutableRawBufferPointer(words).bindMemory(to: UInt8.self)
      SHA256_Final(bytes.baseAddress, &context)
      func word(_ place: Int) -> UInt64 {
        UInt64(bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: 8 * place, as: UInt64.self))
      }
      return Digest(words: (word(0), word(1), word(2), word(3)))
    }
  }

  /// The digest of all that was taken in, which must be whole blocks, and of the end of the message, which is padded where it
  /// stands (FIPS 180-4, 5.1.1): so the library goes through it in one piece.
  ///
  /// - Parameters:
  ///   - end: the end of the message, `count` bytes, with room for ``padding`` more behind them.
  ///   - length: bytes of the whole message.
  consuming func finalize(_ end: UnsafeMutableRawPointer, _ count: Int, ofLength length: Int) -> Digest {
    let whole = (count + 9 + Self.block - 1) & ~(Self.block - 1)
    end.storeBytes(of: 0x80, toByteOffset: count, as: UInt8.self)
    (end + count + 1).initializeMemory(as: UInt8.self, repeating: 0, count: whole - count - 9)
    end.storeBytes(of: UInt64(length * 8).bigEndian, toByteOffset: whole - 8, as: UInt64.self)
    update(UnsafeRawBufferPointer(start: end, count: whole))
    let state = context.h
    func word(_ high: UInt32, _ low: UInt32) -> UInt64 { UInt64(high) << 32 | UInt64(low) }
    return Digest(words: (word(state.0, state.1), word(state.2, state.3), word(state.4, state.5), word(state.6, state.7)))
  }

  /// Bytes of a block.
  static var block: Int { 64 }
  /// The most bytes that come behind a message: 0x80, zeros, and its length.
  static var padding: Int { 72 }
}
