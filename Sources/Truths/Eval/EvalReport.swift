import TruthsCheck
import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The results of running fixtures.
public struct EvalReport: Sendable {
  let results: EvalResults
  let sources: SourceMap
  /// Coverage of the fixtures, where it was requested.
  public let coverage: CoverageReport?

  /// The overall result of an evaluation.
  public enum Ending: Sendable {
    /// All fixtures that ran passed.
    case passed
    /// A fixture failed, or the truth that it names never fired.
    case failed
    /// No fixture passed, because none matched or all matching ones are skipped.
    case nothingMatched
    /// A fixture could not be loaded.
    case didNotLoad
  }

  /// Whether there were no fixtures at all, not even skipped ones.
  public var isEmpty: Bool { results.results.isEmpty }

  /// Whether a fixture was skipped.
  public var hasSkipped: Bool { results.count(.skipped) > 0 }

  /// The overall result. A fixture that did not load outweighs a failure.
  public var ending: Ending {
    switch results.exitCode {
    case 0: .passed
    case 6: .nothingMatched
    case 65: .didNotLoad
    default: .failed
    }
  }

  /// Returns the report for people: the fixtures that did not pass, and a summary as the last line.
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
  /// Runs fixtures against the rule set.
  ///
  /// - Parameters:
  ///   - fixtures: fixture files, and the documents that they name.
  ///   - documents: documents for every fixture that does not give them itself.
  ///   - filter: selects fixtures whose id contains one of these texts, matches one with a `*`, or that have one as a tag.
  ///     Empty selects all.
  ///   - jobs: number of fixtures run in parallel; affects only the time taken.
  ///   - isCovered: whether to measure coverage.
  ///   - isWanted: whether to run the fixtures of the file with this path. Of other files only the backgrounds count.
  /// - Throws: the findings of a set with errors, or findings about the documents.
  public func evaluate(
    _ fixtures: [SourceText], documents: [DocumentInput] = [], filter: [String] = [], jobs: Int = 1, isCovered: Bool = false,
    where isWanted: (String) -> Bool = { _ in true }
  ) async throws(Findings) -> EvalReport {
    var data = RunData(sources: loaded.sources, procedure: try procedure())
    let given = try data.checked(documents)
    var sources = data.sources
    let subject = try self.subject()
    let suite = FixtureSuite(
      Self.read(fixtures, into: &sources), against: subject, filter: FixtureFilter(filter), documents: given, where: isWanted)
    let recorder = isCovered ? CoverageRecorder() : nil
    let results = await FixtureRunner(subject, coverage: recorder).run(suite, jobs: jobs)
    let coverage = recorder.map { CoverageReport(map: CoverageMap(loaded, $0.record), sources: sources) }
    return EvalReport(results: results, sources: sources, coverage: coverage)
  }
}

/// Coverage of a rule set by its fixtures: truths, outcomes of clauses, rows, transitions and states.
public struct CoverageReport: Sendable {
  let map: CoverageMap
  let sources: SourceMap

  /// Returns the report for people: the total, each pack, and the uncovered parts; one line where everything is covered.
  public func text(isColored: Bool = false) -> String { HumanCoverage(sources: sources, isColored: isColored).text(map) }

  /// The report as JSON.
  public var json: String { JSONCoverage(sources: sources).value(map).lines }

  /// The report as an LCOV tracefile.
  public var lcov: String { LCOVCoverage(sources: sources).text(map) }

  /// Coverage in percent, rounded down to a tenth: `92.3`.
  public var percent: String { map.share.percent }

  /// Returns whether coverage reaches the gate, compared without rounding.
  public func passes(_ gate: CoverageGate) -> Bool { map.share.reaches(gate.percent) }
}

/// A minimum percentage for coverage or for killed mutants.
public struct CoverageGate: Sendable {
  let percent: Decimal
  /// The percentage as it was written.
  public let text: String

  /// - Parameter text: a number from 0 to 100, such as `95` or `99.5`; anything else gives `nil`.
  public init?(_ text: String) {
    guard let percent = try? Decimal(literal: text), percent.coefficient >= 0, percent <= Decimal(100) else { return nil }
    self.percent = percent
    self.text = text
  }
}

/// The results of mutation testing: which small changes of a rule set its fixtures notice.
public struct MutationReport: Sendable {
  let results: MutationResults
  let sources: SourceMap
  /// Requested names that do not exist, each with the nearest existing name. If there are any, no mutant was made.
  public let unknown: [(name: String, nearest: String?)]

  /// Returns the report for people: the score, each pack, and each mutant that no fixture noticed.
  public func text(isColored: Bool = false) -> String { HumanMutation(sources: sources, isColored: isColored).text(results) }

  /// The report as JSON, with every mutant.
  public var json: String { JSONMutation(sources: sources).value(results).lines }

