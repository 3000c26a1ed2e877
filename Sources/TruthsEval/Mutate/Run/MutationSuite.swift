package import TruthsCheck
import TruthsSyntax
import TruthsText

/// Fixtures that pass, and what each of them exercises: what mutants of a truth set are held to.
package struct MutationSuite: Sendable {
  let set: LoadedSet
  let subject: EvalSubject
  let fixtures: [Fixture]
  let reach: FixtureReach
  /// By fixture: the packs that it runs against; `nil` means all.
  let selections: [Set<String>?]

  /// Runs the fixtures once, to see what each of them exercises.
  ///
  /// - Parameters:
  ///   - set: a truth set without errors.
  ///   - suite: its fixtures; those that do not pass are left out.
  package init(_ set: LoadedSet, _ subject: EvalSubject, _ suite: FixtureSuite) {
    self.set = set
    self.subject = subject
    let ran = Cores.map(suite.fixtures.count, stride: 8) { place -> (fixture: Fixture, record: CoverageRecord)? in
      let recorder = CoverageRecorder()
      let result = FixtureRunner(subject, coverage: recorder).run(suite.fixtures[place])
      return result.outcome == .passed ? (suite.fixtures[place], recorder.record) : nil
    }
    .compactMap(\.self)
    fixtures = ran.map(\.fixture)
    selections = ran.map { $0.fixture.packs.flatMap(subject.selection) }
    reach = FixtureReach(set, ran.map(\.fixture), ran.map(\.record))
  }

  /// Every mutation of the set's declarations, in order of place.
  ///
  /// - Complexity: O(size of the set).
  package var mutations: [Mutation] {
    let vocabulary = MutationVocabulary(set.program)
    return set.units.flatMap { unit -> [Mutation] in
      guard unit.pack != ConvergePack.name, let file = set.sources.file(unit.file) else { return [] }
      return MutationFinder.mutations(of: unit, in: file, vocabulary)
    }
  }

  /// Tries mutations. The results are the same however many are tried at once.
  ///
  /// - Parameter jobs: how many are tried at once, at least 1.
  package func run(_ mutations: [Mutation], jobs: Int) -> MutationResults {
    let jobs = max(1, min(jobs, mutations.count))
    let parts = Cores.map(jobs, stride: 1) { job -> [Mutant.Fate] in
      let judge = MutantJudge(self)
      return stride(from: job, to: mutations.count, by: jobs).map { judge.fate(of: mutations[$0]) }
    }
    let mutants = mutations.enumerated().map { place, mutation in
      Mutant(mutation: mutation, fate: parts[place % jobs][place / jobs])
    }
    return MutationResults(mutants, packs: Set(mutations.map(\.owner.pack)).sorted { Text($0) < Text($1) })
  }
}
