extension FixtureRunner {
  /// What becomes of all fixtures of a suite, those that did not load included.
  ///
  /// - Parameter jobs: How many chunks run at once, at least 1; it changes nothing but the time taken.
  package func run(_ suite: FixtureSuite, jobs: Int = 1) async -> EvalResults {
    let fixtures = suite.fixtures
    let jobs = max(1, min(jobs, fixtures.count))
    let results = await withTaskGroup(of: [FixtureResult].self) { group in
      for job in 0..<jobs {
        group.addTask { stride(from: job, to: fixtures.count, by: jobs).map { run(fixtures[$0]) } }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    return EvalResults(results + suite.faulty)
  }
}
