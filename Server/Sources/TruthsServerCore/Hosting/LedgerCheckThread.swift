import Dispatch
package import Truths

/// Checks the ids and hashes of a ledger that is served meanwhile, on a thread of its own, some entries at a time.
package enum LedgerCheckThread {
  /// Begins the check. The host is told how far it has come, and what came of it.
  ///
  /// - Parameters:
  ///   - ledger: as the session was made of it; what is appended later is not looked at.
  ///   - end: told what came of it too.
  package static func start(
    _ ledger: SourceText, for host: SessionHost, _ end: @escaping @Sendable (StoreFault?) -> Void
  ) {
    DispatchQueue(label: "truths.check", qos: .utility).async {
      let fault = check(ledger) { count in Task { await host.checked(upTo: count) } }
      Task {
        await host.endCheck(fault)
        end(fault)
      }
    }
  }

  /// - Parameter tell: told how many entries are as they were written.
  /// - Returns: what is wrong with the ledger; `nil` where it holds.
  private static func check(_ ledger: SourceText, _ tell: (Int) -> Void) -> StoreFault? {
    do throws(Findings) {
      var check = LedgerCheck(try Record(ledger))
      while check.goOn(entries: slice) { tell(check.verifiedTo) }
      return check.report.isUnchanged ? nil : .disproved(check.report.text)
    } catch {
      return .disproved(error.text())
    }
  }

  private static var slice: Int { 4_096 }
}
