import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// A batch whose runs are appended to a ledger: proposals as JSON Lines, each decided after those before it.
///
/// Runs are decided one by one, and the result of each is returned together with the ledger lines to append. Once the lines are
/// in a file, the ledger reads them from there, so that memory does not grow with the batch:
///
///     while let piece = reader.next() {
///       batch.begin(piece)
///       while let output = batch.next() {
///         spool.write(output)
///         file.write(batch.lines())
///       }
///       batch.keep(in: file.mapped, at: place)
///     }
///     try batch.end(isNew: false)
///     file.write(batch.lines())
///
/// All or nothing: where ``end(isNew:)`` throws, nothing was decided, and the caller must remove written lines.
public struct LedgerBatch: Sendable {
  private let workspace: Workspace
  private let batch: RunBatch
  private var piece: BatchPiece
  private var rest: JSONLines.Iterator
  /// The context after the runs so far; `nil` where nothing was decided yet.
  private var context: Context?
  /// Number of entries that the caller has or was given to write.
  private var written: Int
  /// Lines that were returned but are not yet read from a file: the start offset of each, and their total size.
  private var handedOut: (starts: [Int], size: Int) = ([], 0)
  /// Number, in the ledger, of the first line that this batch returns. The file gets the first bytes of that line last.
  private let firstWritten: Int
  /// Whether every answer so far was given before, so that no lines are returned.
  private var isReplay = true
  /// Lines that are not valid proposals.
  private var shapeFaults: [FaultyLine] = []
  /// Lines without a time or an actor.
  private var originFaults: [FaultyLine] = []
  /// Findings thrown while a proposal was decided.
  private var thrown: Findings?
  /// Number of proposals that were decided.
  public private(set) var decided = 0
  /// The worst result of the runs.
  public private(set) var ending = RunReport.Ending.accepted

  /// Reads a ledger.
  ///
  /// - Parameters:
  ///   - workspace: rules without errors.
  ///   - input: the ledger as its `context`, and everything else that applies to all runs. Its `proposals` are used only for
  ///     their path in findings, and it `isAppending`.
  ///   - form: the format of results.
  ///   - isWhole: whether all entries of the ledger are returned, and not only those that the runs append.
  /// - Throws: the findings of a set with errors, or findings about the data.
  /// - Complexity: O(size of the ledger + size of the rules); memory for the facts and the runs, not for their entries.
  public init(_ workspace: Workspace, _ input: RunInput, as form: RunForm, isWhole: Bool) throws(Findings) {
    self.workspace = workspace
    var input = input
    input.isAppending = true
    batch = try workspace.batch(input, as: form)
    let file = FileID(batch.sources.files.count)
    let faults = batch.setup.origin.faults(in: [], at: Span(file: file, start: 0, end: 0))
    guard faults.isEmpty else { throw Findings(faults, in: batch.sources) }
    written = isWhole ? 0 : batch.setup.givenSize
    firstWritten = written + 1
    piece = BatchPiece(bytes: [], firstLine: 1)
    rest = batch.lines(of: piece).makeIterator()
  }

  /// The growth of the ledger once the lines are in it; `nil` where nothing was decided.
  package var growth: LedgerGrowth? {
    context.map { context in
      let size = context.ledger.size
      return LedgerGrowth(appended: isReplay ? 0 : size - batch.setup.givenSize, size: size, head: context.head)
    }
  }

  /// Warnings about the ledger. They do not prevent the batch.
  public var warnings: Findings { batch.warnings }

  /// Starts the next lines of the batch, after those of all earlier pieces.
  public mutating func begin(_ piece: BatchPiece) {
    self.piece = piece
    rest = batch.lines(of: piece).makeIterator()
  }

