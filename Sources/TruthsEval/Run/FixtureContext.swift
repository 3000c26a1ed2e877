import TruthsJSON
import TruthsLedger
import TruthsRuntime

/// The context of a fixture: payloads and whole entries of every type, in ledger order (runtime.md §6).
enum FixtureContext {
  static func entries(_ facts: LocatedJSON?) throws(BadData) -> [ReadEntry] { [] }
}
