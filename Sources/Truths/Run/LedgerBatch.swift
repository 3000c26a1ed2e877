import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// A batch whose runs are appended to a ledger: proposals as JSON Lines, each decided on what those before it left.
///
/// It is decided run by run. What a run came to is handed out, and so are the lines that it appends; once they stand in a file
/// the ledger reads them from there, so that memory does not grow with the batch:
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
/// It is all or nothing: where ``end(isNew:)`` throws, nothing was decided, and whoever wrote lines takes them back.
public struct LedgerBatch: Sendable {
  private let workspace: Workspace
  private let batch: RunBatch
  private var piece: BatchPiece
  private var rest: JSONLines.Iterator
  /// What the runs so far left; none: nothing was decided yet.
  private var context: Context?
  /// The entries that its holder has, or was given to write.
  private var written: Int
  /// The lines that were handed out, and are not kept by a file yet: where each begins among them, and how long they are.
  private var handedOut: (starts: [Int], size: Int) = ([], 0)
  /// The first line that was handed out, whose first bytes are not written before all others are.
  private let firstWritten: Int
  /// Whether nothing is to be handed out: every answer so far was given before.
  private var isReplay = true
  /// Lines that are no proposals.
  private var shapeFaults: [FaultyLine] = []
  /// Lines that do not say when they were made, or by whom.
  private var originFaults: [FaultyLine] = []
  /// What was thrown when a proposal was decided.
  private var thrown: Findings?
  /// Proposals that were decided.
  public private(set) var decided = 0
  /// How the runs ended: the worst.
  public private(set) var ending = RunReport.Ending.accepted

  /// Reads a ledger.
  ///
  /// - Parameters:
  ///   - workspace: truths without errors.
  ///   - input: the ledger, which is its `context`, and everything else that holds for all runs. Its `proposals` are not read,
  ///     except for their path in findings, and it `isAppending`.
  ///   - form: how outcomes are written.
  ///   - isWhole: whether all entries of the ledger are handed out, and not only those that the runs append.
  /// - Throws: the findings of a set with errors, or what is wrong with the data.
  /// - Complexity: O(size of the ledger + size of the truths); memory for the facts and the runs, not for their entries.
  public init(_ workspace: Workspace, _ input: RunInput, as form: RunForm, isWhole: Bool) throws(Findings) {
    self.workspace = workspace
    var input = input
    input.isAppending = true
    batch = try workspace.batch(input, as: form)
    let file = FileID(batch.sources.files.count)
    let faults = batch.setup.origin.faults(in: [], at: Span(file: file, start: 0, end: 0))
    guard faults.isEmpty else { throw Findings(faults, in: batch.sources) }
    written = isWhole ? 0 : batch.setup.given
    firstWritten = written + 1
    piece = BatchPiece(bytes: [], firstLine: 1)
    rest = batch.lines(of: piece).makeIterator()
  }

  /// What the ledger has once the lines are in it; `nil` where nothing was decided.
  package var growth: LedgerGrowth? {
    context.map { context in
      let size = context.ledger.size
      return LedgerGrowth(appended: isReplay ? 0 : size - batch.setup.given, size: size, head: context.head)
    }
  }

  /// Warnings about the ledger; they keep nothing from running.
  public var warnings: Findings { batch.warnings }

  /// Begins with the next lines, behind those of all pieces before.
  public mutating func begin(_ piece: BatchPiece) {
    self.piece = piece
    rest = batch.lines(of: piece).makeIterator()
  }

  /// Decides the next proposal of the piece.
  ///
  /// - Returns: what it came to, in the form; `nil` at the end of the piece. Where something is at fault, the lines behind it are
  ///   only looked at for what else is.
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

  /// The lines that are to be written behind those that were handed out before; empty where there are none more. Of many, some.
  public mutating func lines() -> [UInt8] {
    guard !isReplay, let context else { return [] }
    var buffer = ByteBuffer()
    let starts = context.ledger.writeLines(from: written + 1, most: Self.most, to: &buffer)
    for start in starts { handedOut.starts.append(handedOut.size + start) }
    handedOut.size += buffer.count
    written += starts.count
    return buffer.bytes
  }

  /// How many bytes of lines are handed out at a time, but for the last of them.
  private static let most = 4 << 20

  /// From now on the lines that were handed out since the last call are read from a file.
  ///
  /// - Parameters:
  ///   - file: what holds them, mapped into memory.
  ///   - place: where the first of them begins.
  public mutating func keep(in file: SourceText, at place: Int) {
    let first = written - handedOut.starts.count + 1
    // Their first bytes are written last.
    let skipped = first == firstWritten ? handedOut.starts.prefix { $0 < AppendMark.mostCovered }.count : 0
    let lines = handedOut.starts.dropFirst(skipped).map { LedgerLine(file.data, at: place + $0) }
    context?.keep(from: first + skipped, in: lines)
    handedOut = ([], 0)
  }

  /// Ends the batch: all that was decided stands, or nothing does.
  ///
  /// - Parameter isNew: whether the ledger is; then it is handed out though every answer was given before.
  /// - Throws: what is wrong with the proposals.
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
