import Dispatch
import Truths
import TruthsSystem

/// Decides a batch on several threads and prints the results in the order of its lines.
///
/// The number of pieces in flight is bounded, so that memory does not grow with the length of the batch.
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
  /// Whether the output still has a reader.
  private var isRead = true

  init(_ batch: RunBatch, from reader: consuming PieceReader, jobs: Int, output: Output, progress: ProgressLine) {
    self.batch = batch
    self.reader = reader
    self.jobs = jobs
    self.output = output
    self.progress = progress
  }

  /// Decides the batch. A file is checked completely first, so that nothing runs if a line is faulty. For a pipe, the lines
  /// before a faulty one are already decided and printed.
  ///
  /// - Throws: the findings about the lines.
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
      return faults.count < RunBatch.mostFaultyLines
    }
    return Array(faults.prefix(RunBatch.mostFaultyLines))
  }

  /// Processes pieces on all threads and takes their results in order.
  ///
  /// - Parameter take: `false` to end.
  private mutating func inOrder<Result: Sendable>(
    _ work: @escaping @Sendable (BatchPiece) -> Result, _ take: (inout BatchRunner, Result) throws -> Bool
  ) throws {
    var (begun, taken, running) = (0, 0, 0)
    var done: [Int: Result] = [:]
    let results = Mailbox<(Int, Result)>()
    while true {
      // Results are printed before waiting for more input.
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

/// Shows the progress of a batch on standard error. On a terminal it is one line that changes; elsewhere, on request, a line
/// every few seconds. The clock is read for nothing else.
struct ProgressLine {
  private let isShown: Bool
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let output: Output
  private let start = Self.moment
  private var last = 0

  /// - Parameter isWanted: whether progress is requested; otherwise it is shown on a terminal only.
  init(_ output: Output, isWanted: Bool) {
    self.output = output
    isShown = isWanted || isatty(STDERR_FILENO) == 1
  }

  /// Shows the progress, unless it was shown a moment ago.
  mutating func show(_ decided: Int, read: Int, of size: Int?) {
    guard isShown else { return }
    let elapsed = Self.moment - start
    guard elapsed - last >= (isTerminal ? 200 : 5000) else { return }
    last = elapsed
    write(BatchProgress(decided: decided, elapsed: elapsed, share: size.map { (read, $0) }), isLast: false)
  }

  /// Shows the total.
  mutating func end(_ decided: Int) {
    guard isShown else { return }
    write(BatchProgress(decided: decided, elapsed: Self.moment - start), isLast: true)
  }

  private func write(_ progress: BatchProgress, isLast: Bool) {
    output.aside(isTerminal ? "\r\u{1B}[K\(progress.text)\(isLast ? "\n" : "")" : "\(progress.text)\n")
  }

  /// Milliseconds of a monotonic clock.
  private static var moment: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}
