/// Lines that become durable together: those of the ledger all or none, those of the journal not later than they.
package struct DurableBatch: Hashable, Sendable {
  /// Whole lines behind those of the ledger; may be empty.
  package var ledger: [UInt8]
  /// Whole lines behind those of the journal; may be empty.
  package var journal: [UInt8]
  /// Whether the lines of the journal stand in the place of all that it has. Then there are none of the ledger.
  package let isWholeJournal: Bool

  package init(ledger: [UInt8] = [], journal: [UInt8] = []) {
    (self.ledger, self.journal, isWholeJournal) = (ledger, journal, false)
  }

  package init(wholeJournal lines: [UInt8]) { (ledger, journal, isWholeJournal) = ([], lines, true) }

  package var isEmpty: Bool { ledger.isEmpty && journal.isEmpty }

  package var count: Int { ledger.count + journal.count }

  /// Takes the lines of a later batch behind its own.
  package mutating func append(_ other: DurableBatch) {
    ledger += other.ledger
    journal += other.journal
  }
}
