import TruthsJSON
import TruthsRuntime
import TruthsText

/// A journal that was read.
struct JournalReader {
  /// How many bytes count.
  private(set) var validBytes = 0
  /// The hash of the last line that counts, and its moment.
  private(set) var hash = ""
  private(set) var moment: Int?
  /// What control messages have set by then.
  private(set) var changes: [SteeringChange] = []
  private(set) var state = State.none

  enum State: Hashable {
    /// There is none.
    case none
    /// It tells of all that the ledger has, and of nothing else.
    case fits
    case unfit(String, isDamaged: Bool)
  }

  /// Reads a journal against its ledger, line by line. A last line without its line break was never written whole, and last lines
  /// that tell of more than the ledger has were never acknowledged; they do not count.
  ///
  /// - Parameter take: given each line that counts. What is made of them is to be thrown away where the journal turns out not to
  ///   fit.
  static func read(_ bytes: [UInt8], _ context: Context, _ take: (JournalLine) -> Void) -> JournalReader {
    var reader = JournalReader()
    var (start, count, last) = (0, 0, "")
    var known: ContextPoint?
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      count += 1
      guard let (line, hash) = line(bytes[start..<end], after: last) else {
        reader.refuse("line \(count) of the journal was changed", isDamaged: true)
        return reader
      }
      guard count > 1 || line.streamID != nil else {
        reader.refuse("the journal does not begin with the beginning of a stream", isDamaged: true)
        return reader
      }
      (start, last) = (end + 1, hash)
      if line.size > context.point.size { continue }
      take(line)
      (reader.validBytes, reader.hash, reader.moment) = (start, hash, line.moment)
      known = ContextPoint(head: line.head, size: line.size)
      switch line.content {
      case .begin: break
      case .state(_, let state): reader.changes = state.changes
      case .events(_, let changes): reader.changes += changes
      }
    }
    guard let known else { return reader }
    let found = context.point
    if known == found {
      reader.state = .fits
    } else {
      reader.refuse(
        "the journal tells of a ledger of \(known.size) entries with head \(known.head), and the ledger has \(found.size) with "
          + "head \(found.head)", isDamaged: false)
    }
    return reader
  }

  private mutating func refuse(_ reason: String, isDamaged: Bool) {
    state = .unfit(reason, isDamaged: isDamaged)
    validBytes = 0
  }

  private static func line(_ bytes: ArraySlice<UInt8>, after hash: String) -> (line: JournalLine, hash: String)? {
    guard case .success(let json) = JSONReader.read(DataBytes(Array(bytes)), of: FileID(0), limits: .ledger),
      let line = JournalLine(json: json.value, after: hash), let own = json.value.objectValue?.text("hash")
    else { return nil }
    return (line, own)
  }
}
