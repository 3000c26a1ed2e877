import TruthsText

/// A source line as a terminal shows it, with the column of each byte; tabs, wide and combining characters are counted.
struct DisplayLine {
  /// The number of columns between tab stops.
  static let tabStop = 4

  /// A scalar with its offset in the file and its column.
  struct DisplayCell {
    /// The byte offset in the file.
    var offset: Int
    /// The display column, from 0.
    var column: Int
    /// The printed characters.
    var glyphs: String
  }

  private(set) var cells: [DisplayCell] = []
  /// The byte offset after the last character, before the line break.
  let endOffset: Int
  /// The display column after the last character.
  private(set) var endColumn = 0

  /// - Parameters:
  ///   - number: the line, from 1.
  ///   - focus: an offset that must be visible; only the part around it is read of a very long line.
  init(of file: SourceFile, number: Int, focus: Int) {
    let bounds = file.bytes(ofLine: number)
    let reach = 512
    var start = bounds.lowerBound
    if bounds.count > 2 * reach { start = max(start, min(focus, bounds.upperBound) - reach) }
    while start > bounds.lowerBound, start < bounds.upperBound, file.bytes[start] & 0xC0 == 0x80 { start -= 1 }
    let end = min(bounds.upperBound, max(start, focus) + reach)
    endOffset = end
    isCutAtStart = start > bounds.lowerBound
    isCutAtEnd = end < bounds.upperBound
    read(file.bytes[start..<end])
  }

  /// Whether characters before the first cell, or after the last one, are left out.
  let isCutAtStart: Bool
  let isCutAtEnd: Bool

  private mutating func read(_ bytes: ArraySlice<UInt8>) {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = bytes.startIndex
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .emptyInput: return
      case .error(let length):
        append("\u{FFFD}", at: offset)
        offset += length
      case .valid(let encoded):
        append(Unicode.UTF8.decode(encoded), at: offset)
        offset += encoded.count
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, at offset: Int) {
    if scalar == "\t" {
      let width = Self.tabStop - endColumn % Self.tabStop
      cells.append(DisplayCell(offset: offset, column: endColumn, glyphs: String(repeating: " ", count: width)))
      endColumn += width
    } else {
      let shown = scalar.visible
      cells.append(DisplayCell(offset: offset, column: endColumn, glyphs: shown))
      endColumn += TruthsDiagnostics.displayWidth(of: shown)
    }
  }

  /// Returns the column of a byte offset; an offset inside a scalar counts as its beginning.
  func column(at offset: Int) -> Int {
    if offset >= endOffset { return endColumn }
    return cells.last { $0.offset <= offset }?.column ?? 0
  }

  /// The column of the first character that is not a space.
  var indentation: Int { cells.first { $0.glyphs.contains { $0 != " " } }?.column ?? endColumn }
}

extension SourceFile {
  /// Returns the byte range of a line (from 1) without its line break; empty after the last line.
  func bytes(ofLine number: Int) -> Range<Int> {
    guard number >= 1, number <= lineStarts.count else { return bytes.count..<bytes.count }
    let start = Int(lineStarts[number - 1])
    var end = number < lineStarts.count ? Int(lineStarts[number]) - 1 : bytes.count
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }
}