  /// Decides the next proposal of the piece.
  ///
  /// - Returns: its result, in the batch's form; `nil` at the end of the piece. After a fault, later lines are only checked for
  ///   further faults.
  public mutating func next() -> [UInt8]? {
    while rest.advance() {
      guard case .success(let proposal) = rest.value(), proposal.members != nil else {
        shapeFaults.append(piece.line(at: rest))
        if shapeFaults.count >= RunBatch.mostFaultyLines { return nil }
        continue
      }
      if originFaults.count < RunBatch.mostFaultyLines, !batch.setup.origin.faults(in: [proposal], at: proposal.span).isEmpty {
        originFaults.append(piece.line(at: rest))
      }
      guard shapeFaults.isEmpty, originFaults.isEmpty, thrown == nil else { continue }
      do throws(Findings) {
        return try decide(proposal)
      } catch {
        thrown = error
      }
    }
    return nil
  }

  private mutating func decide(_ proposal: LocatedJSON) throws(Findings) -> [UInt8] {
    let setup = batch.setup
    let before: Context
    if let context { before = context } else { before = try setup.initialContext(setup.origin.facts(with: proposal)) }
    let outcome: RunOutcome
    do throws(WorkExceeded) {
      outcome = try setup.outcome(of: proposal, on: before)
    } catch {
      var sources = batch.sources
      let file = sources.add(path: batch.path, bytes: FaultyLine.shown([piece.line(at: rest)]))
      let place = proposal.span.start - Int32(truncatingIfNeeded: rest.range.lowerBound)
      let start = Int(file.lineStarts[min(piece.firstLine + rest.line - 2, file.lineStarts.count - 1)]) + Int(place)
      throw Findings(error, at: Span(file: file.id, start: start, end: start), in: sources)
    }
    let after = outcome.context
    context = after
    if !outcome.isReplay { isReplay = false }
    var buffer = ByteBuffer()
    if decided > 0 { buffer.append(batch.separator) }
    batch.write(outcome, to: &buffer, recordedIn: after)
    decided += 1
    ending = max(ending, RunReport.ending(outcome))
    return buffer.bytes
  }

  /// Returns the next lines to append to the file; empty where there are none. Large amounts are returned in parts.
  public mutating func lines() -> [UInt8] {
    guard !isReplay, let context else { return [] }
    var buffer = ByteBuffer()
    let starts = context.ledger.writeLines(from: written + 1, most: Self.most, to: &buffer)
    for start in starts { handedOut.starts.append(handedOut.size + start) }
    handedOut.size += buffer.count
    written += starts.count
    return buffer.bytes
  }

  /// Maximum number of bytes of lines returned at a time, except for the last line.
  private static let most = 4 << 20

  /// Keeps the lines that were returned since the last call in a file, from which they are read from now on.
  ///
  /// - Parameters:
  ///   - file: the file that holds them, mapped into memory.
  ///   - place: offset of the first of them.
  public mutating func keep(in file: SourceText, at place: Int) {
    let first = written - handedOut.starts.count + 1
    // The first bytes are written last, so these lines cannot be read from the file yet.
    let skipped = first == firstWritten ? handedOut.starts.prefix { $0 < AppendMark.mostCovered }.count : 0
    let lines = handedOut.starts.dropFirst(skipped).map { LedgerLine(file.data, at: place + $0) }
    context?.keep(from: first + skipped, in: lines)
    handedOut = ([], 0)
  }

  /// Ends the batch. Everything that was decided is valid, or nothing is.
  ///
  /// - Parameter isNew: whether the ledger is new; its lines are then returned even where every answer was given before.
  /// - Throws: findings about the proposals.
  public mutating func end(isNew: Bool) throws(Findings) {
    if !shapeFaults.isEmpty { throw batch.findings(in: shapeFaults) }
    if !originFaults.isEmpty {
      var sources = batch.sources
      var faults: [Diagnostic] = []
      let lines = JSONLines(sources.add(path: batch.path, bytes: FaultyLine.shown(originFaults)))
      for case .success(let proposal) in lines { faults += batch.setup.origin.faults(in: [proposal], at: proposal.span) }
      throw Findings(faults.toldOfData(), in: sources)
    }
    if let thrown { throw thrown }
    if isNew, decided > 0 { isReplay = false }
  }
}
