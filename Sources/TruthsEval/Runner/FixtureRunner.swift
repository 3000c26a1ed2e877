package import TruthsCheck
import TruthsEngine
import TruthsLedger
import TruthsProgram
package import TruthsProtocol
package import TruthsRuntime
package import TruthsText

/// A runner of fixtures. It is pure: the same fixtures and truths give the same results, however many fixtures run in parallel.
package struct FixtureRunner: Sendable {
  /// A function that makes a decision. Tests replace it by a broken one, to check that a fixture notices.
  package typealias Decide = @Sendable (RunProcedure, RunRequest, Context) throws -> RunOutcome
  /// A function that creates the simulation of a scenario. Tests replace it to corrupt messages.
  package typealias Begin = @Sendable (RunProcedure, Context, Timestamp) -> Simulation
  /// A function that returns the shown part of a client's view. Tests replace it by one that shows less.
  package typealias Look = @Sendable (ClientView) -> ClientView

  let subject: EvalSubject
  let decide: Decide
  let begin: Begin
  let look: Look
  let coverage: CoverageRecorder?

  /// - Parameter coverage: the recorder of what the fixtures exercise; `nil` to record nothing.
  package init(
    _ subject: EvalSubject, coverage: CoverageRecorder? = nil,
    decide: @escaping Decide = { procedure, request, context in try procedure.run(request, on: context) },
    begin: @escaping Begin = { procedure, context, now in Simulation(procedure: procedure, context: context, now: now) },
    look: @escaping Look = { view in view }
  ) {
    self.subject = subject
    self.coverage = coverage
    self.decide = decide
    self.begin = begin
    self.look = look
  }

  package func run(_ fixture: Fixture) -> FixtureResult {
    if let why = fixture.skipReason {
      return FixtureResult(id: fixture.id, span: fixture.span, outcome: .skipped, note: why)
    }
    let (context, observer) = coverage.map { $0.observe(fixture.context) } ?? (fixture.context, nil)
    switch fixture.body {
    case .decision(let proposal, let expected):
      let outcome: RunOutcome
      do {
        outcome = try decide(fixture.procedure, RunRequest(proposal: proposal, now: fixture.now), context)
      } catch {
        let mismatch = Mismatch(path: "expected", span: fixture.span, expected: "a decision", got: "none: \(error)")
        return FixtureResult(id: fixture.id, span: fixture.span, outcome: .failed, mismatches: [mismatch])
      }
      gather(observer, of: fixture, outcome.context)
      let match = DecisionMatch(ObservedDecision(outcome, source: subject.source))
      return result(of: fixture, match.difference(expected))
    case .scenario(let steps, let expected):
      var run = ScenarioRun(begin(fixture.procedure, context, fixture.now ?? .epoch), look: look)
      run.take(steps)
      gather(observer, of: fixture, run.context)
      var difference = DecisionDifference(mismatches: run.mismatches, edits: run.edits)
      if let expected { difference.add(run.decision(at: expected)) }
      return result(of: fixture, difference)
    }
  }

  package func context(after steps: [ScenarioStep], of fixture: Fixture) -> Context {
    var run = ScenarioRun(begin(fixture.procedure, fixture.context, fixture.now ?? .epoch), look: look)
    run.take(steps)
    return run.context
  }

  private func gather(_ observer: ReadingObserver?, of fixture: Fixture, _ context: Context) {
    guard let observer else { return }
    coverage?.take(observer, fixture.procedure, context, initialSize: fixture.context.ledger.size)
  }

  private func result(of fixture: Fixture, _ difference: DecisionDifference) -> FixtureResult {
    let mismatches = difference.mismatches
    guard !mismatches.isEmpty else { return FixtureResult(id: fixture.id, span: fixture.span, outcome: .passed) }
    guard !difference.neverFired.isEmpty else {
      return FixtureResult(
        id: fixture.id, span: fixture.span, outcome: .failed, mismatches: mismatches, edits: difference.edits)
    }
    let note = "\(difference.neverFired.joined(separator: ", ")) neither fired nor blocked"
    return FixtureResult(id: fixture.id, span: fixture.span, outcome: .neverFired, mismatches: mismatches, note: note)
  }
}

extension FixtureRunner {
  /// Runs all fixtures of a suite. The results include fixtures that did not load.
  ///
  /// - Parameter jobs: the number of parallel jobs, at least 1; it changes only the time taken.
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

/// An evaluation from files to results, which is the work of `truths eval` between reading files and writing the report.
package struct Evaluation: Sendable {
  package let results: EvalResults
  /// The truth files, then the fixture files. Findings and mismatches point into them.
  package let sources: SourceMap

  /// - Parameters:
  ///   - fixtures: the fixture files with the paths to show; they are read in byte order of the paths.
  ///   - set: a truth set without errors.
  ///   - filter: selects fixtures.
  ///   - jobs: the number of parallel jobs; it changes only the time taken.
  package init(
    _ fixtures: [(path: String, bytes: [UInt8])], against set: LoadedSet, filter: FixtureFilter = FixtureFilter(), jobs: Int = 1
  ) async {
    var sources = set.sources
    let files = FixtureFile.read(
      fixtures.sorted { Text($0.path) < Text($1.path) }.map { sources.add(path: $0.path, bytes: $0.bytes) })
    let subject = EvalSubject(set)
    results = await FixtureRunner(subject).run(FixtureSuite(files, against: subject, filter: filter), jobs: jobs)
    self.sources = sources
  }
}

/// The results of all fixtures of one evaluation.
package struct EvalResults: Hashable, Sendable {
  /// The results in order of file and position.
  package var results: [FixtureResult]

  package init(_ results: [FixtureResult]) {
    self.results = results.sorted { ($0.span, $0.id ?? "") < ($1.span, $1.id ?? "") }
  }

  package func count(_ outcome: FixtureOutcome) -> Int { results.count { $0.outcome == outcome } }

  /// The exit code (command-line §3): 65 if a fixture did not load, 4 if one failed or never fired, 6 if no fixture passed,
  /// else 0.
  package var exitCode: Int32 {
    if count(.didNotLoad) > 0 { return 65 }
    if count(.failed) + count(.neverFired) > 0 { return 4 }
    return count(.passed) == 0 ? 6 : 0
  }
}
