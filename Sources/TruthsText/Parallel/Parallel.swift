import Dispatch

/// Runs independent work on all cores at once.
package enum Parallel {
  /// Maps the numbers from 0 up to `count` in parallel. The result is in order and equals that of a plain `map`, on any
  /// number of cores.
  ///
  /// - Parameters:
  ///   - stride: the number of places handed out at a time; if there are no more than that, the work is done on the
  ///     caller's thread.
  ///   - work: runs on several threads at once, so it must write to nothing that another call can reach.
  package static func map<Result>(_ count: Int, stride: Int, _ work: (Int) -> Result) -> [Result] {
    guard count > stride, stride > 0 else { return (0..<max(0, count)).map(work) }
    let ranges = WorkStealingRanges(of: count, stride: stride)
    return withoutActuallyEscaping(work) { work in
      [Result](unsafeUninitializedCapacity: count) { buffer, filled in
        // Each element is written by one call only, and read when all calls have returned.
        nonisolated(unsafe) let (results, work) = (buffer, work)
        DispatchQueue.concurrentPerform(iterations: (count + stride - 1) / stride) { _ in
          var share: Int?
          while let places = ranges.take(from: &share) {
            for place in places { results.initializeElement(at: place, to: work(place)) }
          }
        }
        filled = count
      }
    }
  }
}
