/// Questions about all bytes of a stretch. No byte ends the search, so that the compiler takes many at a time; most files are
/// small, and what is looked for is in hardly any of them.
package enum ByteScan {
  /// Whether a byte is among them.
  ///
  /// - Complexity: O(n).
  package static func has(_ wanted: UInt8, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var found: UInt8 = 0
    for byte in bytes { found |= byte == wanted ? 1 : 0 }
    return found != 0
  }

  /// Whether all are line feeds or visible ASCII, blanks included.
  ///
  /// - Complexity: O(n).
  package static func arePlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var found: UInt8 = 0
    for byte in bytes { found |= (byte &- 0x20 > 0x5E ? 1 : 0) & (byte == 0x0A ? 0 : 1) }
    return found == 0
  }
}
