import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// A ledger that a program keeps open. Rules are compiled and entries read once; then proposals are decided one after another,
/// as by `truths run --ledger`.
///
///     var ledger = try OpenLedger(workspace, RunInput(context: SourceText(path: "ledger.jsonl", bytes: bytes)))
///     let proposal = SourceText(path: "proposal.json", bytes: json)
///     let report = try ledger.append(proposal, now: "2025-01-31T12:00:00Z", actor: .known(json: caller))
///     try file.append(report.appended)
///
/// It writes no file: the caller appends ``RunReport/appended`` to its file. A copy is an independent ledger, which the caller
/// can go back to where writing failed.
public struct OpenLedger: Sendable {
  private let workspace: Workspace
  let setup: RunSetup
  /// The context after the runs so far; `nil` where nothing was appended yet.
  private var context: Context?
  /// Number of entries that the caller has or was given to write.
  public private(set) var size: Int

  /// Reads a ledger.
  ///
  /// - Parameters:
  ///   - workspace: rules without errors.
  ///   - input: the ledger as its `context`, and everything else that applies to all runs. Facts of its documents and its
  ///     policies are appended with the first run. Its `proposals` are ignored, and it `isAppending`.
  /// - Throws: the findings of a set with errors, or findings about the data.
  /// - Complexity: O(size of the ledger + size of the rules).
  public init(_ workspace: Workspace, _ input: RunInput) throws(Findings) {
    self.workspace = workspace
    var input = input
    input.isAppending = true
    setup = try RunSetup(input, in: workspace)
    size = setup.givenSize
  }

  /// Decides a proposal, or a batch of them one after another, and keeps the results.
  ///
  /// - Parameters:
  ///   - proposals: a JSON object, or JSON Lines.
  ///   - now: time of the run, RFC 3339 in UTC, or `proposal` to use the proposal's own; `nil` uses the input's.
  ///   - actor: the proposing actor; `nil` uses the input's. Without a time or an actor nothing is decided.
  /// - Returns: the results of the runs; ``RunReport/appended`` holds their ledger lines.
  /// - Throws: findings about the proposals; then nothing was decided, and the ledger is unchanged.
  /// - Complexity: O(decisions and appended entries), independent of the ledger's size.
  public mutating func append(
    _ proposals: SourceText, now: String? = nil, actor: RunActor? = nil
  ) throws(Findings) -> RunReport {
    let report = try setup.report(
      on: proposals, in: workspace, from: context, givenSize: size, now: now, actor: actor, isAppending: true)
    // An answer that was given before adds nothing, so the next run still has to add the documents' facts and policies.
    if !report.isReplay {
      context = report.context
      size = report.context.ledger.size
    }
    return report
  }

  /// The entries as JSON Lines: those of the input and those appended.
  ///
  /// - Complexity: O(size of the ledger).
  public var entries: [UInt8] { present.ledger.lines().withBytes { Array($0) } }

  /// The head of the ledger's Merkle tree, `sha256:…`. A copy kept elsewhere shows later whether entries were changed or cut
  /// off.
  public var head: String { present.head }

  /// Recomputes every id and hash, and makes every decision again, as `truths verify` does.
  ///
  /// - Parameters:
  ///   - earlier: rules that were in force before, where the ledger was made under several sets.
  ///   - question: what to verify, and against which heads.
  /// - Throws: findings about entries that cannot be read.
  /// - Complexity: O(size of the ledger + all decisions again).
  public func verify(
    earlier: [Workspace] = [], question: VerificationQuestion = VerificationQuestion()
  ) throws(Findings) -> VerificationReport {
    try Record(SourceText(path: "ledger.jsonl", bytes: entries)).verify(with: [workspace] + earlier, question: question)
  }

  /// The current context of the ledger.
  var present: Context { context ?? setup.start }

  /// Evaluates a waiting run again after the entry that woke it, and keeps the result.
  ///
  /// - Parameter first: report of the entry that woke it.
  /// - Returns: `first`, followed by the result of the run, if any.
  /// - Throws: findings where the run exceeds its work limit.
  mutating func reevaluate(_ runID: String, after first: RunReport) throws(Findings) -> RunReport {
    let now = first.outcomes.last?.run.lastActivity ?? .epoch
    let rerun: RunOutcome?
    do throws(WorkExceeded) {
      rerun = try setup.procedure.reevaluate(runID: runID, on: first.context, now: now, budget: setup.budget, isExplained: true)
    } catch {
      throw Findings(error, at: Span(file: FileID(0), start: 0, end: 0), in: workspace.loaded.sources)
    }
    guard let outcome = rerun else { return first }
    let report = RunReport(
      outcomes: first.outcomes + [outcome], isBatch: true, isRecorded: true, source: first.source, givenSize: first.givenSize,
      context: outcome.context, procedure: first.procedure, warnings: first.warnings)
    context = outcome.context
    size = outcome.context.ledger.size
    return report
  }
}
