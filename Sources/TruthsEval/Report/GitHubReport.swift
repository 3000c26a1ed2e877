import TruthsDiagnostics
package import TruthsText

/// The report as annotations of GitHub Actions: one for each fixture that did not pass, at the fixture's place, with all that is
/// to be said of it; below them the counts of the five outcomes, for whoever reads the log.
///
/// The five outcomes stay apart: the title begins with the outcome, what was skipped is a notice, what passed has no annotation.
package struct GitHubReport {
  private let sources: SourceMap

  /// - Parameter sources: The fixture files.
  package init(sources: SourceMap) { self.sources = sources }

  /// The whole report.
  package func text(_ results: EvalResults) -> String {
    let commands = results.results.filter { $0.outcome != .passed }.map { command($0).line }
    let counts = FixtureOutcome.allCases.map { "\(results.count($0)) \($0.rawValue)\n" }
    return (commands + counts).joined()
  }

  private func command(_ result: FixtureResult) -> WorkflowCommand {
    let name = result.id ?? sources.path(of: result.span)
    return WorkflowCommand(
      result.outcome.isFailure ? .error : .notice, at: result.span, in: sources,
      title: visible("\(result.outcome.rawValue): \(name)"), message: lines(result).map { visible($0) }.joined(separator: "\n"))
  }

  private func lines(_ result: FixtureResult) -> [String] {
    let note = result.note.map { [$0] } ?? []
    let mismatches = result.mismatches.map { mismatch in
      "\(mismatch.path) at \(sources.place(of: mismatch.span)): expected \(mismatch.expected), got \(mismatch.got)"
    }
    let diagnostics = result.diagnostics.inOrder().map { "\(sources.place(of: $0.span)): \($0.code) \($0.message)" }
    return note + mismatches + diagnostics
  }
}
