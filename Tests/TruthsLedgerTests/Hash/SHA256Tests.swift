import Testing
import TruthsText

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

  /// As far as two blocks and what padding makes of a third.
  @Test("a message that is padded where it stands")
  func inPlace() {
    for count in 0...200 {
      var buffer = ByteBuffer(capacity: 1)
      buffer.append(Array(Self.bytes[..<count]))
      #expect(Digest(in: &buffer) == Digest(of: Array(Self.bytes[..<count])))
      #expect(buffer.bytes == Array(Self.bytes[..<count]))
    }
  }

  @Test("beginnings and what comes behind them", arguments: [0, 1, 55, 63, 64, 65, 127, 128, 150])
  func beginnings(split: Int) {
    var first = ByteBuffer()
    first.append([0xFF] + Self.bytes[..<split])
    let beginning = DigestBeginning(first, from: 1)
    for end in split...(split + 140) {
      var buffer = ByteBuffer(capacity: 1)
      buffer.skip(DigestBeginning.room)
      buffer.append(Array(Self.bytes[split..<end]))
      // Twice: the first time leaves nothing behind that the second one takes in.
      for _ in 0..<2 {
        #expect(Digest(beginning, andOf: &buffer, from: DigestBeginning.room) == Digest(of: Array(Self.bytes[..<end])))
      }
      #expect(Array(buffer.bytes[DigestBeginning.room...]) == Array(Self.bytes[split..<end]))
      var bare = ByteBuffer(capacity: 1)
      bare.append(Array(Self.bytes[split..<end]))
      #expect(Digest(beginning, andOf: &bare, from: 0) == Digest(of: Array(Self.bytes[..<end])))
    }
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
