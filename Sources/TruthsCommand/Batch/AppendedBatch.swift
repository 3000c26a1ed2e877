import Truths
import TruthsSystem

/// Appends a batch to a ledger: decides run by run, writes as it goes, and commits everything at the end.
///
/// Results are printed once they are committed. Until then they are spooled, in a file beside the ledger where they are large.
struct AppendedBatch: ~Copyable {
  private var batch: LedgerBatch
  private var reader: PieceReader
  private let spool: Spool
  private var progress: ProgressLine
  private let isQuiet: Bool

  init(
    _ batch: LedgerBatch, from reader: consuming PieceReader, spoolingIn directory: String, progress: ProgressLine, isQuiet: Bool
  ) {
    self.batch = batch
    self.reader = reader
    spool = Spool(in: directory)
    self.progress = progress
    self.isQuiet = isQuiet
  }

  var ending: RunReport.Ending { batch.ending }
  var warnings: Findings { batch.warnings }
  /// The growth of the ledger; `nil` where there was none.
  var growth: LedgerGrowth? { batch.growth }

  /// Decides all proposals, and appends their results.
  ///
  /// - Parameters:
  ///   - isNew: whether the ledger is new.
  ///   - name: the ledger's name in findings.
  /// - Throws: the findings about the proposals.
  mutating func decide(appendingTo lines: inout LedgerLines, isNew: Bool, named name: String) throws {
    while let piece = try reader.next() {
      batch.begin(piece)
      while let output = batch.next() {
        if !isQuiet { try spool.write(output) }
        try write(to: &lines, named: name)
      }
      progress.show(batch.decided, read: reader.taken, of: reader.size)
    }
    try batch.end(isNew: isNew)
    try write(to: &lines, named: name)
    progress.end(batch.decided)
  }

  /// Prints the results of the runs.
  func print(to output: Output) throws {
    try spool.rewind()
    while true {
      let part = try spool.next()
      if try part.isEmpty || !output.stream(part) { return }
    }
  }

  private mutating func write(to lines: inout LedgerLines, named name: String) throws {
    while true {
      let more = batch.lines()
      if more.isEmpty { return }
      guard let place = try lines.append(more) else { continue }
      let written = try lines.written(from: place, named: name)
      batch.keep(in: written.text, at: written.place)
    }
  }
}
