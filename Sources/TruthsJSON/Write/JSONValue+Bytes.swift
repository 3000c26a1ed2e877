extension JSONValue {
  /// The canonical form of RFC 8785 (JCS): what every hash is over.
  ///
  /// - Complexity: O(n log m) in the size of the value and the members of its objects.
  package func canonical() -> [UInt8] { bytes(.canonical) }

  /// Without white space, members in the order given: a line of JSON Lines.
  package func compact() -> [UInt8] { bytes(.compact) }

  /// For people: members in the order given, two spaces a level, no line break at the end.
  package func pretty() -> [UInt8] { bytes(.pretty) }

  private func bytes(_ style: JSONWriter.Style) -> [UInt8] {
    var writer = JSONWriter(style)
    writer.write(self)
    return writer.bytes
  }
}

extension JSONObject {
  /// The canonical form of RFC 8785, as of the object value.
  package func canonical() -> [UInt8] {
    var writer = JSONWriter(.canonical)
    writer.write(self)
    return writer.bytes
  }
}
