package import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsRuntime
import TruthsSyntax
import TruthsText

/// The passing fixtures of a truth set with their coverage, against which mutants are tried.
package struct MutationSuite: Sendable {
  let set: LoadedSet
  let subject: EvalSubject
  let fixtures: [Fixture]
  let reach: FixtureReach
  /// By fixture, the packs that it runs against; `nil` means all.
  let selections: [Set<String>?]

  /// Runs the fixtures once to record what each of them exercises.
  ///
  /// - Parameters:
  ///   - set: a truth set without errors.
  ///   - suite: its fixtures; those that do not pass are left out.
  package init(_ set: LoadedSet, _ subject: EvalSubject, _ suite: FixtureSuite) {
    self.set = set
    self.subject = subject
    let ran = Parallel.map(suite.fixtures.count, stride: 8) { place -> (fixture: Fixture, record: CoverageRecord)? in
      let recorder = CoverageRecorder()
      let result = FixtureRunner(subject, coverage: recorder).run(suite.fixtures[place])
      return result.outcome == .passed ? (suite.fixtures[place], recorder.record) : nil
    }
    .compactMap(\.self)
    fixtures = ran.map(\.fixture)
    selections = ran.map { $0.fixture.packs.flatMap(subject.selection) }
    reach = FixtureReach(set, ran.map(\.fixture), ran.map(\.record))
  }

  /// All mutations of the set's declarations, in source order.
  ///
  /// - Complexity: O(size of the set).
  package var mutations: [Mutation] {
    let vocabulary = MutationVocabulary(set.program)
    return set.units.flatMap { unit -> [Mutation] in
      guard unit.pack != ConvergePack.name, let file = set.sources.file(unit.file) else { return [] }
      return MutationFinder.mutations(of: unit, in: file, vocabulary)
    }
  }

  /// Tries mutations. The results do not depend on the number of jobs.
  ///
  /// - Parameter jobs: the number of mutants tried in parallel, at least 1.
  package func run(_ mutations: [Mutation], jobs: Int) -> MutationResults {
    let jobs = max(1, min(jobs, mutations.count))
    let parts = Parallel.map(jobs, stride: 1) { job -> [Mutant.Fate] in
      let judge = MutantJudge(self)
      return stride(from: job, to: mutations.count, by: jobs).map { judge.fate(of: mutations[$0]) }
    }
    let mutants = mutations.enumerated().map { place, mutation in
      Mutant(mutation: mutation, fate: parts[place % jobs][place / jobs])
    }
    return MutationResults(mutants, packs: Set(mutations.map(\.owner.pack)).sorted { Text($0) < Text($1) })
  }
}

/// Tries mutants one after the other, on truth sets of its own that are checked incrementally.
final class MutantJudge {
  private let suite: MutationSuite
  private let whole: ChangingSet
  /// The selections of packs that fixtures name.
  private let selections: [Set<String>: ChangingSet]

  init(_ suite: MutationSuite) {
    self.suite = suite
    whole = ChangingSet(suite.set, nil)
    var selections: [Set<String>: ChangingSet] = [:]
    for case let chosen? in suite.selections where selections[chosen] == nil {
      selections[chosen] = ChangingSet(suite.set, chosen)
    }
    self.selections = selections
  }

  func fate(of mutation: Mutation) -> Mutant.Fate {
    let found = whole.found(with: mutation)
    guard !found.diagnostics.hasErrors else { return .refused }
    let reach = suite.reach.fixtures(for: mutation.owner)
    let subject = subject(found, mutation, reach)
    var vocabularies = FixtureVocabularies(subject)
    let runner = FixtureRunner(subject)
    for place in reach {
      let fixture = suite.fixtures[place]
      guard let changed = fixture.read(against: &vocabularies), runner.run(changed).outcome == .passed else {
        return .killed(by: fixture.id)
      }
    }
    return .survived(fixtures: reach.count)
  }

  /// Returns the changed set, whole and in the selections that the affected fixtures name.
  private func subject(_ found: LoadedSet, _ mutation: Mutation, _ reach: [Int]) -> EvalSubject {
    var chosen: [Set<String>: RunProcedure?] = [:]
    for case let packs? in reach.lazy.map({ self.suite.selections[$0] }) where chosen[packs] == nil {
      guard packs.contains(mutation.owner.pack), let set = selections[packs] else {
        chosen[packs] = .some(suite.subject.procedure(packs: packs.sorted()))
        continue
      }
      let found = set.found(with: mutation)
      let base = suite.subject.procedure(packs: packs.sorted())?.program
      chosen[packs] = .some(found.diagnostics.hasErrors ? nil : procedure(found.program, mutation, base))
    }
    return EvalSubject(found, whole: procedure(found.program, mutation, suite.set.program), selections: chosen)
  }

  /// Returns the procedure over a changed program, with the hashed declarations of the unchanged one.
  private func procedure(_ program: Program, _ mutation: Mutation, _ base: Program?) -> RunProcedure {
    var program = program
    program.declarations = base?.declarations ?? []
    program.restorePositions(mutation)
    return RunProcedure(program: program)
  }
}

/// A truth set, or some of its packs, with one change at a time.
private final class ChangingSet {
  private let incremental: IncrementalSet
  private let sources: SourceMap
  /// File with the present change.
  private var changed: FileID?

  /// - Parameter packs: the packs; `nil` means all.
  init(_ set: LoadedSet, _ packs: Set<String>?) {
    sources = set.sources
    incremental = IncrementalSet(set.sources.files.dropFirst().map { ($0.path, $0.bytes) }, packs: packs)
  }

  /// Returns the set with one change, and without earlier ones.
  func found(with mutation: Mutation) -> LoadedSet {
    let file = mutation.span.file
    if let changed, changed != file, let old = sources.file(changed) { incremental.update(path: old.path, bytes: old.bytes) }
    changed = file
    if let old = sources.file(file) { incremental.update(path: old.path, bytes: mutation.applied(to: old.bytes)) }
    return incremental.found()
  }
}

extension Fixture {
  /// Reads the fixture again against another truth set; `nil` if it is invalid there.
  func read(against vocabularies: inout FixtureVocabularies) -> Fixture? {
    var reader = FixtureReader(
      vocabularies.vocabulary(of: origin.json), loadedPacks: vocabularies.loadedPacks, files: origin.files,
      givenDocuments: origin.givenDocuments)
    let fixture = reader.fixture(origin.json)
    return reader.findings.hasErrors ? nil : fixture
  }
}

extension Program {
  /// Restores the numbers of the entries after a removed one, because fixtures name clauses by them.
  fileprivate mutating func restorePositions(_ mutation: Mutation) {
    guard let dropped = mutation.dropped, let place = truths.firstIndex(where: { $0.span == mutation.owner.keySpan }) else {
      return
    }
    func restore(_ position: inout Int) { if position >= dropped.position { position += 1 } }
    switch dropped.list {
    case "requires": for index in truths[place].requires.indices { restore(&truths[place].requires[index].position) }
    case "invariants": for index in truths[place].invariants.indices { restore(&truths[place].invariants[index].position) }
    case "ensures": for index in truths[place].ensures.indices { restore(&truths[place].ensures[index].position) }
    case "moves": for index in truths[place].moves.indices { restore(&truths[place].moves[index].clause.position) }
    default: for index in truths[place].outputs.indices { restore(&truths[place].outputs[index].position) }
    }
  }
}
