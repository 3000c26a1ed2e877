import Crypto
package import TruthsText

extension ByteBuffer {
  /// Appends a digest as JSON: `"sha256:…"`.
  package mutating func write(_ digest: Digest) {
    append(#""sha256:"# as StaticString)
    append(hexadecimal: digest.words.0)
    append(hexadecimal: digest.words.1)
    append(hexadecimal: digest.words.2)
    append(hexadecimal: digest.words.3)
    append(UInt8(ascii: "\""))
  }

  /// Appends an id: a prefix such as `ctx_` and the first 16 hexadecimal digits of a digest.
  package mutating func append(_ prefix: StaticString, idOf digest: Digest) {
    append(prefix)
    append(hexadecimal: digest.words.0)
  }
}

extension Digest {
  /// The digest of what a buffer holds from one place up to another, and from a third on.
  package init(of buffer: borrowing ByteBuffer, from start: Int, to end: Int, andFrom rest: Int) {
    self = buffer.withBytes { bytes in
      guard start >= 0, start <= end, end <= rest, rest <= bytes.count else { return Digest(of: []) }
      var hash = SHA256()
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[rest...]))
      return Digest(hash)
    }
  }
}
