import TruthsCheck
import TruthsEval
import TruthsJSON
import TruthsRuntime
import TruthsText

/// What became of fixtures.
public struct EvalReport: Sendable {
  let results: EvalResults
  let sources: SourceMap
  /// What the fixtures exercised, where that was asked for.
  public let coverage: CoverageReport?

  /// How an evaluation ended.
  public enum Ending: Sendable {
    /// All that ran passed.
    case passed
    /// A fixture failed, or the truth that it names never fired.
    case failed
    /// No fixture matched, or only such as are skipped, so nothing passed.
    case nothingMatched
    /// A fixture could not be used.
    case didNotLoad
  }

  /// Whether there was no fixture at all, not even one that was skipped.
  public var isEmpty: Bool { results.results.isEmpty }

  /// How it ended; what did not load outweighs what failed.
  public var ending: Ending {
    switch results.exitCode {
    case 0: .passed
    case 6: .nothingMatched
    case 65: .didNotLoad
    default: .failed
    }
  }

  /// The report for people: what did not pass, and a summary as the last line.
  public func text(isColored: Bool = false) -> String { HumanReport(sources: sources, isColored: isColored).text(results) }

  /// The report as JSON.
  public var json: String { JSONReport(sources: sources).value(results).lines }

  /// The report as JUnit XML.
  public var junit: String { JUnitReport(sources: sources).text(results) }

  /// The report in the Test Anything Protocol, version 14.
  public var tap: String { TAPReport(sources: sources).text(results) }

  /// The report as annotations of GitHub Actions.
  public var github: String { GitHubReport(sources: sources).text(results) }
}

extension Workspace {
  /// Runs fixtures against the set.
  ///
  /// - Parameters:
  ///   - fixtures: fixture files, and the documents that they name.
  ///   - documents: for every fixture that does not give them itself.
  ///   - filter: only fixtures whose id holds one of these, or fits it where it has a `*`, or that have it as a tag; none: all.
  ///   - jobs: how many run at once; it changes nothing but the time taken.
  ///   - isCovered: whether to tell what the fixtures exercise.
  /// - Throws: the findings of a set with errors, or what is wrong with the documents.
  public func evaluate(
    _ fixtures: [SourceText], documents: [DocumentInput] = [], filter: [String] = [], jobs: Int = 1, isCovered: Bool = false
  ) async throws(Findings) -> EvalReport {
    var data = RunData(sources: loaded.sources, procedure: try procedure())
    let given = try data.checked(documents)
    var sources = data.sources
    let subject = EvalSubject(loaded)
    let suite = FixtureSuite(
      Self.read(fixtures, into: &sources), against: subject, filter: FixtureFilter(filter), documents: given)
    let recorder = isCovered ? CoverageRecorder() : nil
    let results = await FixtureRunner(subject, coverage: recorder).run(suite, jobs: jobs)
    let coverage = recorder.map { CoverageReport(map: CoverageMap(loaded, $0.record), sources: sources) }
    return EvalReport(results: results, sources: sources, coverage: coverage)
  }
}
