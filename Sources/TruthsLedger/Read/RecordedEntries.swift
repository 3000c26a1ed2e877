import Synchronization
import TruthsJSON
package import TruthsText

/// The entries of a ledger that was read. Entries in lines of data are read again on demand; only the offset of each line is
/// kept.
package struct RecordedEntries: RandomAccessCollection, Sendable {
  private var made: [Entry] = []
  private var lines: EntryLines?
  private var ledger: LedgerEntries?

  /// Creates a collection of entries that are kept in memory.
  package init(_ entries: [Entry] = []) { made = entries }

  /// Creates an empty collection of entries in lines of data, which are appended one after another.
  package init(linesOf data: DataBytes) { lines = EntryLines(data) }

  /// Creates a collection of the entries of a ledger in use.
  package init(_ ledger: Ledger) { self.ledger = LedgerEntries(ledger: ledger) }

  package var startIndex: Int { 0 }

  package var endIndex: Int { ledger?.ledger.size ?? lines?.starts.count ?? made.count }

  /// - Complexity: O(size of the entry), unless it was read recently.
  package subscript(place: Int) -> Entry { ledger?.entry(at: place) ?? lines?.entry(at: place) ?? made[place] }

  /// Returns the line of an entry; `nil` where the entry is kept in memory, or has more members than its line.
  package func line(at place: Int) -> LedgerLine? {
    if let ledger { return ledger.ledger.line(sequence: place + 1) }
    guard let lines, lines.steps[place] == nil, let start = lines.starts[place] else { return nil }
    return LedgerLine(lines.data, at: start)
  }

  /// Appends an entry by the offset of its line.
  ///
  /// - Parameters:
  ///   - start: the offset at which the line begins.
  ///   - step: the step of a history, for a fact in short form that does not give it.
  package mutating func append(lineAt start: Int, step: Int? = nil) {
    lines?.starts.append(start)
    guard let step, let place = lines.map({ $0.starts.count - 1 }) else { return }
    lines?.steps[place] = step
  }
}

private struct LedgerEntries: Sendable {
  let ledger: Ledger
  private let recent = RecentEntries()

  init(ledger: Ledger) { self.ledger = ledger }

  func entry(at place: Int) -> Entry? {
    ledger.line(sequence: place + 1) == nil
      ? ledger.entry(sequence: place + 1)
      : recent.entry(at: place) {
        ledger.entry(sequence: place + 1) ?? Entry.shortForm(payload: [:], sequence: place + 1)
      } unloading: {
      }
  }
}

private struct EntryLines: Sendable {
  let data: DataBytes
  /// The offset at which each entry's line begins.
  var starts = ChunkedList<Int>()
  /// The steps of facts in short form that do not give one, by their index.
  var steps: [Int: Int] = [:]
  private let recent = RecentEntries()

  init(_ data: DataBytes) { self.data = data }

  func entry(at place: Int) -> Entry? {
    guard let start = starts[place] else { return nil }
    return recent.entry(at: place) {
      guard let read = LedgerReader.entry(lineAt: start, of: data, sequence: place + 1)?.entry else {
        // The file was changed, and this line no longer holds an entry.
        return Entry.shortForm(payload: [:], sequence: place + 1)
      }
      return steps[place].map { read.completed(withStep: $0) } ?? read
    } unloading: {
      data.unload(0..<data.count)
    }
  }
}

extension Entry {
  /// Returns the fact in short form with a given step of its history.
  package func completed(withStep step: Int) -> Entry {
    var payload = payload
    payload["step"] = .number(Decimal(step))
    return Entry.shortForm(payload: payload, sequence: sequence)
  }
}

/// A small cache of the entries that were read last.
private final class RecentEntries: Sendable {
  private struct Known {
    var entries = [(place: Int, entry: Entry)?](repeating: nil, count: RecentEntries.count)
    /// The number of entries read since memory was released.
    var read = 0
  }

  private static let count = 256
  /// The number of entries after which the memory of the lines is released.
  private static let window = 8_192

  private let known = Mutex(Known())

  func entry(at place: Int, _ read: () -> Entry, unloading unload: () -> Void) -> Entry {
    let slot = place % Self.count
    if let found = known.withLock({ $0.entries[slot] }), found.place == place { return found.entry }
    let entry = read()
    let isFull = known.withLock { known in
      known.entries[slot] = (place, entry)
      known.read += 1
      return known.read % Self.window == 0
    }
    if isFull { unload() }
    return entry
  }
}
