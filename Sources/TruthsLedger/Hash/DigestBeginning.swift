package import TruthsText

/// A hash that has taken in the first bytes of several messages: what they begin with alike is hashed once.
package struct DigestBeginning: Sendable {
  /// Has taken in the whole blocks.
  fileprivate let hash: SHA256
  /// What is left of a block.
  fileprivate let rest: SIMD64<UInt8>
  fileprivate let length: Int

  /// Takes in what a buffer holds from a place on.
  package init(_ buffer: borrowing ByteBuffer, from place: Int = 0) {
    (hash, rest, length) = buffer.withBytes(from: place) { bytes in
      let whole = bytes.count & ~(SHA256.block - 1)
      var (hash, rest) = (SHA256(), SIMD64<UInt8>())
      hash.update(UnsafeRawBufferPointer(rebasing: bytes[..<whole]))
      withUnsafeMutableBytes(of: &rest) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[whole...])) }
      return (hash, rest, bytes.count)
    }
  }

  /// The most bytes of a buffer that ``Digest/init(_:andOf:from:)`` writes over before the place that it is given.
  package static var room: Int { SHA256.block - 1 }
}

extension Digest {
  /// The digest of a beginning and, behind it, what a buffer holds from a place on.
  ///
  /// - Parameters:
  ///   - buffer: what stands in it up to ``DigestBeginning/room`` bytes before the place is written over.
  ///   - place: at least ``DigestBeginning/room``.
  package init(_ beginning: DigestBeginning, andOf buffer: inout ByteBuffer, from place: Int) {
    let left = beginning.length & (SHA256.block - 1)
    precondition(place >= left, "a beginning needs room before what it stands before")
    self = buffer.withRoom(from: place - left, behind: SHA256.padding) { message, count in
      let room = UnsafeMutableRawBufferPointer(start: message, count: left)
      withUnsafeBytes(of: beginning.rest) { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<left])) }
      return beginning.hash.finalize(message, count, ofLength: beginning.length - left + count)
    }
  }
}
