package import TruthsText

/// A workflow command of GitHub Actions, which shows a message beside the lines of a file that it speaks of:
///
///     ::error file=truths/demo/demo.truths,line=3,endLine=3,col=7,endColumn=12,title=T1003::no intent is named `gret`
package struct WorkflowCommand: Hashable, Sendable {
  /// How grave it is.
  package enum Level: String, Hashable, Sendable {
    case error, warning, notice
  }

  package var level: Level
  /// The path of the file as GitHub knows it, from the repository's root.
  package var file: String
  /// The first line and column that it speaks of.
  package var start: Position
  /// The place behind the last character.
  package var end: Position
  package var title: String
  /// What it says; lines stand apart by line feeds.
  package var message: String

  package init(_ level: Level, file: String, start: Position, end: Position, title: String, message: String) {
    self.level = level
    self.file = file
    self.start = start
    self.end = end
    self.title = title
    self.message = message
  }

  /// The command at the place of a span.
  package init(_ level: Level, at span: Span, in sources: SourceMap, title: String, message: String) {
    self.init(
      level, file: sources.file(span.file)?.path ?? "", start: sources.start(of: span), end: sources.end(of: span), title: title,
      message: message)
  }

  /// The command as one line, its line break included. Columns are left out where several lines are meant: GitHub takes them of
  /// one line only.
  package var line: String {
    var properties = ["file=\(Self.property(file))", "line=\(start.line)", "endLine=\(end.line)"]
    if start.line == end.line { properties += ["col=\(start.column)", "endColumn=\(end.column)"] }
    properties.append("title=\(Self.property(title))")
    return "::\(level.rawValue) \(properties.joined(separator: ","))::\(Self.data(message))\n"
  }

  /// What stands behind `::`: a percent sign and line breaks are written as their codes.
  static func data(_ text: String) -> String { escaped(text, ["%", "\r", "\n"]) }

  /// The value of a property, which a colon or a comma would end besides.
  static func property(_ text: String) -> String { escaped(text, ["%", "\r", "\n", ":", ","]) }

  private static func escaped(_ text: String, _ special: Set<Unicode.Scalar>) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if special.contains(scalar) {
        result += (scalar.value < 0x10 ? "%0" : "%") + String(scalar.value, radix: 16, uppercase: true)
      } else {
        // Whoever reads the log in a terminal is not steered by the name of a file.
        result += scalar == "\t" ? "\t" : scalar.visible
      }
    }
    return result
  }
}
