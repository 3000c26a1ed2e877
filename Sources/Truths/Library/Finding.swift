import TruthsDiagnostics
import TruthsText

/// One error or warning about rules, data or fixtures, as a value.
public struct Finding: Hashable, Sendable {
  /// The stable code, `T1003`.
  public let code: String
  /// Whether the finding is an error and not a warning.
  public let isError: Bool
  /// The problem in one sentence.
  public let message: String
  /// Location of the problem.
  public let place: Place
  /// Advice on how to fix the finding, with an example; `nil` if the message says so already.
  public let help: String?
  /// Changes that fix the finding.
  public let fixes: [Fix]

  /// A range of characters in a file. Lines and columns count from 1, columns in Unicode scalars; the end is exclusive.
  public struct Place: Hashable, Sendable {
    /// The path of the file, as it was given.
    public let path: String
    /// The line of the first character.
    public let line: Int
    /// The column of the first character.
    public let column: Int
    /// The line of the exclusive end.
    public let endLine: Int
    /// The column of the exclusive end.
    public let endColumn: Int
  }

  /// A change of one or more places.
  public struct Fix: Hashable, Sendable {
    /// A description of the change.
    public let title: String
    /// Whether the change keeps the meaning.
    public let isSafe: Bool
    /// The replacements that make up the change.
    public let edits: [Edit]
  }

  /// A replacement of some characters.
  public struct Edit: Hashable, Sendable {
    /// The characters to remove.
    public let place: Place
    /// The text to insert instead.
    public let replacement: String
  }
}

extension Findings {
  /// The findings one by one, in order of location.
  public var all: [Finding] {
    diagnostics.map { diagnostic in
      let fixes = diagnostic.fixes.map { fix in
        Finding.Fix(
          title: fix.title, isSafe: fix.isSafe,
          edits: fix.edits.map { Finding.Edit(place: location(of: $0.span), replacement: $0.replacement) })
      }
      return Finding(
        code: diagnostic.code.description, isError: diagnostic.severity == .error, message: diagnostic.message,
        place: location(of: diagnostic.span), help: diagnostic.help, fixes: fixes)
    }
  }

  private func location(of span: Span) -> Finding.Place {
    let (start, end) = (sources.start(of: span), sources.end(of: span))
    return Finding.Place(
      path: sources.file(span.file)?.path ?? "", line: start.line, column: start.column, endLine: end.line, endColumn: end.column)
  }
}

extension Findings: CustomStringConvertible {
  /// The report for people, which an uncaught error prints.
  public var description: String { text() }
}
