import TruthsDiagnostics
import TruthsText

/// One thing that was found, as a value.
public struct Finding: Hashable, Sendable {
  /// Its stable code, `T1003`.
  public let code: String
  /// Whether it is an error, and not a warning.
  public let isError: Bool
  /// What is wrong, in one sentence.
  public let message: String
  /// Where.
  public let place: Place
  /// How to mend it, with an example; `nil` where the message says it.
  public let help: String?
  /// Changes that mend it.
  public let fixes: [Fix]

  /// Some characters of a file. Lines and columns count from 1, columns in Unicode scalars; the end is behind the last character.
  public struct Place: Hashable, Sendable {
    /// The path of the file, as it was given.
    public let path: String
    /// The line of the first character.
    public let line: Int
    /// Its column.
    public let column: Int
    /// The line behind the last character.
    public let endLine: Int
    /// Its column.
    public let endColumn: Int
  }

  /// A change of one or more places.
  public struct Fix: Hashable, Sendable {
    /// What it does.
    public let title: String
    /// Whether it keeps the meaning.
    public let isSafe: Bool
    /// What is replaced by what.
    public let edits: [Edit]
  }

  /// A replacement of some characters.
  public struct Edit: Hashable, Sendable {
    /// The characters that go.
    public let place: Place
    /// What comes in their place.
    public let replacement: String
  }
}

extension Findings {
  /// The findings one by one, in order of place.
  public var all: [Finding] {
    diagnostics.map { diagnostic in
      let fixes = diagnostic.fixes.map { fix in
        Finding.Fix(
          title: fix.title, isSafe: fix.isSafe,
          edits: fix.edits.map { Finding.Edit(place: place(of: $0.span), replacement: $0.replacement) })
      }
      return Finding(
        code: diagnostic.code.description, isError: diagnostic.severity == .error, message: diagnostic.message,
        place: place(of: diagnostic.span), help: diagnostic.help, fixes: fixes)
    }
  }

  private func place(of span: Span) -> Finding.Place {
    let (start, end) = (sources.start(of: span), sources.end(of: span))
    return Finding.Place(
      path: sources.file(span.file)?.path ?? "", line: start.line, column: start.column, endLine: end.line, endColumn: end.column)
  }
}

extension Findings: CustomStringConvertible {
  /// What an error that nobody catches prints: the report for people.
  public var description: String { text() }
}
