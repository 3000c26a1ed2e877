import TruthsDiagnostics
import TruthsJSON
package import TruthsLedger
package import TruthsRuntime
import TruthsText

/// A ledger as a record: its entries, which are read from the file on demand, and a summary of all entries.
package struct RecordedLedger: Sendable {
  private let data: DataBytes
  package private(set) var entries: RecordedEntries
  package private(set) var summary = LedgerSummary()
  /// The byte offset of each entry's payload, in order, if the file is a JSON list. Empty for a file with one entry a line.
  private var payloadOffsets: [Int] = []
  /// The sequences of the entries that the file has in short form.
  package private(set) var shortForms: Set<Int> = []

  init(_ data: DataBytes) {
    self.data = data
    entries = RecordedEntries(linesOf: data)
  }

  /// Reads the ledger and its summary.
  ///
  /// - Returns: the errors in the ledger.
  mutating func read() -> LedgerFaults {
    var steps = ShortFormSteps()
    var listed: [Entry] = []
    let faults = LedgerReader.read(data, of: FileID(0)) { item, start in
      let step = steps.step(of: item.entry, isShortForm: item.isShortForm)
      if item.isShortForm { shortForms.insert(item.entry.sequence) }
      summary.take(item.entry)
      if let start {
        entries.append(lineAt: start, step: step)
      } else {
        listed.append(step.map(item.entry.completed) ?? item.entry)
        payloadOffsets.append(Int(item.payload.span.start))
      }
      return .fine
    }
    if !listed.isEmpty { entries = RecordedEntries(listed) }
    return faults
  }

  /// The line at which each entry begins, from 1, in the order of the entries.
  ///
  /// - Complexity: O(size of the file).
  package var lines: [Int] {
    if !payloadOffsets.isEmpty {
      let file = SourceFile(id: FileID(0), path: "", bytes: data.array)
      return payloadOffsets.map { file.position(at: $0).line }
    }
    var found: [Int] = []
    var lines = JSONLines(data, of: FileID(0), limits: .ledger).makeIterator()
    while lines.advance() { found.append(lines.line) }
    return found
  }
}
