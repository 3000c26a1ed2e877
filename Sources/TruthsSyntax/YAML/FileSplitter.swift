import TruthsDiagnostics
import TruthsText

/// Cuts a file at its root keys, so that one fault hides no other, and finds what is wrong with the file as a whole.
struct FileSplitter {
  /// The most bytes of a file that are read (language.md §1, "Limits").
  static let sizeLimit = 16 << 20

  let file: SourceFile
  private(set) var chunks: [Range<Int>] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// What was found between chunks that keeps nothing from being read.
  private(set) var remarks: [Diagnostic] = []
  private var hasMark = false
  private var hasDirective = false
  private var endMark: Span?
  /// The blanks before the first key, where it is indented and nothing has been found at the beginning of a line yet.
  private var indentation: Range<Int>?
  /// Whether another document has been reported; one finding tells of them all.
  private var isSevered = false

  init(_ file: SourceFile) { self.file = file }

  private var bytes: [UInt8] { file.bytes }

  /// Fills `chunks` and `diagnostics`.
  mutating func run() {
    guard bytes.count <= Self.sizeLimit else {
      diagnostics = [FileTooLarge.found(bytes: bytes.count, limit: Self.sizeLimit, at: file.span.atStart)]
      return
    }
    if bytes.withUnsafeBufferPointer({ ByteScan.has(0, in: $0) }), let place = bytes.firstIndex(of: 0) {
      diagnostics = [BinaryFile.found(at: span(place, place + 1))]
      return
    }
    cut()
    checkGaps()
    guard chunks.isEmpty, diagnostics.isEmpty else { return }
    diagnostics = [EmptyFile.found(isBlank: bytes[textStart...].allSatisfy(isBlank), at: file.span.atStart)]
  }

  /// The file's first byte behind a byte order mark.
  var textStart: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// A chunk begins at every root key; what stands before the first is a chunk only if it is more than comments.
  private mutating func cut() {
    var open: Int?
    for (index, lineStart) in file.lineStarts.enumerated() {
      let start = index == 0 ? textStart : Int(lineStart)
      let end = index + 1 < file.lineStarts.count ? Int(file.lineStarts[index + 1]) : bytes.count
      guard let content = firstContent(start, end) else { continue }
      switch role(start, content, end, isInside: open != nil) {
      case .continuation:
        if open != nil { continue }
        // What is indented behind a `...` belongs to the declaration that it cuts, of which there is no more to say.
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

  /// What a line with content does. A closing bracket or a `- ` at its beginning belongs to what was begun before.
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

  /// The first byte of a line that is neither blank nor comment.
  private func firstContent(_ start: Int, _ end: Int) -> Int? {
    var index = start
    while index < end, isBlank(bytes[index]) { index += 1 }
    return index < end && bytes[index] != 0x23 ? index : nil
  }

  /// One `---` may open the document and one `...` close it. Further ones are told of once.
  private mutating func reportMark(_ start: Int, _ end: Int, hasContent: Bool) {
    var stop = end
    while stop > start, isBlank(bytes[stop - 1]) { stop -= 1 }
    if bytes[start] == 0x25 { return reportDirective(span(start, stop)) }
    if bytes[start] == 0x2E {
      let mark = span(start, start + 3)
      endMark = endMark ?? mark
      if firstContent(start + 3, end) != nil { reportSecondDocument(mark) }
    } else if hasContent || hasMark {
      reportSecondDocument(span(start, start + 3))
    } else if let content = firstContent(start + 3, end) {
      diagnostics.append(NotADeclaration.found(file.text(span(content, stop)), at: span(content, stop)))
    }
    hasMark = true
  }

  /// A document is one mapping: where its first key is indented, so are the others.
  private mutating func reportIndentation() {
    guard let blanks = indentation.take() else { return }
    // Tabs are told of as such.
    if bytes[blanks].contains(0x09) { return }
    diagnostics.append(YAMLSyntax.indented(span(blanks.lowerBound, blanks.upperBound)))
  }

  /// Holds what stands outside of chunks, comments above all, to the bytes that a file may have: YAML ends a comment at some that
  /// look like no line break.
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
    diagnostics.append(SeveralDocuments.found(file.text(mark), at: mark))
  }

  private mutating func reportDirective(_ line: Span) {
    guard !hasDirective else { return }
    hasDirective = true
    diagnostics.append(Directive.found(file.text(line), at: line))
  }

  private func span(_ start: Int, _ end: Int) -> Span { Span(file: file.id, start: start, end: end) }
}
