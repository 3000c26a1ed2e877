package import TruthsText

/// A hash that has taken in the first bytes of several messages: what they begin with alike is hashed once.
package struct DigestBeginning: Sendable {
  fileprivate let hash: SHA256

  /// Takes in what a buffer holds from a place on.
  package init(_ buffer: borrowing ByteBuffer, from place: Int = 0) {
    hash = buffer.withBytes(from: place) { bytes in
      var hash = SHA256()
      hash.update(bytes)
      return hash
    }
  }
}

extension Digest {
  /// The digest of a beginning and, behind it, what a buffer holds from a place on.
  package init(_ beginning: DigestBeginning, andOf buffer: borrowing ByteBuffer, from place: Int) {
    self = buffer.withBytes(from: place) { bytes in
      var hash = beginning.hash
      hash.update(bytes)
      return hash.finalize()
    }
  }
}
