public import Truths
import TruthsDiagnostics
import TruthsJSON
import TruthsRuntime
import TruthsText

/// A rule set over what all partitions have in common: each partition is decided as a ledger of its own that begins with it.
///
///     let gate = try PartitionGate(rules, context: references)
///     for (history, proposals) in partitions { write(try gate.decide(proposals, of: "pay_order", behind: history)) }
///
/// Whether each comes to what one ledger for all comes to is proven by ``Workspace/partition(by:)``.
///
/// It never changes, and any number of threads may share it.
public struct PartitionGate: Sendable {
  /// The rule set that decides.
  public let rules: RuleSet
  private let setup: RunSetup
  /// Knows the clauses of the intents.
  private let quick: DecisionGate

  /// Reads what all partitions have in common.
  ///
  /// - Parameters:
  ///   - context: entries or facts as JSON Lines; none: nothing is known.
  ///   - documents: documents that sources read facts from; each ledger records what they say with its first run.
  ///   - policies: policies to set, each `policy=value`; each ledger records them with its first run.
  ///   - now: the moment of all runs, RFC 3339 in UTC; none: what each proposal says, which it then has to.
  ///   - actor: who proposes; as ``RunActor/proposal`` whom each proposal names, which it then has to.
  ///   - maxWork: the most steps of work a decision.
  /// - Throws: what is wrong with the data, the policies, the moment, the actor or the limit.
  /// - Complexity: O(size of the context).
  public init(
    _ rules: RuleSet, context: SourceText? = nil, documents: [DocumentInput] = [], policies: [String] = [], now: String? = nil,
    actor: RunActor = .proposal, maxWork: Int = RunInput.standardMaxWork
  ) throws(Findings) {
    self.rules = rules
    var input = RunInput(context: context)
    (input.documents, input.policies, input.now, input.maxWork) = (documents, policies, now ?? "proposal", maxWork)
    (input.actor, input.isAppending, input.isExplained) = (actor, true, false)
    setup = try RunSetup(input, in: rules.workspace)
    quick = DecisionGate(setup.procedure, context: setup.start, now: setup.moment, budget: setup.budget)
  }

  /// Decides the proposals of a partition, a JSON object a line, each on what those before it left.
  ///
  /// - Parameters:
  ///   - intent: what all of them propose, bare or with its pack.
  ///   - history: entries or facts that the partition has of its own, as JSON Lines.
  ///   - want: what is told of each besides its outcome.
  /// - Returns: what `truths run --ledger` decides over the ledger of the context and the history, a proposal a row; a record has
  ///   the bytes that it prints with `--format json`.
  /// - Throws: what is wrong with the history or the proposals, or a decision that takes more work than it may; then nothing was
  ///   decided.
  /// - Complexity: O(the history and what is decided); with documents or policies, also of the context.
  public func decide(
    _ proposals: [UInt8], of intent: String, behind history: [UInt8] = [], want: ColumnWant = .outcome
  ) throws(Findings) -> DecidedColumns {
    let workspace = rules.workspace
    var setup = setup
    if !history.isEmpty { setup = try setup.reading(SourceText(path: "history.jsonl", bytes: history), in: workspace) }
    let report = try setup.report(
      on: SourceText(path: "proposals.jsonl", bytes: proposals), in: workspace, from: nil, given: setup.given,
      isAppending: true)
    let clauses = setup.procedure.intent(named: intent).map { quick.clauses(of: $0) } ?? []
    let rows = DecidedRows(rows: report.outcomes.count, of: clauses, want)
    for outcome in report.outcomes {
      rows.note(outcome)
      rows.records?.write { outcome.writeCompact(to: &$0, source: report.source) }
    }
    return rows.decided
  }
}
