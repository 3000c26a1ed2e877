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

  /// The digest with what comes behind, where that has no room before it.
  fileprivate func digest(andOf bytes: UnsafeRawBufferPointer) -> Digest {
    var whole = hash
    withUnsafeBytes(of: rest) { whole.update(UnsafeRawBufferPointer(rebasing: $0[..<(length & (SHA256.block - 1))])) }
    whole.update(bytes)
    return whole.finalize()
  }

  /// The most bytes of a buffer that ``Digest/init(_:andOf:from:)`` writes over before the place that it is given.
  package static var room: Int { SHA256.block - 1 }
}

extension Digest {
  /// The digest of a beginning and, behind it, what a buffer holds from a place on.
  ///
  /// - Parameters:
  ///   - buffer: up to ``DigestBeginning/room`` bytes before the place are written over, where there are as many as it takes.
  ///   - place: from 0 to the end.
  package init(_ beginning: DigestBeginning, andOf buffer: inout ByteBuffer, from place: Int) {
    let left = beginning.length & (SHA256.block - 1)
    guard place >= left else {
      self = buffer.withBytes(from: place) { beginning.digest(andOf: $0) }
      return
    }
    self = buffer.withRoom(from: place - left, behind: SHA256.padding) { message, count in
      let room = UnsafeMutableRawBufferPointer(start: message, count: left)
      withUnsafeBytes(of: beginning.rest) { room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<left])) }
      return beginning.hash.finalize(message, count, ofLength: beginning.length - left + count)
    }
  }
}
