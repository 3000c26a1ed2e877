package import TruthsDiagnostics
package import TruthsJSON
import TruthsReports
import TruthsRuntime
import TruthsText

/// A batch: proposals as JSON Lines, each decided on the same context. Pieces of it may be decided in any order and by any
/// number of threads. Memory does not grow with the batch.
public struct RunBatch: Sendable {
  package let setup: RunSetup
  let sources: SourceMap
  /// Path of the proposals in findings.
  let path: String
  let form: RunForm
  /// Whether a faulty line gets a result with its findings, instead of ending the batch.
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

  /// Warnings about the context. They do not prevent the batch.
  public var warnings: Findings { setup.warnings }

  /// The separator between the outputs of two proposals.
  public var separator: String {
    if case .explanation = form { return "\n" }
    return ""
  }

  /// Decides the proposals of a piece, up to the first faulty line.
  public func decide(_ piece: BatchPiece) -> BatchResult {
    var buffer = ByteBuffer(capacity: min(piece.bytes.count * Self.growth, Self.room))
    var (decided, ending) = (0, RunReport.Ending.accepted)
    var lines = lines(of: piece).makeIterator()
    while lines.advance() {
      let read = Self.proposal(in: lines.value())
      if !answersFaults, case .failure = read {
        return BatchResult(buffer, decided: decided, ending: ending, faulty: piece.line(at: lines))
      }
      if decided > 0 { buffer.append(separator) }
      let answer = answer(read)
      write(answer, ofLine: piece.firstLine + lines.line - 1, to: &buffer)
      ending = max(ending, answer.ending)
      decided += 1
    }
    return BatchResult(buffer, decided: decided, ending: ending, faulty: nil)
  }

  func lines(of piece: BatchPiece) -> JSONLines { JSONLines(DataBytes(piece.bytes), of: FileID(sources.files.count)) }

  /// The result of a line.
  package enum Answer {
    case decided(RunOutcome)
    /// The reason why there is no decision, and the result that it gives the batch.
    case undecided(String, RunReport.Ending)

    var ending: RunReport.Ending {
      switch self {
      case .decided(let outcome): RunReport.ending(outcome)
      case .undecided(_, let ending): ending
      }
    }
  }

  /// Decides a parsed line.
  package func answer(_ read: Result<LocatedJSON, Diagnostic>) -> Answer {
    do {
      return .decided(try setup.outcome(of: try read.get(), on: setup.start))
    } catch let fault as Diagnostic {
      return .undecided("\(fault.message) (\(fault.code))", .faulty)
    } catch {
      return .undecided("there is no decision: \(error)", .outOfBudget)
    }
  }

  /// Parses a line from a buffer.
  package func read(line: borrowing ByteBuffer) -> Result<LocatedJSON, Diagnostic> {
    var lines = JSONLines(DataBytes(line.bytes), of: FileID(sources.files.count)).makeIterator()
    return lines.advance()
      ? Self.proposal(in: lines.value()) : .failure(ProposalShapeFault.at(Span(file: FileID(0), start: 0, end: 0)))
  }

  /// Returns a line that is a proposal, or the finding about it.
  private static func proposal(in line: Result<LocatedJSON, Diagnostic>) -> Result<LocatedJSON, Diagnostic> {
    line.flatMap { $0.members == nil ? .failure(ProposalShapeFault.at($0.span)) : .success($0) }
  }

  /// The usual number of bytes written per byte read. If it is more, the buffer grows by copying.
  private static let growth = 32
  /// The largest initial capacity of the buffer. A piece may be one very long line without output.
  private static let room = 4 << 20

  /// Maximum number of faulty lines that findings report.
  public static let mostFaultyLines = [Diagnostic].mostOfData

  /// Returns the faulty lines of a piece, up to the maximum, without deciding anything.
  public func faultyLines(_ piece: BatchPiece) -> [FaultyLine] {
    var faulty: [FaultyLine] = []
    var lines = lines(of: piece).makeIterator()
    while faulty.count < Self.mostFaultyLines, lines.advance() {
      if case .success(let proposal) = lines.value(), proposal.members != nil { continue }
      faulty.append(piece.line(at: lines))
    }
    return faulty
  }

  /// Returns the findings about lines, which are given in order.
  public func findings(in lines: [FaultyLine]) -> Findings {
    var sources = sources
    var faults: [Diagnostic] = []
    for read in JSONLines(sources.add(path: path, bytes: FaultyLine.shown(lines))) {
      switch read {
      case .success(let proposal): faults.append(ProposalShapeFault.at(proposal.span))
      case .failure(let fault): faults.append(fault)
      }
    }
    return Findings(faults.toldOfData(), in: sources)
  }

  /// Writes the result of a line.
  package func write(_ answer: Answer, ofLine line: Int, to buffer: inout ByteBuffer) {
    switch answer {
    case .decided(let outcome): write(outcome, to: &buffer)
    case .undecided(let why, _): write(why, ofLine: line, to: &buffer)
    }
  }

  /// Writes an error in place of the output of a line.
  private func write(_ error: String, ofLine line: Int, to buffer: inout ByteBuffer) {
    switch form {
    case .json, .events:
      let object = JSONValue.object(RunReport.faultRecord.object(of: (line, error)))
      buffer.append(String(decoding: object.canonical(), as: UTF8.self) + "\n")
    case .explanation: buffer.append("line \(line): \(visible(error))\n")
    }
  }

