import Synchronization
import TruthsJSON
package import TruthsText

/// The entries of a ledger as it was read. Those of lines are read again when somebody asks for them: of each only the place of
/// its line is kept.
package struct RecordedEntries: RandomAccessCollection, Sendable {
  private var made: [Entry] = []
  private var lines: EntryLines?
  private var ledger: LedgerEntries?

  /// Entries that are kept.
  package init(_ entries: [Entry] = []) { made = entries }

  /// Entries of lines of data, which are appended one after another.
  package init(linesOf data: DataBytes) { lines = EntryLines(data) }

  /// Entries of a ledger that is in use.
  package init(_ ledger: Ledger) { self.ledger = LedgerEntries(ledger: ledger) }

  package var startIndex: Int { 0 }

  package var endIndex: Int { ledger?.ledger.size ?? lines?.starts.count ?? made.count }

  /// - Complexity: O(size of the entry), unless it was asked for a moment ago.
  package subscript(place: Int) -> Entry { ledger?.entry(at: place) ?? lines?.entry(at: place) ?? made[place] }

  /// Where the line of an entry stands; `nil` where its entry is kept, or has more members than the line.
  package func line(at place: Int) -> LedgerLine? {
    if let ledger { return ledger.ledger.line(sequence: place + 1) }
    guard let lines, lines.steps[place] == nil, let start = lines.starts[place] else { return nil }
    return LedgerLine(lines.data, at: start)
  }

  /// Appends an entry.
  ///
  /// - Parameters:
  ///   - start: where its line begins.
  ///   - step: of a fact in short form that is a step of a history and does not say which.
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
  /// Where the line of each entry begins.
  var starts = ChunkedList<Int>()
  /// Steps of facts in short form that do not say them, by their places.
  var steps: [Int: Int] = [:]
  private let recent = RecentEntries()

  init(_ data: DataBytes) { self.data = data }

  func entry(at place: Int) -> Entry? {
    guard let start = starts[place] else { return nil }
    return recent.entry(at: place) {
      guard let read = LedgerReader.entry(lineAt: start, of: data, sequence: place + 1)?.entry else {
        // Somebody changed the file: what stands there now is none.
        return Entry.shortForm(payload: [:], sequence: place + 1)
      }
      return steps[place].map { read.completed(withStep: $0) } ?? read
    } unloading: {
      data.unload(0..<data.count)
    }
  }
}

extension Entry {
  /// A fact in short form with the step of its history that it has.
  package func completed(withStep step: Int) -> Entry {
    var payload = payload
    payload["step"] = .number(Decimal(step))
    return Entry.shortForm(payload: payload, sequence: sequence)
  }
}

/// The entries that were read last.
private final class RecentEntries: Sendable {
  private struct Known {
    var entries = [(place: Int, entry: Entry)?](repeating: nil, count: RecentEntries.count)
    /// How many were read since memory was given back.
    var read = 0
  }

  private static let count = 256
  /// After how many entries the memory of the lines that were read is given back.
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
