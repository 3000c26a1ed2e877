import TruthsText

extension JSONValue {
  /// The canonical form of RFC 8785 (JCS): what every hash is over.
  ///
  /// - Complexity: O(n log m) in the size of the value and the members of its objects.
  package func canonical() -> [UInt8] { bytes(.canonical) }

  /// Without white space, members in the order given: a line of JSON Lines.
  package func compact() -> [UInt8] { bytes(.compact) }

  /// For people: members in the order given, two spaces a level, no line break at the end.
  package func pretty() -> [UInt8] { bytes(.pretty) }

  private func bytes(_ style: JSONStyle) -> [UInt8] {
    var buffer = ByteBuffer()
    buffer.write(self, style)
    return buffer.bytes
  }
}

extension JSONObject {
  /// The canonical form of RFC 8785, as of the object value.
  package func canonical() -> [UInt8] {
    var buffer = ByteBuffer()
    buffer.writeCanonical(self)
    return buffer.bytes
  }
}
