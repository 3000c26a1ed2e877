import TruthsText

/// A comment with its place.
struct Comment {
  /// Byte offsets in the file, from the `#` to its last sign that is not blank.
  let range: Range<Int>
  /// Whether nothing stands before it on its line.
  let isOwnLine: Bool
  /// The columns before its `#`, in Unicode scalars.
  let column: Int
  /// The blanks directly before its `#`.
  let gap: Int

  /// - Parameter lineStart: where its line begins.
  init(_ bytes: ArraySlice<UInt8>, at start: Int, end: Int, lineStart: Int) {
    range = start..<end
    var gapStart = start
    while gapStart > lineStart, isBlank(bytes[gapStart - 1]) { gapStart -= 1 }
    gap = start - gapStart
    isOwnLine = gapStart == lineStart
    column = bytes[lineStart..<start].count { $0 & 0xC0 != 0x80 }
  }
}

/// The comments of a chunk: libyaml drops them, so they are read from what stands between the scalars.
struct CommentReader {
  private(set) var comments: [Comment] = []
  private let chunk: Chunk
  private var scalars: [(span: Span, isBlock: Bool)] = []

  init(_ chunk: Chunk, _ root: YAMLNode) {
    self.chunk = chunk
    collect(root)
    read()
  }

  private mutating func collect(_ node: YAMLNode) {
    switch node.kind {
    case .scalar(let scalar):
      if !scalar.isNothing { scalars.append((node.span, scalar.style == .literal || scalar.style == .folded)) }
    case .broken: break
    case .sequence(let elements, _): for element in elements { collect(element) }
    case .mapping(let entries, _):
      for entry in entries {
        collect(entry.key)
        collect(entry.value)
      }
    }
  }

  private mutating func read() {
    var lineStart = chunk.range.lowerBound
    var offset = lineStart
    var next = 0
    while offset < chunk.range.upperBound {
      if next < scalars.count, Int(scalars[next].span.start) == offset {
        let (span, isBlock) = scalars[next]
        if isBlock { header(offset, lineStart) }
        for index in offset..<Int(span.end) where chunk.bytes[index] == 0x0A || chunk.bytes[index] == 0x0D {
          lineStart = index + 1
        }
        offset = max(offset, Int(span.end))
        next += 1
        continue
      }
      let byte = chunk.bytes[offset]
      offset += 1
      if byte == 0x0A || byte == 0x0D {
        lineStart = offset
      } else if byte == 0x23 {
        offset = comment(offset - 1, lineStart)
      }
    }
  }

  /// A comment behind the header of a block scalar.
  private mutating func header(_ start: Int, _ lineStart: Int) {
    let line = chunk.bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D }
    if let sign = line.firstIndex(of: 0x23) { _ = comment(sign, lineStart) }
  }

  /// - Returns: the offset behind the comment's line, before its break.
  private mutating func comment(_ start: Int, _ lineStart: Int) -> Int {
    var end = start
    while end < chunk.range.upperBound, chunk.bytes[end] != 0x0A, chunk.bytes[end] != 0x0D { end += 1 }
    comments.append(Comment(chunk.bytes, at: start, end: chunk.trimmedEnd(start, end), lineStart: lineStart))
    return end
  }
}
