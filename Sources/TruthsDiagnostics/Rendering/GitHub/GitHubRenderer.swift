package import TruthsText

/// Writes findings as annotations of GitHub Actions, a line each. Notes, which have no place of their own there, and the help
/// stand in the message, each on a line.
package struct GitHubRenderer {
  private let sources: SourceMap

  /// - Parameter sources: the files that the findings point into.
  package init(sources: SourceMap) { self.sources = sources }

  /// All findings in order; nothing for no findings.
  package func report(_ diagnostics: some Sequence<Diagnostic>) -> String {
    Array(diagnostics).inOrder().map { command($0).line }.joined()
  }

  /// One finding.
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
