public import Truths
import TruthsDiagnostics
import TruthsJSON
import TruthsRuntime
import TruthsText

/// Decides partitions of proposals, each as a separate ledger that begins with the same shared context.
///
///     let gate = try PartitionGate(rules, context: references)
///     for (history, proposals) in partitions { write(try gate.decide(proposals, of: "pay_order", behind: history)) }
///
/// ``Workspace/partition(by:)`` proves whether the partitions decide as a single ledger would.
///
/// It is immutable, and any number of threads may share it.
public struct PartitionGate: Sendable {
  /// The rule set that decides.
  public let rules: RuleSet
  private let setup: RunSetup
  /// The gate that lists the clauses of the intents.
  private let quick: DecisionGate

  /// Reads the shared context of all partitions.
  ///
  /// - Parameters:
  ///   - context: entries or facts as JSON Lines; `nil` for an empty context.
  ///   - documents: documents that sources read facts from; each ledger records these facts with its first run.
  ///   - policies: policies to set, each `policy=value`; each ledger records them with its first run.
  ///   - now: time of all runs, RFC 3339 in UTC; `nil` uses each proposal's own time, which is then required.
  ///   - actor: the proposing actor; ``RunActor/proposal`` uses each proposal's own actor, which is then required.
  ///   - maxWork: maximum number of work steps per decision.
  /// - Throws: findings about the data, the policies, the time, the actor or the limit.
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

  /// Decides the proposals of a partition, one JSON object per line, each after those before it.
  ///
  /// - Parameters:
  ///   - intent: the intent of all proposals, bare or with its pack.
  ///   - history: the partition's own entries or facts, as JSON Lines.
  ///   - want: the details of each row to return, besides its outcome.
  /// - Returns: the decisions of `truths run --ledger` over the ledger of the context and the history, one row per proposal. A
  ///   record has the bytes that it prints with `--format json`.
  /// - Throws: findings about the history or the proposals, or where a decision exceeds its work limit; then nothing was
  ///   decided.
  /// - Complexity: O(the history and the decisions); with documents or policies, also of the context.
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
