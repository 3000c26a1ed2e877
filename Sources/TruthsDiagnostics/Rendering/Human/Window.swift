/// The visible columns of a line. A line that is too wide is cut, and `…` marks the omitted parts.
struct Window {
  private let from: Int
  private let upTo: Int
  private let isCutAtStart: Bool
  private let isCutAtEnd: Bool

  /// - Parameters:
  ///   - focus: the columns that should be visible, as far as they fit.
  ///   - width: the most columns to show.
  init(of line: DisplayLine, focus: Range<Int>, width: Int) {
    var start = 0
    if line.endColumn > width, focus.upperBound > width - 1 {
      start = max(0, min(focus.lowerBound - width / 4, line.endColumn - width + 1))
    }
    from = start
    upTo = line.endColumn - start > width ? start + width - 1 : line.endColumn
    isCutAtStart = start > 0 || line.isCutAtStart
    isCutAtEnd = upTo < line.endColumn || line.isCutAtEnd
  }

  /// Returns the characters of the line inside the window.
  func text(of line: DisplayLine) -> String {
    var text = isCutAtStart ? "…" : ""
    for cell in line.cells where cell.column >= from && cell.column < upTo { text += cell.glyphs }
    return text + (isCutAtEnd ? "…" : "")
  }

  /// Returns the printed column of a column of the line; columns outside are moved to the nearest edge.
  func printed(_ column: Int) -> Int { min(max(column, from), max(from, upTo)) - from + (isCutAtStart ? 1 : 0) }
}
