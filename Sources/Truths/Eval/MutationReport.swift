import TruthsCheck
import TruthsEval
import TruthsText

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
    let subject = EvalSubject(loaded)
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
