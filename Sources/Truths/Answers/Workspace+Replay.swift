import TruthsAnswers
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

extension Workspace {
  /// Which recorded decisions would come out otherwise under these truths (answers §2). The ledger is not changed.
  ///
  /// - Parameters:
  ///   - ledger: entries as JSON Lines.
  ///   - policies: to set before the first entry, each `policy=value`.
  ///   - cascades: whether the history follows from the new decisions, not from the recorded ones.
  ///   - maxWork: the most steps of work of a decision.
  /// - Throws: the findings of a set with errors, about the ledger or the policies; a file that is no ledger.
  /// - Complexity: O(every run once more + size of the ledger).
  public func replay(
    _ ledger: SourceText, policies: [String] = [], cascades: Bool = false, maxWork: Int = RunInput.standardMaxWork
  ) throws(Findings) -> ReplayReport {
    let procedure = try procedure()
    var sources = SourceMap()
    let read = LedgerReader.read(sources.add(path: ledger.path, bytes: ledger.bytes))
    guard !read.diagnostics.hasErrors else { throw Findings(read.diagnostics, in: sources) }
    var data = RunData(sources: loaded.sources, procedure: procedure)
    let start = try data.take([], policies: policies, on: procedure.emptyContext)
    var replay = Replay(procedure, on: start, cascades: cascades, budget: Budget(maxWork: maxWork))
    var flips: [Flip] = []
    for entry in read.entries { if let flip = replay.take(entry.entry) { flips.append(flip) } }
    return ReplayReport(decided: replay.decided, undecided: replay.undecided, flips: flips)
  }
}
