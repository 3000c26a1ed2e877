package import TruthsDiagnostics
package import TruthsText

/// What was found at fault, in order of place. Thrown where something at fault was to be used.
public struct Findings: Error, Sendable {
  package let diagnostics: [Diagnostic]
  package let sources: SourceMap

  /// Warnings that `# truths:ignore` comments hide; the report counts them.
  public let hiddenCount: Int

  package init(_ diagnostics: [Diagnostic], in sources: SourceMap, hiddenCount: Int = 0) {
    self.diagnostics = diagnostics.inOrder()
    self.sources = sources
    self.hiddenCount = hiddenCount
  }

  /// Whether nothing was found.
  public var isEmpty: Bool { diagnostics.isEmpty }

  /// Whether something is an error rather than a warning.
  public var hasErrors: Bool { diagnostics.hasErrors }

  /// The report for people: each finding with its source and carets, a summary as the last line; nothing where nothing was found.
  ///
  /// - Parameter isColored: whether to write ANSI colours.
  public func text(isColored: Bool = false) -> String {
    HumanRenderer(sources: sources, isColored: isColored).report(diagnostics, hiddenCount: hiddenCount)
  }

  /// The findings whose file, as it is shown, is wanted.
  func filtered(_ isWanted: (String) -> Bool) -> Findings {
    Findings(diagnostics.filter { isWanted(sources.file($0.span.file)?.path ?? "") }, in: sources, hiddenCount: hiddenCount)
  }
}
