import Testing

@testable import TruthsLedger

@Suite("SHA-256 piece by piece")
struct SHA256Tests {
  static let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  /// Around the ends of blocks of 64 bytes, and of what padding leaves of one.
  @Test("pieces come to what the whole comes to", arguments: [0, 1, 55, 56, 63, 64, 65, 119, 128, 300])
  func pieces(split: Int) {
    var hash = SHA256()
    Self.bytes.withUnsafeBytes { bytes in
      hash.update(UnsafeRawBufferPointer(rebasing: bytes[..<split]))
      hash.update(UnsafeRawBufferPointer(rebasing: bytes[split...]))
    }
    #expect(hash.finalize() == Digest(of: Self.bytes))
  }

  @Test("a copy goes on by itself")
  func copies() {
    var hash = SHA256()
    Self.bytes.withUnsafeBytes { hash.update($0) }
    var copy = hash
    Self.bytes.withUnsafeBytes { copy.update($0) }
    #expect(hash.finalize() == Digest(of: Self.bytes))
    #expect(copy.finalize() == Digest(of: Self.bytes + Self.bytes))
  }
}
