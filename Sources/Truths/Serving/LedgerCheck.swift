import TruthsReports
import TruthsRuntime

/// A check of every id and hash of a ledger, in parts, for who serves the ledger meanwhile. No decision is made again.
///
///     var check = LedgerCheck(try Record(ledger))
///     while check.goOn(entries: 1_000) { tell(check.verifiedTo) }
///     if !check.report.isUnchanged { stop() }
public struct LedgerCheck: Sendable {
  private var verifier: LedgerVerifier

  /// - Parameter record: a ledger; runs that were printed have nothing that is checked here.
  public init(_ record: Record) {
    var question = LedgerVerifier.Question(isReplaying: false)
    guard case .ledger(let ledger) = record.kind else {
      verifier = LedgerVerifier(entries: [], procedures: [], question: question)
      return
    }
    question.shortForms = ledger.shortForms
    verifier = LedgerVerifier(ledger.entries, ledger.summary, procedures: [], question: question)
  }

  /// How many entries, from the first one on, were found to be as they were written.
  public var verifiedTo: Int { verifier.position }

  /// Checks so many entries more.
  ///
  /// - Returns: whether any are left; `false` also where one differs, which ``report`` tells.
  /// - Complexity: O(size of the entries).
  public mutating func goOn(entries: Int) -> Bool { verifier.goOn(entries: entries) }

  /// What came of it, once nothing is left.
  public var report: VerificationReport {
    var verifier = verifier
    return VerificationReport(verifications: [verifier.end()])
  }
}
