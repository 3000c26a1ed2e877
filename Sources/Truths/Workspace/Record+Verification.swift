import TruthsCheck
import TruthsFindings
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsReports
import TruthsRuntime
import TruthsText

/// Verification of recorded runs and ledgers, for `truths verify`.
extension Record {
  /// The hash of the rules in force in a ledger: the last adopted ones, or else those of its first decision (ledgers §6.1).
  /// `nil` where nothing was decided yet, and where the record is not a ledger.
  public var rulesInForce: String? {
    guard case .ledger(let ledger) = kind else { return nil }
    if let adoption = ledger.summary.adoptions.last.flatMap({ AdoptionRecord(ledger.entries[$0]) }) { return adoption.hash }
    return ledger.summary.firstWithTruths.flatMap { DecisionRecord(ledger.entries[$0].payload).truthsHash }
  }

  /// Recomputes every id and hash of the record, and replays its decisions where possible.
  ///
  /// - Parameters:
  ///   - workspaces: the rules to decide with, one workspace for each set that was in force; a set with errors decides nothing.
  ///   - input: the inputs of each run besides its proposal: context, documents, policies. A ledger has its own. With `nil`,
  ///     only runs on an empty context are replayed.
  /// - Throws: the findings about the context, the documents or the policies.
  public func verify(
    with workspaces: [Workspace], given input: RunInput? = nil, question: VerificationQuestion = VerificationQuestion()
  ) throws(Findings) -> VerificationReport {
    let sets = workspaces.compactMap { workspace in (try? workspace.procedure()).map { (workspace, $0) } }
    switch kind {
    case .ledger(let ledger):
      var verifier = LedgerVerifier(
        ledger.entries, ledger.summary, procedures: sets.map(\.1),
        question: LedgerVerifier.Question(
          isReplaying: question.isReplaying, head: question.head, earlierHead: question.earlierHead,
          shortForms: ledger.shortForms))
      return VerificationReport(verifications: [verifier.verify()])
    case .runs(let runs):
      var verifications: [Verification] = []
      for run in runs { verifications.append(try verify(run, sets, input, question)) }
      return VerificationReport(verifications: verifications)
    }
  }

  private func verify(
    _ run: JSONObject, _ sets: [(Workspace, RunProcedure)], _ input: RunInput?, _ question: VerificationQuestion
  ) throws(Findings) -> Verification {
    let truths = RunOutputRecord(run).truths
    let set = sets.first { $0.1.truthsHash == truths } ?? sets.first
    let context = try Self.context(input, set?.0, set?.1)
    var verifier = RunOutputVerifier(
      output: run, context: context, procedure: set?.1, source: set?.0.source, isReplaying: question.isReplaying)
    return verifier.verify(against: question.head, after: question.earlierHead)
  }

  private static func context(
    _ input: RunInput?, _ workspace: Workspace?, _ procedure: RunProcedure?
  ) throws(Findings) -> Context? {
    guard let input, let workspace, let procedure else { return nil }
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    let context = try data.context(input.context)
    return try data.take(input.documents, policies: input.policies, on: context)
  }
}
