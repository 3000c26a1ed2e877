/// Where a text in quotes, list or mapping of YAML's flow style ends, found from the text alone.
enum FlowEnd {
  /// Whether a content is one of these, and nothing but a comment stands behind it on its last line, so that a fault is none of
  /// its own: a text in quotes has no faults but those of its escapes, a list or mapping none that stand behind it.
  static func isWhole(_ chunk: Chunk, _ content: Range<Int>, before fault: Int) -> Bool {
    guard let first = chunk.bytes[content].first, let end = end(chunk.bytes[content]) else { return false }
    guard first == 0x22 || first == 0x27 || end <= fault else { return false }
    let rest = chunk.bytes[end..<chunk.lineEnd(end)]
    let behind = rest.drop(while: isBlank)
    return behind.isEmpty || behind.first == 0x0D || behind.first == 0x23 && behind.startIndex > end
  }

  /// The place behind the sign that closes what the bytes begin with; `nil` where that is nothing of the kind, or stays open.
  private static func end(_ bytes: ArraySlice<UInt8>) -> Int? {
    var depth = 0
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case 0x22, 0x27:
        guard let close = closing(bytes, index) else { return nil }
        index = close
      case 0x5B, 0x7B: depth += 1
      case 0x5D, 0x7D: depth -= 1
      default: if depth == 0 { return nil }
      }
      index += 1
      if depth <= 0 { return depth == 0 ? index : nil }
    }
    return nil
  }

  /// The quote that closes the one at a place.
  private static func closing(_ bytes: ArraySlice<UInt8>, _ open: Int) -> Int? {
    let quote = bytes[open]
    var index = open + 1
    while index < bytes.endIndex {
      if quote == 0x22, bytes[index] == 0x5C {
        index += 1
      } else if bytes[index] == quote {
        if quote == 0x22 || index + 1 == bytes.endIndex || bytes[index + 1] != quote { return index }
        index += 1
      }
      index += 1
    }
    return nil
  }
}
