import Dispatch
import Truths

/// Decides a batch on several threads and prints what comes of it in the order of its lines.
///
/// Only so many pieces are under way that neither those that wait to be decided nor those that wait for their turn to be printed
/// add up, however long the batch is.
struct BatchRunner: ~Copyable {
  private let batch: RunBatch
  private let jobs: Int
  private let output: Output
  private var progress: ProgressLine
  private var reader: PieceReader
  private(set) var decided = 0
  private(set) var ending = RunReport.Ending.accepted
  /// The line that ended the batch.
  private var faulty: FaultyLine?
  /// Whether somebody still reads what is printed.
  private var isRead = true

  init(_ batch: RunBatch, from reader: consuming PieceReader, jobs: Int, output: Output, progress: ProgressLine) {
    self.batch = batch
    self.reader = reader
    self.jobs = jobs
    self.output = output
    self.progress = progress
  }

  /// Decides all of it. A file is read before anything is decided, so that with a line at fault nothing runs; of a pipe, what
  /// came before that line has been decided and printed by then.
  ///
  /// - Throws: what is wrong with the lines.
  mutating func run() throws {
    if reader.isFile, !batch.answersFaults {
      let faulty = try findFaults()
      guard faulty.isEmpty else { throw batch.findings(in: faulty) }
      try reader.rewind()
    }
    let batch = batch
    try inOrder({ batch.decide($0) }) { runner, result in
      try runner.take(result)
      return runner.faulty == nil && runner.isRead
    }
    progress.end(decided)
    if let faulty { throw batch.findings(in: [faulty]) }
  }

  private mutating func findFaults() throws -> [FaultyLine] {
    var faults: [FaultyLine] = []
    let batch = batch
    try inOrder({ batch.faultyLines($0) }) { _, lines in
      faults += lines
      return true
    }
    return faults
  }

  /// Works on pieces on all threads and takes what they come to in order.
  ///
  /// - Parameter take: `false` to end.
  private mutating func inOrder<Result: Sendable>(
    _ work: @escaping @Sendable (BatchPiece) -> Result, _ take: (inout BatchRunner, Result) throws -> Bool
  ) throws {
    var (begun, taken, running) = (0, 0, 0)
    var done: [Int: Result] = [:]
    let results = Mailbox<(Int, Result)>()
    while true {
      // What is decided is printed before anybody waits for more.
      while running < jobs, begun - taken < 4 * jobs, running == 0 || reader.isReady, let piece = try reader.next() {
        let place = begun
        DispatchQueue.global().async { results.put((place, work(piece))) }
        begun += 1
        running += 1
      }
      if running == 0 { return }
      let (place, result) = results.take()
      running -= 1
      done[place] = result
      while let result = done.removeValue(forKey: taken) {
        taken += 1
        guard try take(&self, result) else { return }
      }
    }
  }

  private mutating func take(_ result: BatchResult) throws {
    if result.decided > 0 {
      if decided > 0 { isRead = try output.stream(Array(batch.separator.utf8)) }
      isRead = try result.withBytes { bytes in Swift.Result { try output.stream(bytes) } }.get()
    }
    decided += result.decided
    ending = max(ending, result.ending)
    faulty = result.faulty
    progress.show(decided, read: reader.taken, of: reader.size)
  }
}
