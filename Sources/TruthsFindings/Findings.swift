package import TruthsDiagnostics
package import TruthsJSON
package import TruthsText

/// The findings about a truth set or data, in the order of their locations. They are thrown if input has errors and cannot be
/// used.
public struct Findings: Error, Sendable {
  package let diagnostics: [Diagnostic]
  package let sources: SourceMap

  /// The number of warnings that `# truths:ignore` comments hide. The report shows this number.
  public let hiddenCount: Int

  package init(_ diagnostics: [Diagnostic], in sources: SourceMap, hiddenCount: Int = 0) {
    self.diagnostics = diagnostics.inOrder()
    self.sources = sources
    self.hiddenCount = hiddenCount
  }

  /// Whether there are no findings.
  public var isEmpty: Bool { diagnostics.isEmpty }

  /// Whether at least one finding is an error.
  public var hasErrors: Bool { diagnostics.hasErrors }

  /// Returns the report for a terminal. It has each finding with its source and carets, and a summary as the last line. Empty
  /// if there are no findings.
  ///
  /// - Parameter isColored: whether to write ANSI colours.
  public func text(isColored: Bool = false) -> String {
    HumanRenderer(sources: sources, isColored: isColored).report(diagnostics, hiddenCount: hiddenCount)
  }

  /// Returns the findings for which the path of the file satisfies a condition.
  ///
  /// - Parameter isWanted: receives the path that messages show.
  package func filtered(_ isWanted: (String) -> Bool) -> Findings {
    Findings(diagnostics.filter { isWanted(sources.file($0.span.file)?.path ?? "") }, in: sources, hiddenCount: hiddenCount)
  }
}

extension Findings {
  /// The findings as a JSON list (diagnostics §4.2); `[]` if there are none. Lines and columns count from 1, and columns count
  /// Unicode scalars. An end is after the last character. The help of a finding is its last note.
  public var json: String { jsonValue.lines }

  package var jsonValue: JSONValue { Self.record.objects(of: diagnostics.map { ($0, sources) }).jsonValue }
}

extension Findings {
  /// The findings as annotations of GitHub Actions, one workflow command on each line. Empty if there are no findings.
  public var github: String { GitHubRenderer(sources: sources).report(diagnostics) }
}

extension Findings {
  package static let shape = JSONShape.list(record.shape)

  private static let record = JSONRecord<(diagnostic: Diagnostic, sources: SourceMap)>(
    [
      .required("code", .pattern("^T[0-9]{4}$"), "The code of the diagnostic; `truths explain CODE` shows its page.") {
        $0.diagnostic.code.description
      },
      .required("severity", .words(Severity.allCases.map(\.rawValue)), "The severity.") { $0.diagnostic.severity.rawValue },
      .required("message", .text, "The problem.") { $0.diagnostic.message },
    ], location.fields { ($0.diagnostic.span, $0.sources) },
    [
      .required("notes", listOf: note, "Related notes; the last one says how to fix it.") { root in
        let diagnostic = root.diagnostic
        return diagnostic.notes.map { ($0.message, $0.span, root.sources) }
          + (diagnostic.help.map { [($0, diagnostic.span, root.sources)] } ?? [])
      },
      .required("fixes", listOf: fix, "Possible fixes.") { root in root.diagnostic.fixes.map { ($0, root.sources) } },
    ])

  private static let note = JSONRecord<(message: String, span: Span, sources: SourceMap)>(
    [.required("message", .text, "The text of the note.") { $0.message }], location.fields { ($0.span, $0.sources) })

  private static let fix = JSONRecord<(fix: Diagnostic.Fix, sources: SourceMap)>([
    .required("title", .text, "A short description of the fix.") { $0.fix.title },
    .required("safe", .boolean, "Whether the fix keeps the intended meaning. `check --fix` applies only such fixes.") {
      $0.fix.isSafe
    },
    .required("edits", listOf: edit, "The edits that make up the fix.") { root in root.fix.edits.map { ($0, root.sources) } },
  ])

  private static let edit = JSONRecord<(edit: Diagnostic.Edit, sources: SourceMap)>(
    location.fields { ($0.edit.span, $0.sources) },
    [.required("replacement", .text, "The new text.") { $0.edit.replacement }])

  private static let location = JSONRecord<(span: Span, sources: SourceMap)>([
    .required("file", .text, "The file.") { $0.sources.file($0.span.file)?.path ?? "" },
    .required("line", .count(from: 1), "The line of the beginning.") { $0.sources.start(of: $0.span).line },
    .required("column", .count(from: 1), "The column of the beginning, in Unicode scalars.") {
      $0.sources.start(of: $0.span).column
    },
    .required("end_line", .count(from: 1), "The line of the end.") { $0.sources.end(of: $0.span).line },
    .required("end_column", .count(from: 1), "The column of the end.") { $0.sources.end(of: $0.span).column },
  ])
}
