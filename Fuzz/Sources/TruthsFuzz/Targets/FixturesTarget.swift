import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsJSON
import TruthsText

/// A fixture file, read against a small truth set. Its valid fixtures are run, and the report is written.
struct FixturesTarget {
  private let set = FuzzWorld.set
  private let subject: EvalSubject

  init() { subject = EvalSubject(set) }

  func attempt(_ bytes: [UInt8]) {
    var sources = set.sources
    let file = FixtureFile(sources.add(path: "Fixtures/demo/demo.json", bytes: bytes))
    let suite = FixtureSuite([file], against: subject)
    Claim.standInside(suite.faulty.flatMap(\.diagnostics) + suite.warnings + file.remarks, sources)
    Claim.holds(file.json == nil || file.diagnostics.isEmpty, "a file that was read has faults")
    let isToldOf = suite.faulty.allSatisfy { $0.diagnostics.hasErrors }
    Claim.holds(isToldOf, "a fixture did not load, and nothing says why")
    let runner = FixtureRunner(subject)
    let results = suite.fixtures.map { runner.run($0) } + suite.faulty
    let text = report(results, sources)
    // Decisions are a function of their input, so a second run gives equal results.
    let again = suite.fixtures.map { runner.run($0) } + suite.faulty
    Claim.holds(report(again, sources) == text, "a second time it says otherwise:\n\(text)")
    _ = JSONReport(sources: sources).value(EvalResults(results))
  }

  private func report(_ results: [FixtureResult], _ sources: SourceMap) -> String {
    HumanReport(sources: sources, isColored: false).text(EvalResults(results))
  }
}
