import Dispatch
import Synchronization
import Truths

extension Measure {
  /// Compares threads that share what was prepared with one thread alone. They take turns within one run, so that the load of the
  /// machine affects both alike.
  ///
  /// - Parameter threads: as many as there are cores, at most.
  func cores(size: Int, threads: Int, seconds: Double) throws(Findings) -> Row {
    let work = try prepare(size)
    _ = try work.run()
    var (alone, together): ([Double], [Double]) = ([], [])
    let end = nanoseconds() + Int(seconds * 1e9)
    while alone.count < 3 || nanoseconds() < end {
      alone.append(Self.rate(work, threads: 1))
      together.append(Self.rate(work, threads: threads))
    }
    var row = Row()
    row.set("name", name)
    row.set("size", size)
    row.set("threads", threads)
    row.set("alone_per_second", alone.median)
    row.set("together_per_second", together.median)
    row.set("ratio", together.median / alone.median)
    return row
  }

  /// Operations a second of all threads, each of which repeats the work for a twentieth of a second.
  private static func rate(_ work: Work, threads: Int) -> Double {
    // The measures of decisions write to nothing that another run can reach.
    nonisolated(unsafe) let run = work.run
    let runs = Atomic(0)
    let begin = nanoseconds()
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      repeat {
        do throws(Findings) { _ = try run() } catch { fail(error.text()) }
        runs.add(1, ordering: .relaxed)
      } while nanoseconds() < begin + 50_000_000
    }
    let took = Double(nanoseconds() - begin) / 1e9
    return Double(runs.load(ordering: .relaxed) * work.operations) / took
  }
}
