import TruthsJSON
import TruthsLedger
import TruthsRuntime

/// The context of a fixture: payloads and whole entries of every type, in ledger order (runtime.md §6).
enum FixtureContext {
  static func entries(_ facts: LocatedJSON?) throws(BadData) -> [ReadEntry] {
    (facts?.elements ?? []).enumerated().map { index, element in
      let entry = Entry.shortForm(payload: element.value.objectValue ?? [:], sequence: index + 1)
      return ReadEntry(entry: entry, payload: element, isShortForm: true)
    }
  }
}
