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
}
