import TruthsText

/// Puts a file together: declarations with one empty line between them, and the comments that stand outside of them.
struct FileLayout {
  private(set) var result = FormattedFile(bytes: [])
  private let file: SourceFile
  private var last = Part.none

  /// What was written last.
  private enum Part {
    case none, comment
    /// Its kind is of interest where it takes a single line.
    case declaration(oneLineKind: Substring?)
    /// A declaration as it stands, with all that follows it up to the next.
    case original
  }

  init(_ file: SourceFile) { self.file = file }

  mutating func add(_ declaration: DeclarationFormatter.Outcome) {
    let start = declaration.range.lowerBound
    let isApart = BlankLines.isAbove(start, in: file.bytes[...])
    switch declaration.kind {
    case .formatted(let text, let rest):
      let kind = text.prefix { $0 != " " }
      separate(isApart, kind: kind)
      result.bytes += Array(text.utf8)
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

  /// Adds the comments of a range that holds nothing else but the marks of a document.
  mutating func addComments(_ range: Range<Int>) {
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start
      while end < range.upperBound, file.bytes[end] != 0x0A, file.bytes[end] != 0x0D { end += 1 }
      if let sign = file.bytes[start..<end].firstIndex(of: 0x23) {
        var stop = end
        while stop > sign, isBlank(file.bytes[stop - 1]) { stop -= 1 }
        add(sign..<stop)
      }
      start = end + 1
    }
  }

  private mutating func add(_ comment: Range<Int>) {
    let isApart = BlankLines.isAbove(comment.lowerBound, in: file.bytes[...])
    switch last {
    case .declaration: result.bytes.append(0x0A)
    case .comment: if isApart { result.bytes.append(0x0A) }
    case .none, .original: break
    }
    result.bytes += file.bytes[comment] + [0x0A]
    last = .comment
  }

  /// One empty line before a declaration. It may be missing behind one of the same kind that takes a single line, and behind a
  /// comment, which stands on its declaration.
  private mutating func separate(_ isApart: Bool, kind: Substring = "") {
    switch last {
    case .none, .original: return
    case .comment: if !isApart { return }
    case .declaration(let oneLineKind): if !isApart, oneLineKind == kind { return }
    }
    result.bytes.append(0x0A)
  }
}
