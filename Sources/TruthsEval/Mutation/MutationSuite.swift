package import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsRuntime
import TruthsSyntax
import TruthsText

/// The passing fixtures of a truth set with their coverage. Mutants are tried against these fixtures.
package struct MutationSuite: Sendable {
  let set: LoadedSet
  let subject: EvalSubject
  let fixtures: [Fixture]
  let reach: FixtureReach
  /// The packs that each fixture runs against; `nil` means all. The index is that of the fixture.
  let selections: [Set<String>?]

  /// Runs the fixtures once to record what each of them exercises.
  ///
  /// - Parameters:
  ///   - set: a truth set without errors.
  ///   - suite: the fixtures of the truth set. Those that do not pass are omitted.
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

  /// Tries mutations in parallel. The results do not depend on the number of jobs.
  ///
  /// - Parameter jobs: the number of mutants tried at once, at least 1.
  package func run(_ mutations: [Mutation], jobs: Int) -> MutationResults {
    let jobs = max(1, min(jobs, mutations.count))
    let fates = Parallel.map(jobs, stride: 1) { job -> [Mutant.Fate] in
      let judge = MutantJudge(self)
      return stride(from: job, to: mutations.count, by: jobs).map { judge.fate(of: mutations[$0]) }
    }
    let mutants = mutations.enumerated().map { place, mutation in
      Mutant(mutation: mutation, fate: fates[place % jobs][place / jobs])
    }
    return MutationResults(mutants, packs: Set(mutations.map(\.owner.pack)).sorted { Text($0) < Text($1) })
  }
}

/// A judge that tries mutants one after the other. It has truth sets of its own, which it checks incrementally.
final class MutantJudge {
  private let suite: MutationSuite
  private let changingSet: ChangingSet
  /// The truth sets of the selected packs, keyed by the selections that fixtures name.
  private let selections: [Set<String>: ChangingSet]

  init(_ suite: MutationSuite) {
    self.suite = suite
    changingSet = ChangingSet(suite.set, nil)
    var selections: [Set<String>: ChangingSet] = [:]
    for case let chosen? in suite.selections where selections[chosen] == nil {
      selections[chosen] = ChangingSet(suite.set, chosen)
    }
    self.selections = selections
  }

  func fate(of mutation: Mutation) -> Mutant.Fate {
    let found = changingSet.loadedSet(with: mutation)
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

  /// Returns the changed truth set as a whole and in the selections of packs that affected fixtures name.
  ///
  /// - Parameter reach: the indices of the affected fixtures.
  private func subject(_ loaded: LoadedSet, _ mutation: Mutation, _ reach: [Int]) -> EvalSubject {
    var chosen: [Set<String>: RunProcedure?] = [:]
    for case let packs? in reach.lazy.map({ self.suite.selections[$0] }) where chosen[packs] == nil {
      guard packs.contains(mutation.owner.pack), let set = selections[packs] else {
        chosen[packs] = .some(suite.subject.procedure(packs: packs.sorted()))
        continue
      }
      let loaded = set.loadedSet(with: mutation)
      let base = suite.subject.procedure(packs: packs.sorted())?.program
      chosen[packs] = .some(loaded.diagnostics.hasErrors ? nil : procedure(loaded.program, mutation, base))
    }
    return EvalSubject(loaded, procedureOfAllPacks: procedure(loaded.program, mutation, suite.set.program), selections: chosen)
  }

  /// Returns the procedure over a changed program. It keeps the declarations of the unchanged program, from which hashes are
  /// computed.
  private func procedure(_ program: Program, _ mutation: Mutation, _ base: Program?) -> RunProcedure {
    var program = program
    program.declarations = base?.declarations ?? []
    program.restorePositions(mutation)
    return RunProcedure(program: program)
  }
}

/// A truth set, or some of its packs, that has one change at a time.
private final class ChangingSet {
  private let incremental: IncrementalSet
  private let sources: SourceMap
  /// The file that has the current change; `nil` before the first change.
  private var changed: FileID?

  /// - Parameter packs: the packs of the set; `nil` means all.
  init(_ set: LoadedSet, _ packs: Set<String>?) {
    sources = set.sources
    incremental = IncrementalSet(set.sources.files.dropFirst().map { ($0.path, $0.bytes) }, packs: packs)
  }

  /// Returns the truth set with one change; an earlier change is undone.
  func loadedSet(with mutation: Mutation) -> LoadedSet {
    let file = mutation.span.file
    if let changed, changed != file, let old = sources.file(changed) { incremental.update(path: old.path, bytes: old.bytes) }
    changed = file
    if let old = sources.file(file) { incremental.update(path: old.path, bytes: mutation.applied(to: old.bytes)) }
    return incremental.found()
  }
}

extension Fixture {
  /// Reads the fixture again against a different truth set; `nil` if it is invalid there.
  func read(against vocabularies: inout FixtureVocabularies) -> Fixture? {
    var reader = FixtureReader(
      vocabularies.vocabulary(of: origin.json), loadedPacks: vocabularies.loadedPacks, files: origin.files,
      givenDocuments: origin.givenDocuments)
    let fixture = reader.fixture(origin.json)
    return reader.findings.hasErrors ? nil : fixture
  }
}

extension Program {
  /// Restores the numbers of the entries after a removed one, because fixtures name clauses by these numbers.
  fileprivate mutating func restorePositions(_ mutation: Mutation) {
    guard let dropped = mutation.dropped, let truthIndex = truths.firstIndex(where: { $0.span == mutation.owner.keySpan }) else {
      return
    }
    func restore(_ position: inout Int) { if position >= dropped.position { position += 1 } }
    switch dropped.list {
    case "requires": for index in truths[truthIndex].requires.indices { restore(&truths[truthIndex].requires[index].position) }
    case "invariants":
      for index in truths[truthIndex].invariants.indices { restore(&truths[truthIndex].invariants[index].position) }
    case "ensures": for index in truths[truthIndex].ensures.indices { restore(&truths[truthIndex].ensures[index].position) }
    case "moves": for index in truths[truthIndex].moves.indices { restore(&truths[truthIndex].moves[index].clause.position) }
    default: for index in truths[truthIndex].outputs.indices { restore(&truths[truthIndex].outputs[index].position) }
    }
  }
}
