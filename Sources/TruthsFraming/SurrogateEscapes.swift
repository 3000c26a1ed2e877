/// Replaces unpaired surrogate escapes in JSON, which editors send and ``JSONReader`` refuses.
///
/// Each one is replaced by U+FFFD. Both count as one UTF-16 unit, so the positions after it stay right.
package enum SurrogateEscapes {
  /// Returns the bytes with U+FFFD in place of each escape of an unpaired surrogate.
  package static func mended(_ bytes: [UInt8]) -> [UInt8] {
    let start = Array("\\u".utf8)
    var offsets: [Int] = []
    var offset = 0
    while offset + 5 < bytes.count {
      guard bytes[offset] == start[0] else {
        offset += 1
        continue
      }
      guard bytes[offset + 1] == start[1], let unit = unit(bytes, offset) else {
        offset += 2
        continue
      }
      if unit & 0xFC00 == 0xD800, offset + 11 < bytes.count, bytes[offset + 6] == start[0], bytes[offset + 7] == start[1],
        let low = self.unit(bytes, offset + 6), low & 0xFC00 == 0xDC00
      {
        offset += 12
        continue
      }
      if unit & 0xF800 == 0xD800 { offsets.append(offset) }
      offset += 6
    }
    if offsets.isEmpty { return bytes }
    var mended = bytes
    for offset in offsets { mended.replaceSubrange((offset + 2)..<(offset + 6), with: Array("fffd".utf8)) }
    return mended
  }

  /// Returns the value of the four hexadecimal digits after `\u`.
  private static func unit(_ bytes: [UInt8], _ place: Int) -> UInt16? {
    UInt16(String(decoding: bytes[(place + 2)..<(place + 6)], as: UTF8.self), radix: 16)
  }
}
