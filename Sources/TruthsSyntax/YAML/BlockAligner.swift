/// Aligns the lines of a block scalar with the value that libyaml made of them. Equal bytes map to themselves; the gaps between
/// come from line breaks and indentation.
struct BlockAligner {
  private let bytes: ArraySlice<UInt8>
  private let range: Range<Int>
  private let value: UnsafeBufferPointer<UInt8>

  init(_ bytes: ArraySlice<UInt8>, _ range: Range<Int>, _ value: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    self.range = range
    self.value = value
  }

  /// Returns the value with positions; with other bytes than the value if it does not fit the source.
  func aligned() -> DecodedScalar {
    var result = DecodedScalar()
    guard let indentation = indentation() else { return result }
    var position = 0
    var lastEnd = firstLine
    for line in lines() where line.count > indentation {
      let content = line.lowerBound + indentation..<line.upperBound
      let gap = position
      while position < value.count, value[position] == 0x0A { position += 1 }
      if position == gap, gap > 0, position < value.count, value[position] == 0x20 { position += 1 }
      if position > gap { result.replace(lastEnd..<content.lowerBound, by: value[gap..<position]) }
      guard position + content.count <= value.count,
        bytes[content].elementsEqual(value[position..<position + content.count])
      else { return DecodedScalar() }
      result.copy(bytes[content])
      position += content.count
      lastEnd = content.upperBound
    }
    if position < value.count { result.replace(lastEnd..<range.upperBound, by: value[position...]) }
    return result
  }

  /// Offset of the line after the header.
  private var firstLine: Int {
    var index = range.lowerBound
    while index < range.upperBound, bytes[index] != 0x0A { index += 1 }
    return min(range.upperBound, index + 1)
  }

  /// Returns the lines of the content without their breaks.
  private func lines() -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start = firstLine
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, bytes[end] != 0x0A { end += 1 }
      let next = end + 1
      if end > start, bytes[end - 1] == 0x0D { end -= 1 }
      result.append(start..<end)
      start = next
    }
    return result
  }

  /// Returns the indentation of every line: the spaces of the first line that is not blank, minus those that the value keeps.
  private func indentation() -> Int? {
    guard let line = lines().first(where: { bytes[$0].contains { $0 != 0x20 } }) else { return nil }
    let written = bytes[line].prefix { $0 == 0x20 }.count
    let first = value.firstIndex { $0 != 0x0A } ?? value.count
    let kept = value[first...].prefix { $0 == 0x20 }.count
    return written >= kept ? written - kept : nil
  }
}
