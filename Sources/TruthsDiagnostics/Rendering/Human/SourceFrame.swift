import TruthsText

/// A drawing of a place in a source file: its path, its lines behind a gutter of line numbers, and carets under the exact
/// characters.
struct SourceFrame {
  private let file: SourceFile
  private let span: Span
  private let label: String
  private let style: Style
  private let layout: FrameLayout

  init(_ span: Span, in file: SourceFile, label: String?, style: Style, layout: FrameLayout) {
    self.file = file
    self.span = span
    self.label = label.map { " " + visible($0) } ?? ""
    self.style = style
    self.layout = layout
  }

  /// The lines of the drawing, from ` --> path:line:column` to the last row of carets.
  var lines: [String] {
    let start = file.position(at: Int(span.start))
    let arrow = String(repeating: " ", count: layout.gutterWidth) + layout.paint("--> ", .gutter)
    let head = arrow + "\(visible(file.path)):\(start.line):\(start.column)"
    let last = FrameLayout.lastLine(of: span, in: file)
    return [head, layout.row()] + (last > start.line ? severalLines(start.line, last) : oneLine(start.line))
  }

  private func oneLine(_ number: Int) -> [String] {
    let line = DisplayLine(of: file, number: number, focus: Int(span.start))
    let start = line.column(at: Int(span.start))
    let end = max(start + 1, line.column(at: Int(span.end)))
    let window = Window(of: line, focus: start..<end, width: layout.width)
    let indent = window.printed(start)
    let carets = String(repeating: "^", count: max(1, window.printed(end) - indent))
    return [
      layout.row(number, window.text(of: line)),
      layout.row(nil, String(repeating: " ", count: indent) + layout.paint(carets + label, style)),
    ]
  }

  /// Draws a bar at the left from the first character to the last. If there are more than four lines, the middle is left out.
  private func severalLines(_ first: Int, _ last: Int) -> [String] {
    let bar = layout.paint("|", style)
    var rows: [String] = []
    for number in first...last {
      if last - first > 3, number > first + 1, number < last {
        if number == last - 1 { rows.append(layout.ellipsis + bar) }
        continue
      }
      let focus = number == last ? Int(span.end) : number == first ? Int(span.start) : 0
      let line = DisplayLine(of: file, number: number, focus: focus)
      let column = line.column(at: focus)
      let window = Window(of: line, focus: column..<column + 1, width: layout.width - 2)
      let text = window.text(of: line)
      let edge = window.printed(column)
      switch number {
      case first where column <= line.indentation:
        rows.append(layout.row(number, layout.paint("/", style) + " " + text))
      case first:
        rows.append(layout.row(number, "  " + text))
        rows.append(layout.row(nil, " " + layout.paint(String(repeating: "_", count: edge + 1) + "^", style)))
      case last:
        rows.append(layout.row(number, bar + " " + text))
        rows.append(layout.row(nil, layout.paint("|" + String(repeating: "_", count: max(1, edge)) + "^" + label, style)))
      default:
        rows.append(layout.row(number, bar + " " + text))
      }
    }
    return rows
  }
}

/// The layout shared by all frames of one diagnostic: the width of the gutter, the width of a line, and whether to use
/// colours.
struct FrameLayout {
  /// The number of digits of the greatest line number shown.
  var gutterWidth: Int
  /// The maximum number of columns shown of source text.
  var width: Int
  var isColored: Bool

  func paint(_ text: String, _ style: Style) -> String { style.paint(text, isColored) }

  /// Returns a row with its gutter; without a number and a text it is empty.
  func row(_ number: Int? = nil, _ text: String = "", mark: String = "|", style: Style = .gutter) -> String {
    let digits = number.map { String($0) } ?? ""
    let gutter = paint(String(repeating: " ", count: max(0, gutterWidth - digits.count)) + digits + " ", .gutter)
    return String((gutter + paint(mark, style) + " " + text).trimmingSuffix { $0 == " " })
  }

  /// The gutter of lines that are left out; as wide as the gutter of a row.
  fileprivate var ellipsis: String { paint("..." + String(repeating: " ", count: gutterWidth), .gutter) }

  /// Returns the number of the last line that contains a character of a span.
  static func lastLine(of span: Span, in file: SourceFile) -> Int {
    let start = file.position(at: Int(span.start)).line
    let end = file.position(at: Int(span.end))
    return max(start, end.column == 1 && end.line > start ? end.line - 1 : end.line)
  }
}
