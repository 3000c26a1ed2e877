import TruthsDiagnostics

extension Findings {
  /// The findings as annotations of GitHub Actions, one workflow command a line; nothing where nothing was found.
  public var github: String { GitHubRenderer(sources: sources).report(diagnostics) }
}
