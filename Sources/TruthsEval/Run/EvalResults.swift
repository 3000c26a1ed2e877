/// What became of all fixtures of one evaluation.
package struct EvalResults: Hashable, Sendable {
  /// In order of file and place.
  package var results: [FixtureResult]

  package init(_ results: [FixtureResult]) {
    self.results = results.sorted { ($0.span, $0.id ?? "") < ($1.span, $1.id ?? "") }
  }

  /// How many fixtures ended in a certain way.
  package func count(_ outcome: FixtureOutcome) -> Int { results.count { $0.outcome == outcome } }

  /// The exit code of runtime.md §7: 65 where something did not load, 4 where a fixture failed or never fired, 6 where nothing
  /// ran, else 0.
  package var exitCode: Int32 {
    if count(.didNotLoad) > 0 { return 65 }
    if count(.failed) + count(.neverFired) > 0 { return 4 }
    return count(.passed) == 0 ? 6 : 0
  }
}
