/// Replaces unpaired surrogate escapes in JSON, which editors send and ``JSONReader`` refuses.
///
/// Each one is replaced by U+FFFD. Both count as one UTF-16 unit, so the positions after it stay right.
package enum SurrogateEscapes {
  /// Returns the bytes with U+FFFD in place of each escape of an unpaired surrogate.
  package static func mended(_ bytes: [UInt8]) -> [UInt8] {
    let start = Array("\\u".utf8)
    var found: [Int] = []
    var place = 0
    while place + 5 < bytes.count {
      guard bytes[place] == start[0] else {
        place += 1
        continue
      }
      guard bytes[place + 1] == start[1], let unit = unit(bytes, place) else {
        place += 2
        continue
      }
      if unit & 0xFC00 == 0xD800, place + 11 < bytes.count, bytes[place + 6] == start[0], bytes[place + 7] == start[1],
        let low = self.unit(bytes, place + 6), low & 0xFC00 == 0xDC00
      {
        place += 12
        continue
      }
      if unit & 0xF800 == 0xD800 { found.append(place) }
      place += 6
    }
    if found.isEmpty { return bytes }
    var mended = bytes
    for place in found { mended.replaceSubrange((place + 2)..<(place + 6), with: Array("fffd".utf8)) }
    return mended
  }

  /// Returns the value of the four hexadecimal digits after `\u`.
  private static func unit(_ bytes: [UInt8], _ place: Int) -> UInt16? {
    UInt16(String(decoding: bytes[(place + 2)..<(place + 6)], as: UTF8.self), radix: 16)
  }
}
