import Dispatch

/// Work that is done on all cores at once.
package enum Parallel {
  /// The results of `work` for every place from 0 up to `count`, in order: the same as those of a plain `map`, whatever the
  /// number of cores.
  ///
  /// - Parameters:
  ///   - count: how many results there are.
  ///   - stride: how many places are handed out at a time; no more than that are worked on where the caller is.
  ///   - work: runs on several threads at once, so it must write to nothing that another call of it can reach.
  package static func map<Result>(_ count: Int, stride: Int, _ work: (Int) -> Result) -> [Result] {
    guard count > stride, stride > 0 else { return (0..<max(0, count)).map(work) }
    let ranges = WorkStealingRanges(of: count, stride: stride)
    return withoutActuallyEscaping(work) { work in
      [Result](unsafeUninitializedCapacity: count) { buffer, filled in
        // Each place is written by one call alone, and read only when all are done.
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