  /// Writes the result of a run.
  ///
  /// - Parameter context: the ledger that includes the run, where the run is recorded.
  func write(_ outcome: RunOutcome, to buffer: inout ByteBuffer, recordedIn context: Context? = nil) {
    switch form {
    case .json:
      outcome.writeCompact(to: &buffer, source: source)
      buffer.append(UInt8(ascii: "\n"))
    case .events: RunEvents.write(outcome, to: &buffer)
    case .explanation(let detail):
      let explanation = Explanation(
        outcome, source: source, in: context ?? setup.start, isRecorded: context != nil, detail,
        display: FieldDisplay(setup.procedure.program))
      buffer.append(explanation.text)
    }
  }
}

extension RunBatch {
  /// Returns whether proposals are a batch: by the name of their file, or because the first line is a complete value and more
  /// follows.
  ///
  /// - Parameters:
  ///   - beginning: the first bytes.
  ///   - isWhole: whether there are no more bytes.
  /// - Returns: `nil` where more bytes are needed.
  public static func isBatch(path: String, beginning: [UInt8], isWhole: Bool) -> Bool? {
    if path.hasSuffix(".jsonl") || path.hasSuffix(".ndjson") { return true }
    guard let first = beginning.firstIndex(where: { !isBlank($0) }) else { return isWhole ? false : nil }
    guard let end = beginning[first...].firstIndex(of: 0x0A) else {
      return isWhole || beginning.count - first > JSONLimits.document.bytes ? false : nil
    }
    let file = SourceFile(id: FileID(0), path: path, bytes: Array(beginning[first..<end]))
    guard case .success = JSONReader.read(file) else { return false }
    if beginning[end...].contains(where: { !isBlank($0) }) { return true }
    return isWhole ? false : nil
  }
}

/// A piece of a batch in complete lines. The last line of the batch may lack its line break.
public struct BatchPiece: Sendable {
  /// The lines with their line breaks.
  public var bytes: [UInt8]
  /// The number of the piece's first line in the batch, from 1.
  public var firstLine: Int

  /// Creates a piece from lines of a batch.
  public init(bytes: [UInt8], firstLine: Int) {
    self.bytes = bytes
    self.firstLine = firstLine
  }

  /// Returns the line that was read last, with its line break.
  func line(at lines: JSONLines.Iterator) -> FaultyLine {
    let end = min(lines.range.upperBound + 1, bytes.count)
    return FaultyLine(number: firstLine + lines.line - 1, bytes: Array(bytes[lines.range.lowerBound..<end]))
  }
}

/// A faulty line of a batch.
public struct FaultyLine: Sendable {
  /// Number of the line, from 1.
  let number: Int
  /// The bytes with the line break, if there is one.
  let bytes: [UInt8]

  /// Returns the batch as a source for findings, in which all other lines are empty.
  ///
  /// - Parameter lines: faulty lines, in order.
  static func shown(_ lines: [FaultyLine]) -> [UInt8] {
    var shown: [UInt8] = []
    var next = 1
    for line in lines {
      shown += repeatElement(0x0A, count: max(0, line.number - next)) + line.bytes
      next = line.number + 1
    }
    return shown
  }
}

/// The progress of a batch as text.
public struct BatchProgress: Sendable {
  /// Proposals decided so far.
  public var decided: Int
  /// Milliseconds since the batch began.
  public var elapsed: Int
  /// Bytes read so far, and the total; `nil` if the total is not known.
  public var share: (read: Int, of: Int)?

  /// Creates a snapshot of a batch's progress.
  public init(decided: Int, elapsed: Int, share: (read: Int, of: Int)? = nil) {
    self.decided = decided
    self.elapsed = elapsed
    self.share = share
  }

  /// The progress as text, such as `1,200,000 decided, 150,000 a second, 0:07 left`.
  public var text: String {
    var text = "\(decided.grouped) decided"
    guard elapsed > 0 else { return text }
    text += ", \(Self.scaled(decided, 1000, elapsed).grouped) a second"
    if let share, share.read > 0, share.of >= share.read {
      let seconds = Self.scaled(elapsed, share.of - share.read, share.read) / 1000
      text += ", \(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60) left"
    }
    return text
  }

  /// Returns `number * factor / divisor`, where the product may exceed 64 bits.
  private static func scaled(_ number: Int, _ factor: Int, _ divisor: Int) -> Int {
    Int(clamping: Int128(number) * Int128(factor) / Int128(divisor))
  }
}

/// The output of the proposals of a piece of a batch.
public final class BatchResult: Sendable {
  private let buffer: ByteBuffer
  /// Number of proposals decided.
  public let decided: Int
  /// The worst result among the proposals.
  public let ending: RunReport.Ending
  /// The first faulty line; nothing after it was decided.
  public let faulty: FaultyLine?

  init(_ buffer: consuming ByteBuffer, decided: Int, ending: RunReport.Ending, faulty: FaultyLine?) {
    self.buffer = buffer
    self.decided = decided
    self.ending = ending
    self.faulty = faulty
  }

  /// Calls a function with the output, which is valid during the call only.
  public func withBytes<Result>(_ look: (UnsafeRawBufferPointer) -> Result) -> Result { buffer.withBytes(look) }
}
