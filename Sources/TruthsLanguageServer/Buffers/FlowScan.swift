import TruthsText

/// The keys around a position in a YAML flow collection, such as `{fields: {size: text}}`, found by letters alone.
struct FlowScan {
  /// The keys from the outer collection to the inner one, without the last one.
  private(set) var path: [String] = []
  /// The key whose value contains the position; `nil` where the position is in a key, or in an element without one.
  private(set) var key: String?
  /// Whether the innermost collection is a mapping.
  private(set) var isMapping = false
  /// The part of the innermost element or value before and after the position.
  private(set) var element: Range<Int>

  private struct Frame {
    var isMapping: Bool
    var key: String?
    var start: Int
  }

  /// - Parameters:
  ///   - range: the value, which begins with `{` or `[`.
  ///   - offset: the position.
  /// - Returns: `nil` if the position is outside of the collection, or the value is no collection.
  init?(_ bytes: [UInt8], in range: Range<Int>, at offset: Int) {
    guard let first = bytes[range].first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      offset > range.lowerBound, offset <= range.upperBound
    else { return nil }
    var frames: [Frame] = []
    var place = range.lowerBound
    while place < min(offset, range.upperBound) {
      switch bytes[place] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        frames.append(Frame(isMapping: bytes[place] == UInt8(ascii: "{"), start: place + 1))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = frames.popLast()
      case UInt8(ascii: ","):
        guard !frames.isEmpty else { break }
        (frames[frames.count - 1].key, frames[frames.count - 1].start) = (nil, place + 1)
      case UInt8(ascii: ":"):
        guard let frame = frames.last, place + 1 == range.upperBound || bytes[place + 1] == 0x20 else { break }
        let word = bytes[frame.start..<place].trimmingSuffix { $0 == 0x20 }.drop { $0 == 0x20 }
        (frames[frames.count - 1].key, frames[frames.count - 1].start) = (String(decoding: word, as: UTF8.self), place + 1)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        // Only at its start, a scalar is quoted.
        guard let frame = frames.last, bytes[frame.start..<place].allSatisfy({ $0 == 0x20 }) else { break }
        let end = Self.end(ofQuoted: bytes, from: place, to: range.upperBound)
        if end > offset {
          place = offset
          continue
        }
        place = end - 1
      default: break
      }
      place += 1
    }
    guard let last = frames.last else { return nil }
    path = frames.dropLast().compactMap(\.key)
    key = last.key
    isMapping = last.isMapping
    let start = min(offset, bytes[last.start...].firstIndex { $0 != 0x20 } ?? last.start)
    element = start..<Self.end(ofPlain: bytes, from: max(start, offset), to: range.upperBound)
  }

  /// Returns the keys of a mapping in braces, without those inside of its values, and without the key at a position.
  static func keys(in bytes: [UInt8], _ range: Range<Int>, besides offset: Int) -> Set<String> {
    var keys: Set<String> = []
    for colon in range where bytes[colon] == UInt8(ascii: ":") {
      guard let scan = FlowScan(bytes, in: range, at: colon), scan.isMapping, scan.path.isEmpty, scan.key == nil else { continue }
      let start = scan.element.lowerBound
      if offset < start || offset > colon { keys.insert(String(decoding: bytes[start..<colon], as: UTF8.self)) }
    }
    return keys
  }

  private static func end(ofQuoted bytes: [UInt8], from start: Int, to limit: Int) -> Int {
    var place = start + 1
    while place < limit, bytes[place] != bytes[start] {
      place += bytes[place] == 0x5C && bytes[start] == UInt8(ascii: "\"") ? 2 : 1
    }
    return min(limit, place + 1)
  }

  private static func end(ofPlain bytes: [UInt8], from start: Int, to limit: Int) -> Int {
    let ends = [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")]
    return bytes[start..<limit].firstIndex { ends.contains($0) } ?? limit
  }
}
