import Dispatch
package import Truths

/// Checks the ids and hashes of a ledger in slices on a background thread, while the ledger is being served.
package enum LedgerCheckThread {
  /// Starts the check, and reports its progress and its result to the host.
  ///
  /// - Parameters:
  ///   - ledger: the ledger that the session was created from; later entries are not checked.
  ///   - end: called with the result too.
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

  /// - Parameter tell: called with the number of entries found unchanged so far.
  /// - Returns: the fault of the ledger; `nil` where it is valid.
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
