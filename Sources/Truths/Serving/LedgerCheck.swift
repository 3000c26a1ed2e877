import TruthsReports
import TruthsRuntime

/// Checks every id and hash of a ledger in slices, while the ledger is being served. Decisions are not made again.
///
///     var check = LedgerCheck(try Record(ledger))
///     while check.goOn(entries: 1_000) { tell(check.verifiedTo) }
///     if !check.report.isUnchanged { stop() }
public struct LedgerCheck: Sendable {
  private var verifier: LedgerVerifier

  /// - Parameter record: a ledger. Printed runs have nothing to check.
  public init(_ record: Record) {
    var question = LedgerVerifier.Question(isReplaying: false)
    // The requests that are served meanwhile need the other cores.
    question.pieceSize = nil
    guard case .ledger(let ledger) = record.kind else {
      verifier = LedgerVerifier(entries: [], procedures: [], question: question)
      return
    }
    question.shortForms = ledger.shortForms
    verifier = LedgerVerifier(ledger.entries, ledger.summary, procedures: [], question: question)
  }

  /// Number of entries, from the first on, that were found unchanged.
  public var verifiedTo: Int { verifier.position }

  /// Checks the given number of further entries.
  ///
  /// - Returns: whether any are left; `false` also where an entry differs, which ``report`` shows.
  /// - Complexity: O(size of the entries).
  public mutating func goOn(entries: Int) -> Bool { verifier.goOn(entries: entries) }

  /// The result of the check, once nothing is left.
  public var report: VerificationReport {
    var verifier = verifier
    return VerificationReport(verifications: [verifier.end()])
  }
}
