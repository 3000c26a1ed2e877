package import TruthsText

#if canImport(CryptoKit)
  import CryptoKit
#else
  import CLibCrypto
#endif

/// SHA-256 (FIPS 180-4) of a message that comes piece by piece, as the system computes it: libcrypto's EVP interface, CryptoKit
/// on Apple's systems.
///
/// One value takes in any number of messages, one after another. To begin anew costs about 50 ns, to make a value twice that.
package struct SHA256: ~Copyable {
  #if canImport(CryptoKit)
    private var state = CryptoKit.SHA256()

    /// Nothing has been taken in.
    package init() {}

    /// Forgets the message.
    package mutating func restart() { state = CryptoKit.SHA256() }

    /// Goes on from what another value has taken in; that one stays as it is.
    package mutating func restart(from other: borrowing SHA256) { state = other.state }

    /// Takes in what comes next.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) { state.update(bufferPointer: bytes) }

    /// The digest of the message. Another one begins with ``restart()``.
    package mutating func finalize() -> Digest { state.finalize().withUnsafeBytes { Digest(raw: $0) } }
  #else
    private let context: OpaquePointer?

    /// Nothing has been taken in.
    package init() {
      context = EVP_MD_CTX_new()
      EVP_DigestInit_ex2(context, LibCrypto.sha256.method, nil)
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Forgets the message.
    package mutating func restart() { EVP_DigestInit_ex2(context, nil, nil) }

    /// Goes on from what another value has taken in; that one stays as it is.
    package mutating func restart(from other: borrowing SHA256) { EVP_MD_CTX_copy_ex(context, other.context) }

    /// Takes in what comes next.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) { EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) }

    /// The digest of the message. Another one begins with ``restart()``.
    package mutating func finalize() -> Digest {
      withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { bytes in
        EVP_DigestFinal_ex(context, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), nil)
        return Digest(raw: UnsafeRawBufferPointer(bytes))
      }
    }
  #endif

  /// Takes in what a buffer holds from a place on.
  package mutating func update(_ buffer: borrowing ByteBuffer, from place: Int = 0) {
    buffer.withBytes(from: place) { update($0) }
  }
}

#if !canImport(CryptoKit)
  /// A method of libcrypto, found once: to look it up takes longer than a digest.
  ///
  /// `@unchecked Sendable`: libcrypto shares methods between threads, and nobody writes to the pointer.
  private struct LibCrypto: @unchecked Sendable {
    let method: OpaquePointer?

    /// In a library context of our own, and without the files that libcrypto otherwise reads when it is first used: what a digest
    /// is does not depend on the machine's settings, and 1 ms of every start is saved.
    static let sha256: LibCrypto = {
      let quietly = OPENSSL_INIT_NO_LOAD_CONFIG | OPENSSL_INIT_NO_LOAD_CRYPTO_STRINGS
      OPENSSL_init_crypto(UInt64(quietly), nil)
      return LibCrypto(method: EVP_MD_fetch(OSSL_LIB_CTX_new(), "SHA256", nil))
    }()
  }
#endif

/// Room to write messages in and to hash them, one after another: neither is made anew for each.
package struct HashScratch: ~Copyable {
  /// What is hashed next.
  package var buffer = ByteBuffer(capacity: 4096)
  /// Takes in one message after another.
  package var hash = SHA256()

  package init() {}

  /// The digest of a message.
  ///
  /// - Parameter write: appends the message to a buffer that is empty.
  package mutating func digest(_ write: (inout ByteBuffer) -> Void) -> Digest {
    buffer.truncate()
    write(&buffer)
    return digest(from: 0)
  }

  /// The digest of what the buffer holds from a place on.
  mutating func digest(from place: Int) -> Digest {
    hash.restart()
    hash.update(buffer, from: place)
    return hash.finalize()
  }
}

extension Digest {
  /// The digest of what is written to a buffer that is empty.
  package init(_ write: (inout ByteBuffer) -> Void) {
    var scratch = HashScratch()
    self = scratch.digest(write)
  }
}
