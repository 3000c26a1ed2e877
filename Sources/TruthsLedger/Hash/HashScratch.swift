package import TruthsText

/// Room to write messages in and to hash them, one after another: neither is made anew for each.
package struct HashScratch: ~Copyable {
  /// What is hashed next.
  package var buffer = ByteBuffer(capacity: 4096)
  /// Takes in one message after another.
  package var hash = SHA256()

  package init() {}

  /// The digest of a message.
  ///
  /// - Parameter write: appends the message to a buffer that is empty.
  package mutating func digest(_ write: (inout ByteBuffer) -> Void) -> Digest {
    buffer.truncate()
    write(&buffer)
    return digest(from: 0)
  }

  /// The digest of what the buffer holds from a place on.
  mutating func digest(from place: Int) -> Digest {
    hash.restart()
    hash.update(buffer, from: place)
    return hash.finalize()
  }
}

extension Digest {
  /// The digest of what is written to a buffer that is empty.
  package init(_ write: (inout ByteBuffer) -> Void) {
    var scratch = HashScratch()
    self = scratch.digest(write)
  }
}
