import TruthsDiagnostics
import TruthsText

/// Splits a file at its root keys, so that an error in one declaration does not hide others. Also finds errors of the file as a
/// whole.
struct FileSplitter {
  /// Limit of the size of a file in bytes (files §2.5).
  static let sizeLimit = 16 << 20

  let file: SourceFile
  private(set) var chunks: [Range<Int>] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// Findings between chunks that do not prevent reading.
  private(set) var remarks: [Diagnostic] = []
  private var hasMark = false
  private var hasDirective = false
  private var endMark: Span?
  /// The blanks before the first key, if it is indented and no line so far has content in its first column.
  private var indentation: Range<Int>?
  /// Whether another document has been reported; one finding covers all of them.
  private var isSevered = false

  init(_ file: SourceFile) { self.file = file }

  private var bytes: [UInt8] { file.bytes }

  /// Fills `chunks` and `diagnostics`.
  mutating func run() {
    guard bytes.count <= Self.sizeLimit else {
      diagnostics = [FileTooLarge.finding(bytes: bytes.count, limit: Self.sizeLimit, at: file.span.atStart)]
      return
    }
    if bytes.withUnsafeBufferPointer({ ByteScan.has(0, in: $0) }), let place = bytes.firstIndex(of: 0) {
      diagnostics = [BinaryFile.finding(at: span(place, place + 1))]
      return
    }
    cut()
    checkGaps()
    guard chunks.isEmpty, diagnostics.isEmpty else { return }
    diagnostics = [EmptyFile.finding(isBlank: bytes[textStart...].allSatisfy(isBlank), at: file.span.atStart)]
  }

  /// The file's first byte after a byte order mark.
  var textStart: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// Cuts the file at every root key. The text before the first is a chunk only if it has more than comments.
  private mutating func cut() {
    var open: Int?
    for (index, lineStart) in file.lineStarts.enumerated() {
      let start = index == 0 ? textStart : Int(lineStart)
      let end = index + 1 < file.lineStarts.count ? Int(file.lineStarts[index + 1]) : bytes.count
      guard let content = firstContent(start, end) else { continue }
      switch role(start, content, end, isInside: open != nil) {
      case .continuation:
        if open != nil { continue }
        // Indented lines after a `...` belong to the declaration that it cuts, which has been reported.
        if let endMark {
          reportSecondDocument(endMark)
        } else {
          open = start
          indentation = start..<content
        }
      case .key:
        if let begun = open { chunks.append(begun..<start) }
        open = start
        if let endMark { reportSecondDocument(endMark) }
        reportIndentation()
      case .mark:
        if let begun = open { chunks.append(begun..<start) }
        reportMark(start, end, hasContent: open != nil || !chunks.isEmpty)
        open = nil
        indentation = nil
      }
    }
    if let begun = open { chunks.append(begun..<bytes.count) }
  }

  private enum Role {
    case key
    case continuation
    /// `---`, `...` or a directive.
    case mark
  }

  /// Returns the role of a line with content. A closing bracket or a `- ` at its beginning continues the chunk before.
  private func role(_ start: Int, _ content: Int, _ end: Int, isInside: Bool) -> Role {
    guard content == start else { return .continuation }
    switch bytes[start] {
    case 0x25: return .mark
    case 0x5D, 0x7D: return isInside ? .continuation : .key
    case 0x2D:
      if isMark(start, end, 0x2D) { return .mark }
      return isInside && (start + 1 >= end || isBlank(bytes[start + 1])) ? .continuation : .key
    case 0x2E: return isMark(start, end, 0x2E) ? .mark : .key
    default: return .key
    }
  }

  private func isMark(_ start: Int, _ end: Int, _ byte: UInt8) -> Bool {
    guard start + 3 <= end, bytes[start..<start + 3].allSatisfy({ $0 == byte }) else { return false }
    return start + 3 == end || isBlank(bytes[start + 3])
  }

  /// Returns the first byte of a line that is neither blank nor comment.
  private func firstContent(_ start: Int, _ end: Int) -> Int? {
    var index = start
    while index < end, isBlank(bytes[index]) { index += 1 }
    return index < end && bytes[index] != 0x23 ? index : nil
  }

  /// Reports document marks. One `---` may open the document and one `...` close it. Further ones are reported once.
  private mutating func reportMark(_ start: Int, _ end: Int, hasContent: Bool) {
    let stop = bytes[start..<end].trimmingSuffix(while: isBlank).endIndex
    if bytes[start] == 0x25 { return reportDirective(span(start, stop)) }
    if bytes[start] == 0x2E {
      let mark = span(start, start + 3)
      endMark = endMark ?? mark
      if firstContent(start + 3, end) != nil { reportSecondDocument(mark) }
    } else if hasContent || hasMark {
      reportSecondDocument(span(start, start + 3))
    } else if let content = firstContent(start + 3, end) {
      diagnostics.append(NotADeclaration.finding(file.text(span(content, stop)), at: span(content, stop)))
    }
    hasMark = true
  }

  /// Reports an indented first key: a document is one mapping, so its other keys would have to be indented too.
  private mutating func reportIndentation() {
    guard let blanks = indentation.take() else { return }
    // Tabs have a finding of their own.
    if bytes[blanks].contains(0x09) { return }
    diagnostics.append(YAMLSyntax.indented(span(blanks.lowerBound, blanks.upperBound)))
  }

  /// Checks the bytes outside of chunks, mostly comments: YAML ends a comment at some bytes that do not look like a line break.
  private mutating func checkGaps() {
    var start = textStart
    for chunk in chunks + [bytes.count..<bytes.count] {
      if start < chunk.lowerBound {
        let check = ByteCheck(Chunk(file, start..<chunk.lowerBound))
        if let fault = check.fault { diagnostics.append(fault) }
        if let remark = check.remark { remarks.append(remark) }
      }
      start = chunk.upperBound
    }
  }

  private mutating func reportSecondDocument(_ mark: Span) {
    guard !isSevered else { return }
    isSevered = true
    diagnostics.append(SeveralDocuments.finding(file.text(mark), at: mark))
  }

  private mutating func reportDirective(_ line: Span) {
    guard !hasDirective else { return }
    hasDirective = true
    diagnostics.append(Directive.finding(file.text(line), at: line))
  }

  private func span(_ start: Int, _ end: Int) -> Span { Span(file: file.id, start: start, end: end) }
}

/// Finds the end of a quoted text, list or mapping of YAML's flow style in the text alone.
enum FlowEnd {
  /// Whether a content is a complete quoted text, list or mapping, with only a comment after it on its last line. An error at
  /// or after its end is then not its own. A quoted text has no errors except those of its escapes.
  static func isWhole(_ chunk: Chunk, _ content: Range<Int>, before fault: Int) -> Bool {
    guard let first = chunk.bytes[content].first, let end = end(chunk.bytes[content]) else { return false }
    guard first == 0x22 || first == 0x27 || end <= fault else { return false }
    let rest = chunk.bytes[end..<chunk.lineEnd(end)]
    let behind = rest.drop(while: isBlank)
    return behind.isEmpty || behind.first == 0x0D || behind.first == 0x23 && behind.startIndex > end
  }

  /// Returns the end of the quoted text, list or mapping at the beginning of the bytes; `nil` for any other bytes, or if it is
  /// not closed.
  static func end(_ bytes: ArraySlice<UInt8>) -> Int? {
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

  /// Returns the offset of the quote that closes the text whose opening quote is at an offset.
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
