import Testing
import TruthsText

@testable import TruthsLedger

@Suite("SHA-256 piece by piece")
struct SHA256Tests {
  static let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  /// The pieces end around the ends of blocks of 64 bytes, and of the room that padding leaves.
  @Test("pieces come to what the whole comes to", arguments: [0, 1, 55, 56, 63, 64, 65, 119, 128, 300])
  func pieces(split: Int) {
    var hash = SHA256()
    Self.bytes.withUnsafeBytes { bytes in
      hash.update(UnsafeRawBufferPointer(rebasing: bytes[..<split]))
      hash.update(UnsafeRawBufferPointer(rebasing: bytes[split...]))
    }
    #expect(hash.finalize() == Digest(of: Self.bytes))
  }

  @Test("one value takes in message after message, of any length")
  func again() {
    var hash = SHA256()
    for count in 0...200 {
      var buffer = ByteBuffer(capacity: 1)
      buffer.append(Array(Self.bytes[..<count]))
      // Bytes before the place are not hashed, and neither are those of an unfinished message.
      for place in [0, count / 2, count] {
        hash.update(buffer)
        hash.restart()
        hash.update(buffer, from: place)
        #expect(hash.finalize() == Digest(of: Array(Self.bytes[place..<count])))
        hash.restart()
      }
    }
  }

  @Test("what goes on from a beginning leaves it as it is", arguments: [0, 1, 55, 63, 64, 65, 127, 128, 150])
  func beginnings(split: Int) {
    var beginning = SHA256()
    var hash = SHA256()
    Self.bytes.withUnsafeBytes { beginning.update(UnsafeRawBufferPointer(rebasing: $0[..<split])) }
    for end in split...(split + 140) {
      hash.restart(from: beginning)
      Self.bytes.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[split..<end])) }
      #expect(hash.finalize() == Digest(of: Array(Self.bytes[..<end])))
    }
    #expect(beginning.finalize() == Digest(of: Array(Self.bytes[..<split])))
  }
}
