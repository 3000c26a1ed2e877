import TruthsCheck
import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// All that is needed to decide proposals, read and held against the vocabulary before anything runs.
struct RunSetup: Sendable {
  let procedure: RunProcedure
  /// Entries of the context as it was given.
  let given: Int
  /// The context with what documents say and the policies set.
  let start: Context
  private let now: Timestamp?
  private let budget: Budget
  private let isExplained: Bool

  /// - Throws: the findings of a set with errors, or what is wrong with the context and the policies.
  init(_ input: RunInput, in workspace: Workspace) throws(Findings) {
    procedure = try workspace.procedure()
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    let context = try data.context(input.context)
    given = context.ledger.size
    let taken = try data.take(input.documents, policies: input.policies, on: context)
    now = input.now.flatMap { Timestamp(text: $0) }
    budget = Budget(maxCycles: input.maxCycles, maxSteps: input.maxSteps, maxFacts: input.maxFacts)
    let within = taken.reading(within: budget)
    start = procedure.ready(within, now: now ?? ReceivedProposal.defaultTimestamp, budget: budget)
    isExplained = input.isExplained
  }

  /// Decides one proposal.
  ///
  /// - Parameter now: the moment of this run, where it has one of its own.
  func outcome(of proposal: LocatedJSON, on context: Context, now: Timestamp? = nil) -> RunOutcome {
    procedure.run(RunRequest(proposal: proposal, now: now ?? self.now, budget: budget, isExplained: isExplained), on: context)
  }

  /// Decides a proposal, or a batch that is in memory.
  ///
  /// - Parameters:
  ///   - context: what is known before the first.
  ///   - given: entries of the ledger that its holder has.
  ///   - isAppending: whether each is decided on what those before it left.
  func report(
    on proposals: SourceText, in workspace: Workspace, from context: Context, given: Int, now: Timestamp?, isAppending: Bool
  ) throws(Findings) -> RunReport {
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    let (proposals, isBatch) = try data.proposals(proposals)
    var context = context
    var outcomes: [RunOutcome] = []
    for proposal in proposals {
      let outcome = outcome(of: proposal, on: context, now: now)
      outcomes.append(outcome)
      if isAppending { context = outcome.context }
    }
    return RunReport(
      outcomes: outcomes, isBatch: isBatch, isRecorded: isAppending, source: workspace.source, given: given, context: context,
      procedure: procedure)
  }
}
