import TruthsDiagnostics
import TruthsEngine
import TruthsText

extension Findings {
  /// A decision that takes more work than it may.
  ///
  /// - Parameter place: where it is told where no clause is known.
  init(_ exceeded: WorkExceeded, at place: Span, in sources: SourceMap) {
    let found = T8112WorkExceeded.found(exceeded.description, limit: exceeded.limit, at: exceeded.place.span ?? place)
    self.init([found], in: sources)
  }

  /// Whether there was no decision because it takes more work than it may.
  public var isOverworked: Bool { diagnostics.contains { $0.code == T8112WorkExceeded.page.code } }
}
