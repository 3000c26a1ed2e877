import TruthsDiagnostics
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// The context of a fixture: payloads and whole entries of every type, in ledger order (runtime.md §6).
enum FixtureContext {
  /// - Parameter facts: `context.facts`; `nil` is the empty context.
  /// - Throws: What is wrong with the entries.
  static func entries(_ facts: LocatedJSON?) throws(BadData) -> [ReadEntry] {
    let reading = LedgerReader.read(facts?.elements ?? [])
    guard reading.diagnostics.isEmpty else { throw BadData(reading.diagnostics) }
    return reading.entries
  }
}
