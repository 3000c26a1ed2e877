import TruthsCheck
import TruthsEval
import TruthsJSON
import TruthsProgram
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

  /// Whether a fixture was skipped.
  public var hasSkipped: Bool { results.count(.skipped) > 0 }

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
    let subject = try self.subject()
    let suite = FixtureSuite(
      Self.read(fixtures, into: &sources), against: subject, filter: FixtureFilter(filter), documents: given)
    let recorder = isCovered ? CoverageRecorder() : nil
    let results = await FixtureRunner(subject, coverage: recorder).run(suite, jobs: jobs)
    let coverage = recorder.map { CoverageReport(map: CoverageMap(loaded, $0.record), sources: sources) }
    return EvalReport(results: results, sources: sources, coverage: coverage)
  }
}

/// What of a truth set its fixtures exercised: truths, outcomes of clauses, rows, transitions and states.
public struct CoverageReport: Sendable {
  let map: CoverageMap
  let sources: SourceMap

  /// The report for people: the total, each pack, and what no fixture shows; one line where nothing misses.
  public func text(isColored: Bool = false) -> String { HumanCoverage(sources: sources, isColored: isColored).text(map) }

  /// The report as JSON.
  public var json: String { JSONCoverage(sources: sources).value(map).lines }

  /// The report as a tracefile of LCOV.
  public var lcov: String { LCOVCoverage(sources: sources).text(map) }

  /// How much was exercised, in percent, rounded down to a tenth: `92.3`.
  public var percent: String { map.share.percent }

  /// Whether at least as much was exercised as a gate wants, exactly.
  public func passes(_ gate: CoverageGate) -> Bool { map.share.reaches(gate.percent) }
}

/// How much fixtures have to exercise, in percent.
public struct CoverageGate: Sendable {
  let percent: Decimal
  /// As it was written.
  public let text: String

  /// - Parameter text: a number from 0 to 100, such as `95` or `99.5`; `nil` for anything else.
  public init?(_ text: String) {
    guard let percent = try? Decimal(literal: text), percent.coefficient >= 0, percent <= Decimal(100) else { return nil }
    self.percent = percent
    self.text = text
  }
}

/// Whether the fixtures of a truth set notice when something in it is changed.
public struct MutationReport: Sendable {
  let results: MutationResults
  let sources: SourceMap
  /// What was to be changed and is not there, each with the nearest name that is; then nothing was changed.
  public let unknown: [(name: String, nearest: String?)]

  /// The report for people: the score, each pack, and each mutant that no fixture noticed.
  public func text(isColored: Bool = false) -> String { HumanMutation(sources: sources, isColored: isColored).text(results) }

  /// The report as JSON, with every mutant.
  public var json: String { JSONMutation(sources: sources).value(results).lines }

  /// How many mutants were killed, in percent, rounded down to a tenth: `92.3`.
  public var percent: String { results.share.percent }

  /// Whether there was nothing to change.
  public var isEmpty: Bool { results.mutants.isEmpty }

  /// Whether at least as many were killed as a gate wants in each pack, exactly.
  public func passes(_ gate: CoverageGate) -> Bool { below(gate).isEmpty }

  /// The packs in which fewer were killed than a gate wants, each with its percentage.
  public func below(_ gate: CoverageGate) -> [(pack: String, percent: String)] {
    results.mutantsByPack.filter { !$0.mutants.mutationShare.reaches(gate.percent) }
      .map { ($0.pack, $0.mutants.mutationShare.percent) }
  }
}

extension Workspace {
  /// Changes the set in one small place after the other, and tells which of the changes its fixtures notice.
  ///
  /// Fixtures that do not pass before any change are left out: see ``evaluate(_:documents:filter:jobs:isCovered:)``.
  ///
  /// - Parameters:
  ///   - fixtures: fixture files, and the documents that they name.
  ///   - documents: for every fixture that does not give them itself.
  ///   - filter: which fixtures to take, as for an evaluation.
  ///   - wanted: only declarations of these packs, or whose id fits one of these where it has a `*`; none: all.
  ///   - jobs: how many changes are tried at once; it changes nothing but the time taken.
  /// - Throws: the findings of a set with errors, or what is wrong with the documents.
  public func mutate(
    _ fixtures: [SourceText], documents: [DocumentInput] = [], filter: [String] = [], only wanted: [String] = [], jobs: Int = 1
  ) throws(Findings) -> MutationReport {
    var data = RunData(sources: loaded.sources, procedure: try procedure())
    let given = try data.checked(documents)
    var sources = data.sources
    let subject = try self.subject()
    let suite = MutationSuite(
      loaded, subject,
      FixtureSuite(Self.read(fixtures, into: &sources), against: subject, filter: FixtureFilter(filter), documents: given))
    let all = suite.mutations
    let names = Set(all.flatMap { [$0.owner.id, $0.owner.pack] })
    let unknown = wanted.filter { name in !all.contains { Self.is(name, $0) } }.map { ($0, nearestName(to: $0, among: names)) }
    let chosen = wanted.isEmpty ? all : all.filter { mutation in wanted.contains { Self.is($0, mutation) } }
    return MutationReport(results: suite.run(unknown.isEmpty ? chosen : [], jobs: jobs), sources: sources, unknown: unknown)
  }

  /// Whether a mutation is one of a pack, or of a declaration whose id fits a pattern.
  private static func `is`(_ wanted: String, _ mutation: Mutation) -> Bool {
    mutation.owner.pack == wanted || FixtureFilter([wanted]).fits(mutation.owner.id)
  }
}

/// A fixture file rewritten so that it expects what came.
public struct FixtureUpdate: Sendable {
  /// The path of the file, as it is shown.
  public let path: String
  /// What the file held when the fixtures were evaluated.
  public let old: [UInt8]
  /// What it holds now: the same but for the expectations that were changed.
  public let new: [UInt8]
  /// What was changed, an expectation a line: `Fixtures/a.json:9:17: expected.decision: "rejected" → "accepted"`.
  public let changes: [String]
}

extension EvalReport {
  /// The files in which a fixture that failed would expect what came, in order of path.
  ///
  /// Only members that the fixture names already are changed. Fixtures that did not load, or whose truth never fired, are left
  /// alone; so is what says what must not come.
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

/// What stands in a report of fixtures where findings kept all of them from running.
extension Findings {
  /// JUnit XML with one error.
  public var junit: String { JUnitReport(sources: sources).text(nothingRanFor: diagnostics) }

  /// The Test Anything Protocol, version 14: the test bails out.
  public var tap: String { TAPReport(sources: sources).text(nothingRanFor: diagnostics) }
}
