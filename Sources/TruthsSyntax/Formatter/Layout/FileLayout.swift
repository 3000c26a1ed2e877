import TruthsText

/// Assembles a file: declarations with one empty line between them, and the comments outside of them.
struct FileLayout {
  private(set) var result = FormattedFile(bytes: [])
  private let file: SourceFile
  private let lineEnd: LineEnd
  private var last = Part.none

  /// Kind of the part that was written last.
  private enum Part {
    case none, comment
    /// A declaration. Its kind is set only if it takes a single line.
    case declaration(oneLineKind: Substring?)
    /// An unchanged declaration, with all text up to the next.
    case original
  }

  init(_ file: SourceFile, _ lineEnd: LineEnd) { (self.file, self.lineEnd) = (file, lineEnd) }

  mutating func add(_ declaration: DeclarationFormatter.Outcome) {
    let start = declaration.range.lowerBound
    let isApart = BlankLines.isAbove(start, in: file.bytes[...])
    switch declaration.kind {
    case .formatted(let text, let rest):
      let kind = text.prefix { $0 != " " }
      separate(isApart, kind: kind)
      result.bytes += lineEnd.ending(text)
      let isOneLine = text.utf8.firstIndex(of: 0x0A) == text.utf8.index(before: text.utf8.endIndex)
      last = .declaration(oneLineKind: isOneLine ? kind : nil)
      for comment in rest { add(comment.range) }
    case .original(let isRefused):
      separate(isApart)
      result.bytes += file.bytes[declaration.range]
      last = .original
      if isRefused { result.refused.append(Span(file: file.id, start: start, end: declaration.range.upperBound)) }
    }
  }

  /// Adds the comments of a range that contains nothing else but document marks.
  mutating func addComments(_ range: Range<Int>) {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, file.bytes[end] != 0x0A, file.bytes[end] != 0x0D { end += 1 }
      if let sign = file.bytes[start..<end].firstIndex(of: 0x23) {
        add(file.bytes[sign..<end].trimmingSuffix(while: isBlank).indices)
      }
      start = end + 1
    }
  }

  private mutating func add(_ comment: Range<Int>) {
    let isApart = BlankLines.isAbove(comment.lowerBound, in: file.bytes[...])
    switch last {
    case .declaration: result.bytes += lineEnd.bytes
    case .comment: if isApart { result.bytes += lineEnd.bytes }
    case .none, .original: break
    }
    result.bytes += file.bytes[comment] + lineEnd.bytes
    last = .comment
  }

  /// Writes one empty line before a declaration. It may be absent after a one-line declaration of the same kind, and after a
  /// comment directly above the declaration.
  private mutating func separate(_ isApart: Bool, kind: Substring = "") {
    switch last {
    case .none, .original: return
    case .comment: if !isApart { return }
    case .declaration(let oneLineKind): if !isApart, oneLineKind == kind { return }
    }
    result.bytes += lineEnd.bytes
  }
}

/// A line of the formatted text, or a block of lines from one scalar.
struct LayoutLine {
  /// Spaces before the text; an empty line has none.
  var indentation: Int
  var text: String
  var comment: TrailingComment?
  /// Lines of a block scalar, which follow this one unchanged.
  var block: [String] = []
  var blockIndentation = 0
  var isComment = false

  /// A comment at the end of a line.
  struct TrailingComment {
    var text: String
    /// Number of blanks before the comment, at least one.
    var gap: Int
    /// The original column, if other comments were at the same column and it was set apart from the text.
    var column: Int?
  }

  static let empty = LayoutLine(indentation: 0, text: "")

  var isEmpty: Bool { text.isEmpty }

  /// Writes the line, with the line break at its end.
  ///
  /// A comment keeps its column if others were at the same column, so that they stay aligned; otherwise it keeps its distance.
  func write(to result: inout String) {
    if !isEmpty {
      result += String(repeating: " ", count: indentation) + text
      if let comment {
        let width = indentation + text.unicodeScalars.count
        let gap = comment.column.map { $0 > width ? $0 - width : 2 } ?? comment.gap
        result += String(repeating: " ", count: gap) + comment.text
      }
    }
    result += "\n"
    for line in block { result += line.isEmpty ? "\n" : String(repeating: " ", count: blockIndentation) + line + "\n" }
  }
}

/// A comment of the source file.
struct Comment {
  /// Byte offsets in the file, from the `#` to its last character that is not blank.
  let range: Range<Int>
  let isOwnLine: Bool
  /// Number of columns before the comment's `#`, in Unicode scalars.
  let column: Int
  /// Number of blanks directly before the comment's `#`.
  let gap: Int

  /// Measures a comment.
  ///
  /// - Parameter lineStart: offset of the beginning of its line.
  init(_ bytes: ArraySlice<UInt8>, at start: Int, end: Int, lineStart: Int) {
    range = start..<end
    let gapStart = bytes[lineStart..<start].trimmingSuffix(while: isBlank).endIndex
    gap = start - gapStart
    isOwnLine = gapStart == lineStart
    column = bytes[lineStart..<start].count { $0 & 0xC0 != 0x80 }
  }
}

/// Reads the comments of a chunk. libyaml drops them, so they are read from the text between the scalars.
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

  /// Reads a comment after the header of a block scalar.
  private mutating func header(_ start: Int, _ lineStart: Int) {
    let line = chunk.bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D }
    if let sign = line.firstIndex(of: 0x23) { _ = comment(sign, lineStart) }
  }

  /// Reads a comment.
  ///
  /// - Returns: the end of the comment's line, before its break.
  private mutating func comment(_ start: Int, _ lineStart: Int) -> Int {
    var end = start
    while end < chunk.range.upperBound, chunk.bytes[end] != 0x0A, chunk.bytes[end] != 0x0D { end += 1 }
    comments.append(Comment(chunk.bytes, at: start, end: chunk.trimmedEnd(start, end), lineStart: lineStart))
    return end
  }
}

/// Empty lines, which authors use to separate parts.
enum BlankLines {
  /// Whether the line above an offset is empty; only blanks precede the offset on its line.
  static func isAbove(_ offset: Int, in bytes: ArraySlice<UInt8>) -> Bool {
    var index = offset
    while index > bytes.startIndex, bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09 { index -= 1 }
    var breaks = 0
    while index > bytes.startIndex, isBlank(bytes[index - 1]) {
      index -= 1
      let isPair = bytes[index] == 0x0D && index + 1 < bytes.endIndex && bytes[index + 1] == 0x0A
      if bytes[index] == 0x0A || bytes[index] == 0x0D && !isPair { breaks += 1 }
      if breaks == 2 { return true }
    }
    return breaks > 0 && index == bytes.startIndex
  }
}
