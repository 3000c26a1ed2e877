package import TruthsText

#if canImport(CryptoKit)
  import CryptoKit
#else
  import CLibCrypto
#endif

/// SHA-256 (FIPS 180-4) of messages that arrive in pieces, computed by the system: libcrypto's EVP interface, or CryptoKit on
/// Apple's systems.
///
/// One value hashes any number of messages, one after another. A restart costs about 50 ns, and a new value costs twice as
/// much.
package struct SHA256: ~Copyable {
  #if canImport(CryptoKit)
    private var state = CryptoKit.SHA256()

    /// Creates a hash of an empty message.
    package init() {}

    /// Starts a new message.
    package mutating func restart() { state = CryptoKit.SHA256() }

    /// Continues from the state of another value, which stays unchanged.
    package mutating func restart(from other: borrowing SHA256) { state = other.state }

    /// Appends bytes to the message.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) { state.update(bufferPointer: bytes) }

    /// Returns the digest of the message. Call `restart()` before the next message.
    package mutating func finalize() -> Digest { state.finalize().withUnsafeBytes { Digest(raw: $0) } }
  #else
    private let context: OpaquePointer?

    /// Creates a hash of an empty message.
    package init() {
      context = EVP_MD_CTX_new()
      EVP_DigestInit_ex2(context, LibCrypto.sha256.method, nil)
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Starts a new message.
    package mutating func restart() { EVP_DigestInit_ex2(context, nil, nil) }

    /// Continues from the state of another value, which stays unchanged.
    package mutating func restart(from other: borrowing SHA256) { EVP_MD_CTX_copy_ex(context, other.context) }

    /// Appends bytes to the message.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) { EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) }

    /// Returns the digest of the message. Call `restart()` before the next message.
    package mutating func finalize() -> Digest {
      withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { bytes in
        EVP_DigestFinal_ex(context, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), nil)
        return Digest(raw: UnsafeRawBufferPointer(bytes))
      }
    }
  #endif

  /// Appends the content of a buffer to the message, starting at an offset.
  package mutating func update(_ buffer: borrowing ByteBuffer, from place: Int = 0) {
    buffer.withBytes(from: place) { update($0) }
  }
}

#if !canImport(CryptoKit)
  /// The SHA-256 method of libcrypto, looked up once, because a lookup takes longer than a digest.
  ///
  /// `@unchecked Sendable`: libcrypto shares methods between threads, and the pointer is never changed.
  private struct LibCrypto: @unchecked Sendable {
    let method: OpaquePointer?

    /// The method, from a library context of its own, without the files that libcrypto otherwise loads at first use. The
    /// machine's settings therefore do not affect digests, and every start of the program saves 1 ms.
    static let sha256: LibCrypto = {
      let quietly = OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS
      OPENSSL_init_crypto(UInt64(quietly), nil)
      return LibCrypto(method: EVP_MD_fetch(OSSL_LIB_CTX_new(), "SHA256", nil))
    }()
  }
#endif

/// Reusable memory for writing and hashing messages one after another.
package struct HashScratch: ~Copyable {
  /// The message that is hashed next.
  package var buffer = ByteBuffer(capacity: 4096)
  /// The hash function, reused for one message after another.
  package var hash = SHA256()

  package init() {}

  /// Returns the digest of a message.
  ///
  /// - Parameter write: appends the message to a buffer that is empty.
  package mutating func digest(_ write: (inout ByteBuffer) -> Void) -> Digest {
    buffer.truncate()
    write(&buffer)
    return digest(from: 0)
  }

  /// Returns the digest of the buffer's content, starting at an offset.
  mutating func digest(from place: Int) -> Digest {
    hash.restart()
    hash.update(buffer, from: place)
    return hash.finalize()
  }
}

extension Digest {
  /// Computes the digest of the bytes that a function writes to an empty buffer.
  package init(_ write: (inout ByteBuffer) -> Void) {
    var scratch = HashScratch()
    self = scratch.digest(write)
  }
}
