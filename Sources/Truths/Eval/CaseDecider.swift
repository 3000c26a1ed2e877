import TruthsAnswers
import TruthsCheck
import TruthsDiagnostics
package import TruthsEngine
package import TruthsEval
import TruthsJSON
import TruthsProgram
import TruthsRuntime
package import TruthsText

/// Decides the fixtures of a set one by one, and a proposal that somebody tries: what an editor shows beside the rules.
package struct CaseDecider: Sendable {
  private let workspace: Workspace
  private let subject: EvalSubject
  private let fixtures: [String: Fixture]
  /// The ids of the fixtures that can run, in order of file and place.
  package let ids: [String]

  /// - Parameter reading: of the fixtures by the set.
  package init(_ workspace: Workspace, _ reading: FixtureReading) {
    self.workspace = workspace
    subject = reading.subject
    ids = reading.suite.fixtures.map(\.id)
    fixtures = Dictionary(first: reading.suite.fixtures.map { ($0.id, $0) })
  }

  /// What becomes of a fixture; `nil` where none has the id.
  package func result(ofFixture id: String) -> CaseResult? {
    guard let fixture = fixtures[id] else { return nil }
    let recorder = CoverageRecorder()
    let result = FixtureRunner(subject, coverage: recorder).run(fixture)
    return CaseResult(outcome: result.outcome, readings: recorder.record.readings)
  }

  /// Whether a fixture is one proposal, and no scenario.
  package func isDecision(_ id: String) -> Bool {
    if case .decision? = fixtures[id]?.body { true } else { false }
  }

  /// What each clause of a fixture comes to; `nil` of a scenario, which has no one decision, and where none has the id.
  package func story(ofFixture id: String) -> CaseStory? {
    guard let fixture = fixtures[id], case .decision(let proposal, _) = fixture.body else { return nil }
    return try? story(
      of: RunRequest(proposal: proposal, now: fixture.now, isExplained: true), on: fixture.context, by: fixture.procedure)
  }

  /// What each clause comes to for a proposal.
  ///
  /// - Parameter context: entries or facts as JSON Lines; none: nothing is known.
  /// - Throws: what is wrong with the proposal or the context, or that it takes more work than a run may.
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

  /// A fixture that proposes what is tried on what is known there, and expects what comes of it.
  ///
  /// - Parameter path: of its file; its id is the file's name.
  /// - Throws: why a fixture cannot say it.
  package func fixture(ofProposal proposal: SourceText, context: SourceText?, path: String) throws -> SourceText {
    var input = RunInput(context: context)
    input.proposals = proposal
    return try workspace.fixture(of: workspace.run(input), by: input, path: path)
  }

  private func story(of request: RunRequest, on context: Context, by procedure: RunProcedure) throws(WorkExceeded) -> CaseStory? {
    let outcome = try procedure.run(request, on: context)
    let report = RunReport(
      outcomes: [outcome], isBatch: false, isRecorded: true, source: workspace.source, given: 0, context: outcome.context,
      procedure: procedure, warnings: Findings([], in: SourceMap()))
    guard let explanation = report.explanations().first else { return nil }
    return CaseStory(
      ending: explanation.ending, result: explanation.result, clauses: explanation.explainedClauses,
      scenario: ReceivedScenario(proposal: request.proposal.value.objectValue ?? [:], now: request.now),
      basis: ScenarioBasis(procedure: procedure, context: context, budget: request.budget))
  }
}

/// What became of a fixture, and what it read of the set.
package struct CaseResult: Sendable {
  package let outcome: FixtureOutcome
  package let readings: Readings
}

/// A decision with what each clause came to.
package struct CaseStory: Sendable {
  fileprivate let ending: RunEnding
  /// The same with its reason.
  package let result: String
  package var isAccepted: Bool { ending == .accepted }
  /// How it ended: `Accepted`, `Rejected`, `Halted`, `Waiting`.
  package var title: String { ending.title }
  /// The intent that is proposed; empty where there is none.
  package var action: String { scenario.proposal.text("action") ?? "" }
  /// By the place of each that was read.
  package let clauses: [Span: ExplainedClause]
  fileprivate let scenario: ReceivedScenario
  fileprivate let basis: ScenarioBasis

  /// What would have it accepted, for people: a few ways, found with the effort that a run takes for them; `nil` where it is
  /// accepted.
  package var ways: String? {
    guard !isAccepted, let whyNot = try? WaySearch.whyNot(scenario, on: basis, limit: 3, .aside, isMeasured: false) else {
      return nil
    }
    return WhyNotReport(
      whyNot, answers: ([], false), proposal: scenario.proposal, display: FieldDisplay(basis.procedure.program),
      isMeasured: false, isAside: true
    ).waysText(isColored: false)
  }
}
