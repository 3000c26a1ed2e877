import TruthsDiagnostics
public import TruthsFindings
import TruthsProgram
package import TruthsText

extension Findings {
  /// Creates the finding for a decision that was not made, because it exceeded the work limit.
  ///
  /// - Parameter place: the span that the finding shows if no clause is known.
  package init(_ exceeded: WorkExceeded, at place: Span, in sources: SourceMap) {
    let found = WorkOverLimit.finding(exceeded.description, limit: exceeded.limit, at: exceeded.place.span ?? place)
    self.init([found], in: sources)
  }

  /// Whether there is no decision because the work limit was exceeded.
  public var isOverworked: Bool { diagnostics.contains { $0.code == WorkOverLimit.code } }
}
