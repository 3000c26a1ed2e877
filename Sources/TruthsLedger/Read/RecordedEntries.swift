import Synchronization
import TruthsJSON
package import TruthsText

/// The entries of a ledger that was read. For entries in lines of data, only the offset of each line is kept. Such an entry is
/// read again on demand.
package struct RecordedEntries: RandomAccessCollection, Sendable {
  private var inMemory: [Entry] = []
  private var lines: EntryLines?
  private var ledger: LedgerEntries?

  /// Creates a collection of entries that are kept in memory.
  package init(_ entries: [Entry] = []) { inMemory = entries }

  /// Creates an empty collection of entries in lines of data, which are appended one after another.
  package init(linesOf data: DataBytes) { lines = EntryLines(data) }

  /// Creates a collection of the entries of a ledger in use.
  package init(_ ledger: Ledger) { self.ledger = LedgerEntries(ledger: ledger) }

  package var startIndex: Int { 0 }

  package var endIndex: Int { ledger?.ledger.size ?? lines?.starts.count ?? inMemory.count }

  /// Returns the entry at an index.
  ///
  /// - Complexity: O(size of the entry), unless it was read recently.
  package subscript(place: Int) -> Entry { ledger?.entry(at: place) ?? lines?.entry(at: place) ?? inMemory[place] }

  /// Returns the line of an entry, by the entry's index; `nil` if the entry is kept in memory, or has a step that its line
  /// lacks.
  package func line(at place: Int) -> LedgerLine? {
    if let ledger { return ledger.ledger.line(sequence: place + 1) }
    guard let lines, lines.steps[place] == nil, let start = lines.starts[place] else { return nil }
    return LedgerLine(lines.data, at: start)
  }

  /// Appends an entry that is given by the offset of its line.
  ///
  /// - Parameters:
  ///   - start: the offset at which the line begins.
  ///   - step: the step of the history to which a fact in short form belongs, if its line does not give one.
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
  /// The steps of facts in short form, keyed by entry index. Only facts whose lines record no step are here.
  var steps: [Int: Int] = [:]
  private let recent = RecentEntries()

  init(_ data: DataBytes) { self.data = data }

  func entry(at index: Int) -> Entry? {
    guard let start = starts[index] else { return nil }
    return recent.entry(at: index) {
      guard let read = LedgerReader.entry(lineAt: start, of: data, sequence: index + 1)?.entry else {
        // The file was changed, and this line no longer holds an entry.
        return Entry.shortForm(payload: [:], sequence: index + 1)
      }
      return steps[index].map { read.completed(withStep: $0) } ?? read
    } unloading: {
      data.unload(0..<data.count)
    }
  }
}

extension Entry {
  /// Returns the fact in short form with its `step` set to a given step of the history.
  package func completed(withStep step: Int) -> Entry {
    var payload = payload
    payload["step"] = .number(Decimal(step))
    return Entry.shortForm(payload: payload, sequence: sequence)
  }
}

/// A small cache of the entries that were read last.
private final class RecentEntries: Sendable {
  private struct CachedEntries {
    var entries = [(place: Int, entry: Entry)?](repeating: nil, count: RecentEntries.count)
    /// The number of entries that were read into the cache so far.
    var read = 0
  }

  private static let count = 256
  /// The number of entries after which the memory of the lines is released.
  private static let window = 8_192

  private let cache = Mutex(CachedEntries())

  func entry(at index: Int, _ read: () -> Entry, unloading unload: () -> Void) -> Entry {
    let slot = index % Self.count
    if let found = cache.withLock({ $0.entries[slot] }), found.place == index { return found.entry }
    let entry = read()
    let isFull = cache.withLock { known in
      known.entries[slot] = (index, entry)
      known.read += 1
      return known.read % Self.window == 0
    }
    if isFull { unload() }
    return entry
  }
}
