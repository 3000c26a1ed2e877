import Truths
package import TruthsServerCore

/// Answers that are a line of the ledger and one of the journal, of about the size that an accepted proposal has, with one
/// number: the simplest session.
package enum NumberedAnswers {
  package static func batch(_ number: Int) -> DurableBatch {
    DurableBatch(ledger: line("entry", number, of: 1_200), journal: line("event", number, of: 300))
  }

  private static func line(_ word: String, _ number: Int, of length: Int) -> [UInt8] {
    Array("{\"\(word)\":\(number),\"pad\":\"\(String(repeating: "x", count: length))\"}\n".utf8)
  }

  /// Returns the numbers of lines, in order; `nil` for a line in another form.
  package static func numbers(_ lines: [UInt8]) -> [Int?] {
    lines.split(separator: UInt8(ascii: "\n")).map { line in
      guard line.last == UInt8(ascii: "}"), line.count > 300 else { return nil }
      let digits = line.drop { $0 != UInt8(ascii: ":") }.dropFirst().prefix { $0 != UInt8(ascii: ",") }
      return Int(String(decoding: digits, as: UTF8.self))
    }
  }

  /// Opens a store, and drops the lines of the journal that the ledger lacks.
  ///
  /// - Returns: the store, and the next number.
  /// - Throws: a fault of the files, also where the journal lacks answers of the ledger.
  package static func open(_ path: String) throws(StoreFault) -> (store: Store<FileDisk>, next: Int) {
    var store = try Store(opening: FileDisk(ledger: path, timeout: 10))
    let entries = numbers(try store.ledger().bytes)
    let journal = try store.journal()
    let events = numbers(journal)
    let whole = (0..<entries.count).map { Optional($0 + 1) }
    guard entries == whole, events.starts(with: whole) else { throw .unreadable("the files do not agree") }
    let valid = whole.reduce(0) { $0 + batch($1 ?? 0).journal.count }
    try store.begin(validJournal: valid)
    return (store, entries.count + 1)
  }
}
