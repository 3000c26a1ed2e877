import TruthsAnswers
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Explanations of recorded decisions and facts, for `truths why`.
extension Record {
  /// Explains a decision or a fact of the ledger, and what can undo it (answers §3).
  ///
  /// - Parameters:
  ///   - subject: a sequence number; the id of an entry, a proposal or a run; or a fact as `type:key`. `nil` means the last
  ///     decision.
  ///   - workspaces: the rules, one workspace for each set that was in force.
  ///   - maxWork: maximum number of work steps for the whole answer.
  /// - Throws: an error where the decision or fact does not exist, the record is not a ledger, or a rule set has errors.
  /// - Complexity: at most 5,000 nodes, and one run for each decision among them. Together the runs may take no more work than
  ///   a single run.
  public func why(
    _ subject: String? = nil, with workspaces: [Workspace] = [], maxWork: Int = RunInput.standardMaxWork
  ) throws(WhyFault) -> WhyReport {
    guard case .ledger(let ledger) = kind else {
      throw WhyFault(
        message: "this is the output of a run, not a ledger: `truths run --ledger FILE` keeps a ledger", isMissing: false)
    }
    let sets = workspaces.compactMap { workspace in (try? workspace.procedure()).map { (workspace, $0) } }
    guard sets.count == workspaces.count else {
      throw WhyFault(message: "the truths for this explanation have errors: `truths check` lists them", isMissing: false)
    }
    let maker = ProofMaker(ledger.entries, sets.map(\.1), maxWork: maxWork)
    switch maker.sequence(of: subject) {
    case .failure(let fault): throw WhyFault(message: fault.message, isMissing: true)
    case .success(let sequence):
      let undo = maker.undo(of: sequence)
      let tree = maker.proof(of: sequence)
      let hash = tree.nodes.lazy.compactMap(\.truths).first
      let told = sets.first { $0.1.truthsHash == hash } ?? sets.first
      return WhyReport(
        tree: tree, undo: undo, display: FieldDisplay(told?.1.program), sources: sets.map(\.0.source),
        lines: ledger.lines)
    }
  }
}
