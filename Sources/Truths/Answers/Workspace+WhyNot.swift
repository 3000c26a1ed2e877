import TruthsAnswers
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Suggestions for getting a proposal accepted, for `truths why-not`.
extension Workspace {
  /// Finds the smallest changes that would get a proposal accepted (answers §1). They are changes of the proposal, of facts
  /// from outside, or of who agrees. Each was tried by running it.
  ///
  /// - Parameters:
  ///   - input: input of one run, as for ``run(_:)``; nothing is appended.
  ///   - limit: maximum number of suggestions.
  ///   - isMeasured: whether the report of an accepted proposal says how close its clauses are to failing (answers §1.4).
  /// - Throws: the findings of a set with errors, or of faulty input; findings where the run exceeds its work limit.
  /// - Complexity: at most 20,000 runs, which together take no more work than one run may.
  public func whyNot(_ input: RunInput, limit: Int = 8, isMeasured: Bool = false) throws(Findings) -> WhyNotReport {
    try whyNot(input.proposals, RunSetup(input, in: self), limit: limit, .full, isMeasured: isMeasured)
  }

  /// Finds the smallest changes that would get one proposal accepted, with a prepared setup and a limit of effort.
  func whyNot(
    _ proposal: SourceText, _ setup: RunSetup, limit: Int, _ effort: Effort, isMeasured: Bool
  ) throws(Findings) -> WhyNotReport {
    var data = RunData(sources: loaded.sources, procedure: setup.procedure)
    let place = Span(file: FileID(data.sources.files.count), start: 0, end: 0)
    let (proposals, isBatch) = try data.proposals(proposal)
    guard let proposal = proposals.first, proposals.count == 1, !isBatch else {
      throw Findings([ProposalShapeFault.at(proposals.dropFirst().first?.span ?? place)], in: data.sources)
    }
    do throws(WorkExceeded) {
      let scenario = setup.scenario(of: proposal)
      let whyNot = try ChangeSearch.whyNot(scenario, on: setup.basis, limit: limit, effort, isMeasured: isMeasured)
      let answers = AnswerSearch(scenario, on: setup.basis, effort, of: whyNot.outcome)
      return WhyNotReport(
        whyNot, answers: Self.answers(to: whyNot.outcome, answers, setup.procedure), proposal: scenario.proposal,
        display: FieldDisplay(setup.procedure.program), isMeasured: isMeasured, isAside: effort == .aside)
    } catch {
      throw Findings(error, at: proposal.span.atStart, in: data.sources)
    }
  }

  /// Returns the possible answers to a waiting run, with the result of each.
  static func answers(
    to outcome: RunOutcome, _ search: AnswerSearch, _ procedure: RunProcedure
  ) -> PossibleAnswers {
    guard outcome.run.status == .waiting,
      let waiting = Inbox.item(ofRun: outcome.run.runID, procedure, in: outcome.context)
    else { return PossibleAnswers() }
    let granted = waiting.requests.filter(\.isOpen).flatMap { search.answers(to: $0.id, $0.demand) }
    let consent = waiting.consenter.flatMap { search.consent(by: $0.userID, role: $0.role) }
    return PossibleAnswers(list: granted + (consent.map { [$0] } ?? []), isExhausted: search.isExhausted)
  }
}
