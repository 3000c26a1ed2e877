import TruthsText

/// A stretch of a file that holds one declaration: from its root key to the next (architecture.md §1, "Reading YAML").
struct Chunk: Sendable {
  let file: SourceFile
  /// Byte offsets in the file.
  let range: Range<Int>
  /// The bytes that libyaml is given: the file's, or as many others where a reported fault was written over.
  var bytes: [UInt8]
  /// What was meant at places that were written over, by the file offset at which it begins.
  var mended: [Int: YAMLNode] = [:]

  init(_ file: SourceFile, _ range: Range<Int>) {
    self.file = file
    self.range = range
    bytes = file.bytes
  }

  func span(_ start: Int, _ end: Int) -> Span { Span(file: file.id, start: start, end: end) }

  /// The offset at which the line holding an offset begins; never before the chunk.
  func lineStart(_ offset: Int) -> Int {
    var start = min(offset, range.upperBound)
    while start > range.lowerBound, bytes[start - 1] != 0x0A { start -= 1 }
    return start
  }

  /// The offset of the line break behind an offset, or the chunk's end.
  func lineEnd(_ offset: Int) -> Int {
    var end = offset
    while end < range.upperBound, bytes[end] != 0x0A { end += 1 }
    return end
  }

  /// The end of a range without white space before it.
  func trimmedEnd(_ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return end
  }
}
