import Dispatch

/// Runs independent work on all cores at once.
package enum Parallel {
  /// Maps the numbers from 0 up to `count` in parallel. The result is in order, and equals that of a plain `map` on any number
  /// of cores.
  ///
  /// - Parameters:
  ///   - stride: how many numbers a thread takes at a time. If `count` is not greater, the work is done on the caller's thread.
  ///   - work: runs on several threads at once, so it must write to nothing that a different call can reach.
  package static func map<Result>(_ count: Int, stride: Int, _ work: (Int) -> Result) -> [Result] {
    map(count, stride: stride, beside: {}, work)
  }

  /// Maps as ``map(_:stride:_:)`` does, while one or two threads do other work first and then help.
  ///
  /// - Parameters:
  ///   - sideWork: runs once, on any thread and at the same time as calls of `work`. It must write to nothing that `work` can
  ///     reach.
  ///   - secondSideWork: runs once, likewise, and at the same time as `sideWork`. It must write to nothing that `sideWork` can
  ///     reach.
  package static func map<Result>(
    _ count: Int, stride: Int, beside sideWork: () -> Void, and secondSideWork: () -> Void = {}, _ work: (Int) -> Result
  ) -> [Result] {
    guard count > stride, stride > 0 else {
      sideWork()
      secondSideWork()
      return (0..<max(0, count)).map(work)
    }
    return withoutActuallyEscaping(work) { work in
      withoutActuallyEscaping(sideWork) { sideWork in
        withoutActuallyEscaping(secondSideWork) { secondSideWork in
          [Result](unsafeUninitializedCapacity: count) { buffer, filled in
            fill(
              buffer, ranges: WorkStealingRanges(of: count, stride: stride), calls: (count + stride - 1) / stride,
              (sideWork, secondSideWork), work)
            filled = count
          }
        }
      }
    }
  }

  private static func fill<Result>(
    _ buffer: UnsafeMutableBufferPointer<Result>, ranges: WorkStealingRanges, calls: Int,
    _ sideWork: (first: () -> Void, second: () -> Void), _ work: @escaping (Int) -> Result
  ) {
    // Each element is written by one call only, and read when all calls have returned.
    nonisolated(unsafe) let (results, sideWork, work) = (buffer, sideWork, work)
    DispatchQueue.concurrentPerform(iterations: calls + 2) { call in
      // The first calls to begin do it, so the rest is done meanwhile.
      if call == 0 { sideWork.first() }
      if call == 1 { sideWork.second() }
      var share: Int?
      while let places = ranges.take(from: &share) {
        for place in places { results.initializeElement(at: place, to: work(place)) }
      }
    }
  }
}
