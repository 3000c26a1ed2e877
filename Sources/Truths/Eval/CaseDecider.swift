import TruthsAnswers
import TruthsCheck
import TruthsDiagnostics
package import TruthsEngine
package import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsRuntime
package import TruthsText

/// Decides fixtures one by one, and proposals that a user tries, for the results that an editor shows beside the rules.
package struct CaseDecider: Sendable {
  private let workspace: Workspace
  private let subject: EvalSubject
  private let fixtures: [String: Fixture]
  /// Ids of the fixtures that can run, in order of file and position.
  package let ids: [String]

  /// - Parameter reading: the fixtures, read against the workspace's rules.
  package init(_ workspace: Workspace, _ reading: FixtureReading) {
    self.workspace = workspace
    subject = reading.subject
    ids = reading.suite.fixtures.map(\.id)
    fixtures = Dictionary(first: reading.suite.fixtures.map { ($0.id, $0) })
  }

  /// Runs a fixture; `nil` where none has the id.
  package func result(ofFixture id: String) -> CaseResult? {
    guard let fixture = fixtures[id] else { return nil }
    let recorder = CoverageRecorder()
    let result = FixtureRunner(subject, coverage: recorder).run(fixture)
    return CaseResult(outcome: result.outcome, readings: recorder.record.readings)
  }

  /// Returns whether a fixture is a single decision and not a scenario.
  package func isDecision(_ id: String) -> Bool {
    if case .decision? = fixtures[id]?.body { true } else { false }
  }

  /// Returns the result of each clause for a fixture; `nil` for a scenario and for an unknown id.
  package func story(ofFixture id: String) -> CaseStory? {
    guard let fixture = fixtures[id], case .decision(let proposal, _) = fixture.body else { return nil }
    return try? story(
      of: RunRequest(proposal: proposal, now: fixture.now, isExplained: true), on: fixture.context, by: fixture.procedure)
  }

  /// Returns the result of each clause for a proposal.
  ///
  /// - Parameter context: entries or facts as JSON Lines; `nil` for an empty context.
  /// - Throws: findings about the proposal or the context, or where the run exceeds its work limit.
  package func story(ofProposal proposal: SourceText, context: SourceText?) throws(Findings) -> CaseStory? {
    var input = RunInput(context: context)
    input.proposals = proposal
    let setup = try RunSetup(input, in: workspace)
    var data = RunData(sources: workspace.loaded.sources, procedure: setup.procedure)
    let (proposals, _) = try data.proposals(proposal)
    guard let proposal = proposals.first else { return nil }
    do {
      return try story(of: RunRequest(proposal: proposal, isExplained: true), on: setup.start, by: setup.procedure)
    } catch {
      throw Findings(error, at: proposal.span.atStart, in: data.sources)
    }
  }

  /// Returns a fixture that makes the proposal on the context and expects the current result.
  ///
  /// - Parameter path: path of the new file; the fixture's id is the file's name.
  /// - Throws: the reason why a fixture cannot express the case.
  package func fixture(ofProposal proposal: SourceText, context: SourceText?, path: String) throws -> SourceText {
    var input = RunInput(context: context)
    input.proposals = proposal
    return try workspace.fixture(of: workspace.run(input), by: input, path: path)
  }

  private func story(of request: RunRequest, on context: Context, by procedure: RunProcedure) throws(WorkExceeded) -> CaseStory? {
    let outcome = try procedure.run(request, on: context)
    let report = RunReport(
      outcomes: [outcome], isBatch: false, isRecorded: true, source: workspace.source, givenSize: 0, context: outcome.context,
      procedure: procedure, warnings: Findings([], in: SourceMap()))
    guard let explanation = report.explanations().first else { return nil }
    return CaseStory(
      ending: explanation.ending, result: explanation.result, clauses: explanation.explainedClauses,
      scenario: ReceivedScenario(proposal: request.proposal.value.objectValue ?? [:], now: request.now),
      basis: ScenarioBasis(procedure: procedure, context: context, budget: request.budget))
  }
}

/// The outcome of a fixture, and the parts of the rules that it read.
package struct CaseResult: Sendable {
  package let outcome: FixtureOutcome
  package let readings: Readings
}

/// A decision with the result of each clause.
package struct CaseStory: Sendable {
  fileprivate let ending: RunEnding
  /// The outcome of the run with its reason.
  package let result: String
  package var isAccepted: Bool { ending == .accepted }
  /// The outcome of the run: `Accepted`, `Rejected`, `Halted`, `Waiting`.
  package var title: String { ending.title }
  /// Name of the proposed intent; empty for a proposal without one.
  package var action: String { scenario.proposal.text("action") ?? "" }
  /// Results of the clauses that were read, by location.
  package let clauses: [Span: ExplainedClause]
  fileprivate let scenario: ReceivedScenario
  fileprivate let basis: ScenarioBasis

  /// Up to three suggestions for getting the proposal accepted, as text for people, found with limited effort. `nil` where it
  /// is accepted.
  package var ways: String? {
    guard !isAccepted, let whyNot = try? ChangeSearch.whyNot(scenario, on: basis, limit: 3, .aside, isMeasured: false) else {
      return nil
    }
    return WhyNotReport(
      whyNot, answers: PossibleAnswers(), proposal: scenario.proposal, display: FieldDisplay(basis.procedure.program),
      isMeasured: false, isAside: true
    ).waysText(isColored: false)
  }
}
