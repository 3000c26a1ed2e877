import TruthsJSON
import TruthsRuntime
import TruthsText

/// Reads a journal and checks it against its ledger; used to restore a session.
struct JournalReader {
  /// Length of the valid part, in bytes.
  private(set) var validBytes = 0
  /// Hash of the last valid line.
  private(set) var hash = ""
  /// Moment of the last valid line, in milliseconds since 1970.
  private(set) var moment: Int?
  /// Changes by control messages up to the last valid line.
  private(set) var changes: [SteeringChange] = []
  private(set) var state = State.none

  enum State: Hashable {
    /// The journal is missing or has no valid line.
    case none
    /// The journal covers the whole ledger and nothing more.
    case fits
    case unfit(String, isDamaged: Bool)
  }

  /// Reads a journal line by line.
  ///
  /// A last line without a line break was never written completely, and last lines that cover more than the ledger were never
  /// acknowledged; neither are valid.
  ///
  /// - Parameter take: receives each valid line. Its results must be discarded if the journal turns out to be unfit.
  static func read(_ bytes: [UInt8], _ context: Context, _ take: (JournalLine) -> Void) -> JournalReader {
    var reader = JournalReader()
    var (start, count, last) = (0, 0, "")
    var recorded: ContextPoint?
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      count += 1
      guard let (line, hash) = line(bytes[start..<end], after: last) else {
        reader.refuse("line \(count) of the journal was changed", isDamaged: true)
        return reader
      }
      guard count > 1 || line.streamID != nil else {
        reader.refuse("the journal does not begin at the start of a stream", isDamaged: true)
        return reader
      }
      (start, last) = (end + 1, hash)
      if line.size > context.point.size { continue }
      take(line)
      (reader.validBytes, reader.hash, reader.moment) = (start, hash, line.moment)
      recorded = ContextPoint(head: line.head, size: line.size)
      switch line.content {
      case .begin: break
      case .state(_, let state): reader.changes = state.changes
      case .events(_, let changes): reader.changes += changes
      }
    }
    guard let recorded else { return reader }
    let present = context.point
    if recorded == present {
      reader.state = .fits
    } else {
      reader.refuse(
        "the journal records a ledger of \(recorded.size) entries with head \(recorded.head), but the ledger has "
          + "\(present.size) with head \(present.head)", isDamaged: false)
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
