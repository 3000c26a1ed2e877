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
}
