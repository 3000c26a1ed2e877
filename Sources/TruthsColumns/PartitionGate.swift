public import Truths
import TruthsDiagnostics
import TruthsJSON
import TruthsRuntime
import TruthsText

/// A gate that decides partitions of proposals. Each partition is a separate ledger that begins with the same shared context.
///
///     let gate = try PartitionGate(rules, context: references)
///     for (history, proposals) in partitions { write(try gate.decide(proposals, of: "pay_order", behind: history)) }
///
/// ``Workspace/partition(by:)`` proves whether the partitions decide as a single ledger would.
///
/// A gate is immutable, and any number of threads may share it.
public struct PartitionGate: Sendable {
  /// The rule set that decides.
  public let rules: RuleSet
  private let setup: RunSetup
  /// The gate from which the clauses of an intent are read.
  private let quick: DecisionGate

  /// Reads the context that all partitions share.
  ///
  /// - Parameters:
  ///   - context: entries or facts as JSON Lines; `nil` for an empty context.
  ///   - documents: the documents from which sources read facts. Each ledger records these facts with its first run.
  ///   - policies: the policies to set, each `policy=value`. Each ledger records them with its first run.
  ///   - now: the time of all runs, RFC 3339 in UTC. If `nil`, each proposal must have its own time.
  ///   - actor: the proposing actor. If ``RunActor/proposal``, each proposal must have its own actor.
  ///   - maxWork: the greatest number of work steps of a decision.
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

  /// Decides the proposals of a partition. Each line of JSON is one proposal, and it is decided after the lines before it.
  ///
  /// - Parameters:
  ///   - intent: the intent of all proposals, with or without its pack.
  ///   - history: the partition's own entries or facts, as JSON Lines.
  ///   - want: the details of each row that are returned besides the outcome.
  /// - Returns: the decisions of `truths run --ledger` over a ledger of the context and the history, one row for each proposal.
  ///   A record has the bytes that this command prints with `--format json`.
  /// - Throws: findings about the history or the proposals, or about a decision that exceeds its work limit. Then no proposal
  ///   is decided.
  /// - Complexity: O(the history and the decisions); with documents or policies, also O(the context).
  public func decide(
    _ proposals: [UInt8], of intent: String, behind history: [UInt8] = [], want: ColumnWant = .outcome
  ) throws(Findings) -> DecidedColumns {
    let workspace = rules.workspace
    var setup = setup
    if !history.isEmpty { setup = try setup.reading(SourceText(path: "history.jsonl", bytes: history), in: workspace) }
    let report = try setup.report(
      on: SourceText(path: "proposals.jsonl", bytes: proposals), in: workspace, from: nil, givenSize: setup.givenSize,
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
