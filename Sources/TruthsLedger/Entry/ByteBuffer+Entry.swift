package import TruthsText

/// An entry as it is hashed for its id, and mostly once more as a leaf: JCS behind what the entries of a run begin with, which
/// ``DigestBeginning`` has taken in, in a buffer with room before it.
extension ByteBuffer {
  /// Begins anew with an entry whose id is not known yet.
  ///
  /// - Returns: where that stands which comes behind the id; what is hashed for the id goes on there.
  package mutating func openEntry() -> Int {
    truncate()
    skip(DigestBeginning.room + Self.identityLength)
    return count
  }

  /// Writes the id.
  ///
  /// - Returns: where it stands; what is hashed for the leaf goes on there.
  package mutating func writeEntryID(of digest: Digest) -> Int {
    let end = count
    append(#","entry_id":""# as StaticString)
    append("ctx_", idOf: digest)
    append(UInt8(ascii: "\""))
    replace(at: DigestBeginning.room, again: end..<count)
    truncate(to: end)
    return DigestBeginning.room
  }

  /// The bytes of `,"entry_id":"ctx_0123456789abcdef"`.
  private static var identityLength: Int { 34 }
}
