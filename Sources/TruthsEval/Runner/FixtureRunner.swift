import TruthsEngine
import TruthsLedger
package import TruthsRuntime
package import TruthsText

/// Runs fixtures. Pure: the same fixtures against the same truths give the same results, however many run at once.
package struct FixtureRunner: Sendable {
  /// How a decision is made; tests put a broken one in its place, to see that a fixture notices.
  package typealias Decide = @Sendable (RunProcedure, RunRequest, Context) throws -> RunOutcome
  /// How the world of a scenario begins; tests break its wires.
  package typealias Begin = @Sendable (RunProcedure, Context, Timestamp) -> Simulation
  /// What is shown of a client's view; tests put a screen in its place that shows less.
  package typealias Look = @Sendable (ClientView) -> ClientView

  let subject: EvalSubject
  let decide: Decide
  let begin: Begin
  let look: Look
  let coverage: CoverageRecorder?

  /// - Parameter coverage: gathers what the fixtures exercise; nothing is gathered without one.
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

  /// What becomes of one fixture.
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
      let match = DecisionMatch(DecisionRecord(outcome, source: subject.source))
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

  private func gather(_ observer: ReadingObserver?, of fixture: Fixture, _ context: Context) {
    guard let observer else { return }
    coverage?.take(observer, fixture.procedure, context, given: fixture.context.ledger.size)
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
