import TruthsAnswers
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Replay of past decisions under other rules, for `truths replay`.
extension Workspace {
  /// Finds the past decisions of a ledger that would change under these rules (answers §2). The ledger is not changed.
  ///
  /// - Parameters:
  ///   - ledger: entries as JSON Lines.
  ///   - policies: policies to set before the first entry, each `policy=value`.
  ///   - cascades: whether later decisions build on the new decisions instead of the recorded ones.
  ///   - maxWork: maximum number of work steps of a decision.
  ///   - progress: called now and then with the number of decisions made again, the bytes of the ledger read, and its size in
  ///     bytes.
  /// - Throws: the findings of a set with errors, findings about the ledger or the policies, or an error where the file is not
  ///   a ledger.
  /// - Complexity: O(all runs again + size of the ledger), on all cores; memory for the facts, the runs and the changed
  ///   decisions.
  public func replay(
    _ ledger: SourceText, policies: [String] = [], cascades: Bool = false, maxWork: Int = RunInput.standardMaxWork,
    progress: (_ decided: Int, _ read: Int, _ size: Int) -> Void = { _, _, _ in }
  ) throws(Findings) -> ReplayReport {
    let procedure = try procedure()
    var data = RunData(sources: loaded.sources, procedure: procedure)
    let start = try data.take([], policies: policies, on: procedure.emptyContext)
    let replay = Replay(procedure, on: start, cascades: cascades, budget: Budget(maxWork: maxWork))
    var runner = ReplayRunner(replay, cascades: cascades)
    var sources = SourceMap()
    let faults = LedgerReader.read(ledger.data, of: FileID(0)) { entry, line in
      let hasDecided = runner.take(entry.entry, line.map { LedgerLine(ledger.data, at: $0) })
      if hasDecided { progress(runner.decided, line ?? 0, ledger.data.count) }
      return .fine
    }
    guard !faults.diagnostics.hasErrors else {
      sources.add(path: ledger.path, bytes: faults.shown)
      throw Findings(faults.diagnostics, in: sources)
    }
    runner.end()
    return ReplayReport(
      decided: runner.decided, undecided: runner.undecided, flips: runner.flips, display: FieldDisplay(procedure.program))
  }
}
