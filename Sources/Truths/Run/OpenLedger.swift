import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// A ledger that a program holds open: its truths are compiled and its entries read once, and then proposals are decided on it
/// one after another, as `truths run --ledger` decides them.
///
///     var ledger = try OpenLedger(workspace, RunInput(context: SourceText(path: "ledger.jsonl", bytes: bytes)))
///     let proposal = SourceText(path: "proposal.json", bytes: json)
///     let report = try ledger.append(proposal, now: "2025-01-31T12:00:00Z", actor: .known(json: caller))
///     try file.append(report.appended)
///
/// Nothing is written to a file here: whoever holds the ledger writes ``RunReport/appended`` behind what the file has. A copy is
/// a ledger of its own, for what could not be written.
public struct OpenLedger: Sendable {
  private let workspace: Workspace
  let setup: RunSetup
  /// What the runs so far left; none: nothing was appended yet.
  private var context: Context?
  /// The entries that its holder has, or was given to write.
  public private(set) var size: Int

  /// Reads a ledger.
  ///
  /// - Parameters:
  ///   - workspace: truths without errors.
  ///   - input: the ledger, which is its `context`, and everything else that holds for all runs; what documents say and the
  ///     policies that it sets are appended with the first run, as that run is. Its `proposals` are not looked at, and it
  ///     `isAppending`.
  /// - Throws: the findings of a set with errors, or what is wrong with the data.
  /// - Complexity: O(size of the ledger + size of the truths).
  public init(_ workspace: Workspace, _ input: RunInput) throws(Findings) {
    self.workspace = workspace
    var input = input
    input.isAppending = true
    setup = try RunSetup(input, in: workspace)
    size = setup.given
  }

  /// Decides a proposal, or a batch, each on what those before it left, and keeps what came of them.
  ///
  /// - Parameters:
  ///   - proposals: a JSON object, or JSON Lines.
  ///   - now: the moment of the run, RFC 3339 in UTC, or `proposal` to believe the proposal's own; none: that of the input.
  ///   - actor: who proposes; none: that of the input. Where nothing says when it is, or who proposes, nothing is decided.
  /// - Returns: what the runs came to; its ``RunReport/appended`` are their lines.
  /// - Throws: what is wrong with the proposals; then nothing was decided, and the ledger is as it was.
  /// - Complexity: O(what is decided and appended), whatever the ledger holds.
  public mutating func append(
    _ proposals: SourceText, now: String? = nil, actor: RunActor? = nil
  ) throws(Findings) -> RunReport {
    let report = try setup.report(
      on: proposals, in: workspace, from: context, given: size, now: now, actor: actor, isAppending: true)
    // An answer that was given before leaves nothing to write, so that the next run has to bring it.
    if !report.isReplay {
      context = report.context
      size = report.context.ledger.size
    }
    return report
  }

  /// The entries as a ledger's lines, JSON Lines: those of the input and what was appended.
  ///
  /// - Complexity: O(its size).
  public var entries: [UInt8] { present.ledger.lines().withBytes { Array($0) } }

  /// The head of its Merkle tree, `sha256:…`: kept elsewhere, it tells whether anything of the ledger was changed or cut off.
  public var head: String { present.head }

  /// Recomputes every id and hash, and makes every decision again, as `truths verify` does.
  ///
  /// - Parameters:
  ///   - earlier: truths that were in force before, where the ledger was made under several.
  ///   - question: what is to be done, and against which heads.
  /// - Throws: what is wrong with entries that cannot be read.
  /// - Complexity: O(size of the ledger), each decision as much as it took.
  public func verify(
    earlier: [Workspace] = [], question: VerificationQuestion = VerificationQuestion()
  ) throws(Findings) -> VerificationReport {
    try Record(SourceText(path: "ledger.jsonl", bytes: entries)).verify(with: [workspace] + earlier, question: question)
  }

  /// The ledger as it is now.
  var present: Context { context ?? setup.start }

  /// Evaluates a run that waits again, behind what woke it, and keeps what came of it.
  ///
  /// - Parameter first: what woke it.
  /// - Returns: that, and what came of the run, where anything did.
  /// - Throws: where the run takes more work than it may.
  mutating func reevaluate(_ runID: String, after first: RunReport) throws(Findings) -> RunReport {
    let now = first.outcomes.last?.run.lastActivity ?? .epoch
    let made: RunOutcome?
    do throws(WorkExceeded) {
      made = try setup.procedure.reevaluate(runID: runID, on: first.context, now: now, budget: setup.budget, isExplained: true)
    } catch {
      throw Findings(error, at: Span(file: FileID(0), start: 0, end: 0), in: workspace.loaded.sources)
    }
    guard let outcome = made else { return first }
    let whole = RunReport(
      outcomes: first.outcomes + [outcome], isBatch: true, isRecorded: true, source: first.source, given: first.given,
      context: outcome.context, procedure: first.procedure, warnings: first.warnings)
    context = outcome.context
    size = outcome.context.ledger.size
    return whole
  }
}
