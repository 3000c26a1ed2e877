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
