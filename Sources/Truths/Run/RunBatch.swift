import TruthsDiagnostics
import TruthsJSON
import TruthsRuntime
import TruthsText

/// A batch: proposals as JSON Lines, each decided against the same context. Pieces of it may be decided in any order and by any
/// number of threads, and what is kept does not grow with the batch.
public struct RunBatch: Sendable {
  let setup: RunSetup
  let sources: SourceMap
  /// What findings call the proposals.
  let path: String
  let form: RunForm
  /// Whether a line that is not to be believed is answered like any other, by what is wrong with it, instead of ending the batch.
  public let answersFaults: Bool
  let source: @Sendable (Span) -> String

  init(
    setup: RunSetup, sources: SourceMap, path: String, form: RunForm, answersFaults: Bool,
    source: @escaping @Sendable (Span) -> String
  ) {
    self.answersFaults = answersFaults
    self.setup = setup
    self.sources = sources
    self.path = path
    self.form = form
    self.source = source
  }

  /// What stands between what two proposals come to.
  public var separator: String {
    if case .story = form { return "\n" }
    return ""
  }

  /// Decides the proposals of a piece, up to the first line that is not to be believed.
  public func decide(_ piece: BatchPiece) -> BatchResult {
    var buffer = ByteBuffer(capacity: min(piece.bytes.count * Self.growth, Self.room))
    var (decided, ending) = (0, RunReport.Ending.accepted)
    var lines = JSONLines(DataBytes(piece.bytes), of: FileID(sources.files.count)).makeIterator()
    while lines.advance() {
      let read = Self.proposal(in: lines.value())
      guard case .success(let proposal) = read else {
        guard answersFaults, case .failure(let fault) = read else {
          return BatchResult(buffer, decided: decided, ending: ending, faulty: piece.line(lines.line))
        }
        if decided > 0 { buffer.append(separator) }
        write("\(fault.message) (\(fault.code))", ofLine: piece.firstLine + lines.line - 1, to: &buffer)
        (decided, ending) = (decided + 1, .faulty)
        continue
      }
      if decided > 0 { buffer.append(separator) }
      do {
        let outcome = try setup.outcome(of: proposal, on: setup.start)
        write(outcome, to: &buffer)
        ending = max(ending, RunReport.ending(outcome))
      } catch {
        write("there is no decision: \(error)", ofLine: piece.firstLine + lines.line - 1, to: &buffer)
        ending = max(ending, .outOfBudget)
      }
      decided += 1
    }
    return BatchResult(buffer, decided: decided, ending: ending, faulty: nil)
  }

  /// A line that is a proposal, or what is wrong with it.
  private static func proposal(in line: Result<LocatedJSON, Diagnostic>) -> Result<LocatedJSON, Diagnostic> {
    line.flatMap { $0.members == nil ? .failure(T8103ProposalShape.at($0.span)) : .success($0) }
  }

  /// How many bytes are mostly written for each that is read; where it is more, the buffer is copied to a larger one.
  private static let growth = 32
  /// The most room that is made before anything is written. A piece may be one line without end, of which nothing comes.
  private static let room = 4 << 20

  /// The lines of a piece that are not to be believed; nothing is decided.
  public func faultyLines(_ piece: BatchPiece) -> [FaultyLine] {
    var faulty: [FaultyLine] = []
    var lines = JSONLines(DataBytes(piece.bytes), of: FileID(sources.files.count)).makeIterator()
    while lines.advance() {
      if case .success(let proposal) = lines.value(), proposal.members != nil { continue }
      faulty.append(piece.line(lines.line))
    }
    return faulty
  }

  /// What is wrong with lines; they are given in order.
  public func findings(in lines: [FaultyLine]) -> Findings {
    var sources = sources
    // The batch as far as it is shown: lines without a fault are empty.
    var shown: [UInt8] = []
    var next = 1
    for line in lines {
      shown += repeatElement(0x0A, count: max(0, line.number - next)) + line.bytes
      next = line.number + 1
    }
    var faults: [Diagnostic] = []
    for read in JSONLines(sources.add(path: path, bytes: shown)) {
      switch read {
      case .success(let proposal): faults.append(T8103ProposalShape.at(proposal.span))
      case .failure(let fault): faults.append(fault)
      }
    }
    return Findings(faults, in: sources)
  }

  /// Why nothing came of a line, in the place of what would have come of it.
  private func write(_ error: String, ofLine line: Int, to buffer: inout ByteBuffer) {
    switch form {
    case .json, .events:
      let object: JSONValue = .object(["error": .object(["line": .number(Decimal(line)), "message": .text(error)])])
      buffer.append(String(decoding: object.canonical(), as: UTF8.self) + "\n")
    case .story: buffer.append("line \(line): \(visible(error))\n")
    }
  }

  private func write(_ outcome: RunOutcome, to buffer: inout ByteBuffer) {
    switch form {
    case .json:
      outcome.writeCompact(to: &buffer, source: source)
      buffer.append(UInt8(ascii: "\n"))
    case .events: RunEvents.write(outcome, to: &buffer)
    case .story(let isColored):
      buffer.append(
        Story(outcome: outcome.json(source: source), examined: outcome.examined, isRecorded: false, isColored: isColored).text)
    }
  }
}

extension RunBatch {
  /// Whether some proposals are a batch: by the name of their file, or because their first line alone is a value and more
  /// follows.
  ///
  /// - Parameters:
  ///   - beginning: the first bytes.
  ///   - isWhole: whether nothing comes behind them.
  /// - Returns: `nil` where more must be seen to tell.
  public static func isBatch(path: String, beginning: [UInt8], isWhole: Bool) -> Bool? {
    if path.hasSuffix(".jsonl") || path.hasSuffix(".ndjson") { return true }
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
    guard let first = beginning.firstIndex(where: { !isSpace($0) }) else { return isWhole ? false : nil }
    guard let end = beginning[first...].firstIndex(of: 0x0A) else {
      return isWhole || beginning.count - first > JSONLimits.document.bytes ? false : nil
    }
    let file = SourceFile(id: FileID(0), path: path, bytes: Array(beginning[first..<end]))
    guard case .success = JSONReader.read(file) else { return false }
    if beginning[end...].contains(where: { !isSpace($0) }) { return true }
    return isWhole ? false : nil
  }
}
