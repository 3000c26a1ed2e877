package import TruthsJSON
package import TruthsText

/// A SHA-256 digest, 32 bytes.
package struct Digest: Hashable, Sendable, BitwiseCopyable {
  /// The digest as four big-endian words.
  let words: (UInt64, UInt64, UInt64, UInt64)

  package init(of bytes: [UInt8]) { self = bytes.withUnsafeBytes { Digest(of: $0) } }

  /// Computes the digest of bytes in memory that the caller owns.
  package init(of bytes: UnsafeRawBufferPointer) {
    var hash = SHA256()
    hash.update(bytes)
    self = hash.finalize()
  }

  /// Computes the digest of a buffer's content.
  package init(of buffer: borrowing ByteBuffer) { self = buffer.withBytes { Digest(of: $0) } }

  /// Computes the digest of a text's UTF-8 bytes.
  package init(of text: String) { self = text.utf8.span.withUnsafeBytes { Digest(of: $0) } }

  /// Computes the digest of a value's canonical form (RFC 8785).
  package init(canonical value: JSONValue) {
    var buffer = ByteBuffer()
    buffer.writeCanonical(value)
    self.init(of: buffer)
  }

  /// Creates a digest from its 32 bytes; missing bytes are zero.
  package init(raw bytes: [UInt8]) { self = bytes.withUnsafeBytes { Digest(raw: $0) } }

  /// Creates a digest from its 32 bytes in memory; missing bytes are zero.
  init(raw bytes: UnsafeRawBufferPointer) {
    func word(_ place: Int) -> UInt64 {
      guard bytes.count >= 8 * place + 8 else { return 0 }
      return UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8 * place, as: UInt64.self))
    }
    words = (word(0), word(1), word(2), word(3))
  }

  /// Creates a digest from its `prefixed` form; `nil` for any other text.
  package init?(prefixed text: String) {
    let digits = text.utf8.dropFirst("sha256:".utf8.count)
    guard text.hasPrefix("sha256:"), digits.count == 64 else { return nil }
    var bytes: [UInt8] = []
    var rest = digits
    while let high = rest.popFirst(), let low = rest.popFirst() {
      guard let byte = UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16) else { return nil }
      bytes.append(byte)
    }
    self.init(raw: bytes)
    if prefixed != text { return nil }
  }

  package var bytes: [UInt8] {
    [words.0, words.1, words.2, words.3].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
  }

  /// 64 lower-case hexadecimal digits.
  package var hex: String { text("", digits: 64) }

  /// `sha256:` and 64 lower-case hexadecimal digits.
  package var prefixed: String { text("sha256:", digits: 64) }

  /// The first 16 hexadecimal digits.
  package var first16: String { text("", digits: 16) }

  /// The first 16 hexadecimal digits as a number.
  var first64: UInt64 { words.0 }

  /// Returns an id: a prefix such as `ctx_` and the first 16 hexadecimal digits.
  package func id(_ prefix: StaticString) -> String { text(prefix, digits: 16) }

  package static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

  package func hash(into hasher: inout Hasher) { hasher.combine(words.0) }

  /// Writes the 32 bytes to memory.
  func write(to bytes: UnsafeMutableRawPointer) {
    bytes.storeBytes(of: words.0.bigEndian, as: UInt64.self)
    bytes.storeBytes(of: words.1.bigEndian, toByteOffset: 8, as: UInt64.self)
    bytes.storeBytes(of: words.2.bigEndian, toByteOffset: 16, as: UInt64.self)
    bytes.storeBytes(of: words.3.bigEndian, toByteOffset: 24, as: UInt64.self)
  }

  private func text(_ prefix: StaticString, digits: Int) -> String {
    var buffer = ByteBuffer(capacity: prefix.utf8CodeUnitCount + 64)
    buffer.append(prefix)
    buffer.append(hexadecimal: words.0)
    if digits > 16 {
      for word in [words.1, words.2, words.3] { buffer.append(hexadecimal: word) }
    }
    return buffer.string
  }
}

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
}
