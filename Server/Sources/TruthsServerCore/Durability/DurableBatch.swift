/// Lines that become durable together: all or none of the ledger's lines, and the journal's lines no later than those.
package struct DurableBatch: Hashable, Sendable {
  /// Complete lines to append to the ledger; may be empty.
  package var ledger: [UInt8]
  /// Complete lines to append to the journal; may be empty.
  package var journal: [UInt8]
  /// Whether the journal's lines replace the whole journal. The batch then has no ledger lines.
  package let isWholeJournal: Bool

  package init(ledger: [UInt8] = [], journal: [UInt8] = []) {
    (self.ledger, self.journal, isWholeJournal) = (ledger, journal, false)
  }

  package init(wholeJournal lines: [UInt8]) { (ledger, journal, isWholeJournal) = ([], lines, true) }

  package var isEmpty: Bool { ledger.isEmpty && journal.isEmpty }

  package var count: Int { ledger.count + journal.count }

  /// Appends the lines of a later batch.
  package mutating func append(_ other: DurableBatch) {
    ledger += other.ledger
    journal += other.journal
  }
}
