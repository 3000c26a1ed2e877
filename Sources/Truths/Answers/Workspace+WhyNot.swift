import TruthsAnswers
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsRuntime
import TruthsText

extension Workspace {
  /// What would have to be different for a proposal to be accepted (answers §1): the smallest changes of the proposal, of the
  /// facts from outside, or of who agrees, each found by running it.
  ///
  /// - Parameters:
  ///   - input: of one run, as ``run(_:)`` takes it; nothing is appended.
  ///   - limit: how many ways at most.
  /// - Throws: the findings of a set with errors, or what is wrong with the input; that the run takes more work than it may.
  /// - Complexity: at most 20,000 runs, which together take no more work than one run may.
  public func whyNot(_ input: RunInput, limit: Int = 8) throws(Findings) -> WhyNotReport {
    let setup = try RunSetup(input, in: self)
    var data = RunData(sources: loaded.sources, procedure: setup.procedure)
    let place = Span(file: FileID(data.sources.files.count), start: 0, end: 0)
    let (proposals, isBatch) = try data.proposals(input.proposals)
    guard let proposal = proposals.first, proposals.count == 1, !isBatch else {
      throw Findings([ProposalShapeFault.at(proposals.dropFirst().first?.span ?? place)], in: data.sources)
    }
    do throws(WorkExceeded) {
      let situation = setup.situation(of: proposal)
      return WhyNotReport(
        try WaySearch.whyNot(situation, limit: limit), proposal: situation.proposal, units: FieldUnits(setup.procedure.program))
    } catch {
      throw Findings(error, at: proposal.span.atStart, in: data.sources)
    }
  }
}
