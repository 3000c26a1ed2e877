import TruthsDiagnostics
package import TruthsText

/// The report for people: what went wrong, member by member, and how many fixtures ended in which way. Holds no times, so the
/// same results give the same text.
package struct HumanReport {
  private let sources: SourceMap
  private let isColored: Bool
  private let renderer: HumanRenderer

  /// - Parameters:
  ///   - sources: The fixture files.
  ///   - isColored: Whether to write ANSI colours.
  package init(sources: SourceMap, isColored: Bool = false) {
    self.sources = sources
    self.isColored = isColored
    renderer = HumanRenderer(sources: sources, isColored: isColored)
  }

  /// The whole report; its last lines are the counts of the five outcomes.
  package func text(_ results: EvalResults) -> String {
    let failures = results.results.filter(\.outcome.isFailure).map { failure($0) }
    return (failures + [summary(results)]).joined(separator: "\n")
  }

  private func failure(_ result: FixtureResult) -> String {
    var text = "\(Style.error.paint(result.outcome.rawValue, isColored)) \(Style.emphasis.paint(title(result), isColored))\n"
    text += "  at \(sources.place(of: result.span))\n"
    if let note = result.note { text += "  \(visible(note))\n" }
    for mismatch in result.mismatches { text += difference(mismatch) }
    for diagnostic in result.diagnostics.inOrder() { text += renderer.render(diagnostic) }
    return text
  }

  private func title(_ result: FixtureResult) -> String { result.id.map { visible($0) } ?? sources.path(of: result.span) }

  private func difference(_ mismatch: Mismatch) -> String {
    """
      \(visible(mismatch.path)) at \(sources.place(of: mismatch.span))
        expected  \(Style.added.paint(visible(mismatch.expected), isColored))
        got       \(Style.removed.paint(visible(mismatch.got), isColored))

    """
  }

  /// One line per outcome, so that none hides in another.
  private func summary(_ results: EvalResults) -> String {
    let width = String(results.results.count).count
    let lines = FixtureOutcome.allCases.map { outcome in
      let count = String(results.count(outcome))
      let line = String(repeating: " ", count: width - count.count) + "\(count) \(outcome.rawValue)"
      let style: Style? = results.count(outcome) == 0 ? nil : outcome.isFailure ? .error : outcome == .passed ? .help : .warning
      return style?.paint(line, isColored) ?? line
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