  /// Percentage of killed mutants, rounded down to a tenth: `92.3`.
  public var percent: String { results.share.percent }

  /// Whether there was nothing to change.
  public var isEmpty: Bool { results.mutants.isEmpty }

  /// Returns whether the share of killed mutants reaches the gate in each pack, compared without rounding.
  public func passes(_ gate: CoverageGate) -> Bool { below(gate).isEmpty }

  /// Returns the packs below a gate, each with its percentage.
  public func below(_ gate: CoverageGate) -> [(pack: String, percent: String)] {
    results.mutantsByPack.filter { !$0.mutants.mutationShare.reaches(gate.percent) }
      .map { ($0.pack, $0.mutants.mutationShare.percent) }
  }
}

extension Workspace {
  /// Makes small changes to the rule set, one at a time, and reports which of them the fixtures notice.
  ///
  /// Fixtures that fail without any change are left out: see ``evaluate(_:documents:filter:jobs:isCovered:where:)``.
  ///
  /// - Parameters:
  ///   - fixtures: fixture files, and the documents that they name.
  ///   - documents: documents for every fixture that does not give them itself.
  ///   - filter: selects fixtures, as for an evaluation.
  ///   - wanted: selects declarations of these packs, or whose id matches a pattern with a `*`. Empty selects all.
  ///   - jobs: number of changes tried in parallel; affects only the time taken.
  ///   - isWanted: whether to run the fixtures of the file with this path, as for an evaluation.
  /// - Throws: the findings of a set with errors, or findings about the documents.
  public func mutate(
    _ fixtures: [SourceText], documents: [DocumentInput] = [], filter: [String] = [], only wanted: [String] = [], jobs: Int = 1,
    where isWanted: (String) -> Bool = { _ in true }
  ) throws(Findings) -> MutationReport {
    var data = RunData(sources: loaded.sources, procedure: try procedure())
    let checked = try data.checked(documents)
    var sources = data.sources
    let subject = try self.subject()
    let suite = MutationSuite(
      loaded, subject,
      FixtureSuite(
        Self.read(fixtures, into: &sources), against: subject, filter: FixtureFilter(filter), documents: checked, where: isWanted)
    )
    let all = suite.mutations
    let names = Set(all.flatMap { [$0.owner.id, $0.owner.pack] })
    let unknown = wanted.filter { name in !all.contains { Self.is(name, $0) } }.map { ($0, nearestName(to: $0, among: names)) }
    let chosen = wanted.isEmpty ? all : all.filter { mutation in wanted.contains { Self.is($0, mutation) } }
    return MutationReport(results: suite.run(unknown.isEmpty ? chosen : [], jobs: jobs), sources: sources, unknown: unknown)
  }

  /// Returns whether a mutation is in a pack, or in a declaration whose id matches a pattern.
  private static func `is`(_ wanted: String, _ mutation: Mutation) -> Bool {
    mutation.owner.pack == wanted || FixtureFilter([wanted]).fits(mutation.owner.id)
  }
}

/// A fixture file rewritten so that it expects the actual results.
public struct FixtureUpdate: Sendable {
  /// The path of the file, as it is shown.
  public let path: String
  /// Contents of the file when the fixtures were evaluated.
  public let old: [UInt8]
  /// Contents with the changed expectations.
  public let new: [UInt8]
  /// The changes, one line per expectation: `Fixtures/a.json:9:17: expected.decision: "rejected" → "accepted"`.
  public let changes: [String]
}

extension EvalReport {
  /// Rewritten files for the failed fixtures, in order of path.
  ///
  /// Only members that the fixture already has are changed. Fixtures that did not load, or whose truth never fired, stay as
  /// they are, and so do expectations of what must not happen.
  public var updates: [FixtureUpdate] {
    let edits = results.results.filter { $0.outcome == .failed }.flatMap(\.edits)
    let files = Dictionary(grouping: edits, by: \.span.file).sorted { $0.key < $1.key }
    return files.compactMap { id, edits in
      guard let file = sources.file(id) else { return nil }
      let changes = edits.sorted { $0.span < $1.span }.map { edit in
        let position = sources.start(of: edit.span)
        return "\(file.path):\(position.line):\(position.column): \(edit.text)"
      }
      return FixtureUpdate(path: file.path, old: file.bytes, new: FixtureEdit.apply(edits, to: file), changes: changes)
    }
  }
}

/// Reports for the case that findings kept all fixtures from running.
extension Findings {
  /// JUnit XML with one error.
  public var junit: String { JUnitReport(sources: sources).text(nothingRanFor: diagnostics) }

  /// The Test Anything Protocol, version 14, with a bail-out.
  public var tap: String { TAPReport(sources: sources).text(nothingRanFor: diagnostics) }
}
