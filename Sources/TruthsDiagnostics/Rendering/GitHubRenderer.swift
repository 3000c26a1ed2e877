package import TruthsText

/// Writes findings as annotations of GitHub Actions, one per line. Annotations cannot place notes, so notes and help are
/// lines of the message.
package struct GitHubRenderer {
  private let sources: SourceMap

  /// - Parameter sources: the files that the findings point into.
  package init(sources: SourceMap) { self.sources = sources }

  /// Returns all findings in order; an empty text without findings.
  package func report(_ diagnostics: some Sequence<Diagnostic>) -> String {
    Array(diagnostics).inOrder().map { command($0).line }.joined()
  }

  /// Returns the annotation of one finding.
  func command(_ diagnostic: Diagnostic) -> WorkflowCommand {
    let notes = diagnostic.notes.map { note in
      let position = sources.start(of: note.span)
      let path = sources.file(note.span.file)?.path ?? ""
      return "note: \(note.message) (\(path):\(position.line):\(position.column))"
    }
    let help = diagnostic.help.map { ["help: \($0)"] } ?? []
    return WorkflowCommand(
      diagnostic.severity == .error ? .error : .warning, at: diagnostic.span, in: sources, title: diagnostic.code.description,
      message: ([diagnostic.message] + notes + help).map { visible($0) }.joined(separator: "\n"))
  }
}

/// A workflow command of GitHub Actions, which shows a message next to lines of a file:
///
///     ::error file=truths/demo/demo.truths,line=3,endLine=3,col=7,endColumn=12,title=T1003::no intent is named `gret`
package struct WorkflowCommand: Hashable, Sendable {
  /// The severity.
  package enum Level: String, Hashable, Sendable {
    case error, warning, notice
  }

  package var level: Level
  /// The path of the file as GitHub knows it, from the repository's root.
  package var file: String
  /// The first line and column.
  package var start: Position
  /// The position after the last character.
  package var end: Position
  package var title: String
  /// The message; lines are separated by line feeds.
  package var message: String

  package init(_ level: Level, file: String, start: Position, end: Position, title: String, message: String) {
    self.level = level
    self.file = file
    self.start = start
    self.end = end
    self.title = title
    self.message = message
  }

  /// Creates the command for the place of a span.
  package init(_ level: Level, at span: Span, in sources: SourceMap, title: String, message: String) {
    self.init(
      level, file: sources.file(span.file)?.path ?? "", start: sources.start(of: span), end: sources.end(of: span), title: title,
      message: message)
  }

  /// The command as one line, including its line break. A span of several lines has no columns: GitHub accepts them for one line
  /// only.
  package var line: String {
    var properties = ["file=\(Self.property(file))", "line=\(start.line)", "endLine=\(end.line)"]
    if start.line == end.line { properties += ["col=\(start.column)", "endColumn=\(end.column)"] }
    properties.append("title=\(Self.property(title))")
    return "::\(level.rawValue) \(properties.joined(separator: ","))::\(Self.data(message))\n"
  }

  /// Returns a message for the part after `::`; percent signs and line breaks are escaped.
  static func data(_ text: String) -> String { escaped(text, ["%", "\r", "\n"]) }

  /// Returns the value of a property; colons and commas, which would end it, are escaped too.
  private static func property(_ text: String) -> String { escaped(text, ["%", "\r", "\n", ":", ","]) }

  private static func escaped(_ text: String, _ special: Set<Unicode.Scalar>) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if special.contains(scalar) {
        result += (scalar.value < 0x10 ? "%0" : "%") + String(scalar.value, radix: 16, uppercase: true)
      } else {
        // A file name cannot control the terminal that shows the log.
        result += scalar == "\t" ? "\t" : scalar.visible
      }
    }
    return result
  }
}
