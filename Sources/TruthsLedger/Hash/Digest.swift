import Crypto
package import TruthsJSON

/// A SHA-256 digest, 32 bytes.
package struct Digest: Hashable, Sendable {
  package let bytes: [UInt8]

  /// The digest of some bytes.
  package init(of bytes: [UInt8]) {
    self.bytes = Array(SHA256.hash(data: bytes))
  }

  /// The digest of a text's UTF-8 bytes.
  package init(of text: String) { self.init(of: Array(text.utf8)) }

  /// The digest of a value's canonical form (RFC 8785).
  package init(canonical value: JSONValue) { self.init(of: value.canonical()) }

  /// A digest that is known by its bytes.
  package init(raw bytes: [UInt8]) { self.bytes = bytes }

  /// 64 lower-case hexadecimal digits.
  package var hex: String { hex(of: bytes[...]) }

  /// `sha256:` and 64 lower-case hexadecimal digits.
  package var prefixed: String { "sha256:" + hex }

  /// The first 16 hexadecimal digits.
  package var first16: String { hex(of: bytes.prefix(8)) }

  private func hex(of bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      for nibble in [byte >> 4, byte & 0xF] { text.append(nibble < 10 ? 0x30 + nibble : 0x57 + nibble) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
