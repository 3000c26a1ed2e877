import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsProgram
import TruthsText

/// The samples of every page about fixtures: the wrong one yields its code alone, the right one runs and passes.
@Suite struct FixturePageTests {
  static let pages = DiagnosticRegistry.pages.filter { $0.code.description.hasPrefix("T82") }

  private func evaluate(_ sample: DiagnosticSample) async -> EvalResults {
    let files = sample.files.map { (path: $0.path, bytes: Array($0.text.utf8)) }
    let set = Loader.load(files.filter { !$0.path.hasSuffix(".json") })
    #expect(set.diagnostics == [], "the sample's truths are at fault")
    return await Evaluation(files.filter { $0.path.hasSuffix(".json") }, against: set).results
  }

  /// Returns the warnings about fixtures that still run.
  private func warnings(_ sample: DiagnosticSample) -> [Diagnostic] {
    let set = Loader.load(sample.files.map { ($0.path, Array($0.text.utf8)) }.filter { !$0.0.hasSuffix(".json") })
    var sources = set.sources
    let files = sample.files.filter { $0.path.hasSuffix(".json") }.map {
      FixtureFile(sources.add(path: $0.path, bytes: Array($0.text.utf8)))
    }
    return FixtureSuite(files, against: EvalSubject(set)).warnings
  }

  @Test(arguments: pages.indices) func samplesYieldTheirCode(_ index: Int) async {
    let page = Self.pages[index]
    for sample in page.wrong {
      let faulty = await evaluate(sample).results.flatMap(\.diagnostics)
      let found = faulty + (page.severity == .warning ? warnings(sample) : [])
      #expect(found.map(\.code) == [page.code], "\(found.map(\.message))")
    }
    for sample in page.right {
      let results = await evaluate(sample)
      #expect(results.exitCode == 0, "\(page.code): \(results.results)")
    }
  }
}
