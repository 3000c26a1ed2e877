/// A line of the formatted text, or a block of them that one scalar makes.
struct LayoutLine {
  /// Spaces before the text; an empty line has none.
  var indentation: Int
  var text: String
  var comment: TrailingComment?
  /// Lines that stand under this one as they are: those of a block scalar.
  var block: [String] = []
  var blockIndentation = 0
  /// Whether it is a comment and nothing else.
  var isComment = false

  /// A comment beside a line.
  struct TrailingComment {
    var text: String
    /// The blanks before it, at least one.
    var gap: Int
    /// The column at which it stood, where others stood at the same and it was set apart from the text.
    var column: Int?
  }

  static let empty = LayoutLine(indentation: 0, text: "")

  var isEmpty: Bool { text.isEmpty }

  /// Writes the line with its break.
  ///
  /// A comment keeps its column, where others stood at the same, so that comments below one another stay so; else its distance.
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
