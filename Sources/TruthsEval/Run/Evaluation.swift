package import TruthsCheck
package import TruthsText

/// An evaluation from files to results: what `truths eval` does between reading files and writing the report.
package struct Evaluation: Sendable {
  package let results: EvalResults
  /// The truth files and behind them the fixture files: what findings and mismatches point into.
  package let sources: SourceMap

  /// - Parameters:
  ///   - fixtures: Fixture files, each with the path that is shown; they are read in the order of the paths' bytes.
  ///   - set: A truth set without errors.
  ///   - filter: Which fixtures to take.
  ///   - jobs: How many run at once; it changes nothing but the time taken.
  package init(
    _ fixtures: [(path: String, bytes: [UInt8])], against set: LoadedSet, filter: FixtureFilter = FixtureFilter(), jobs: Int = 1
  ) async {
    var sources = set.sources
    let files = FixtureFile.read(
      fixtures.sorted { Text($0.path) < Text($1.path) }.map { sources.add(path: $0.path, bytes: $0.bytes) })
    let subject = EvalSubject(set)
    results = await FixtureRunner(subject).run(FixtureSuite(files, against: subject, filter: filter), jobs: jobs)
    self.sources = sources
  }
}
