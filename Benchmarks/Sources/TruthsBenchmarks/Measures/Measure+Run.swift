import Truths

extension Measure {
  /// Runs at least three times, and long enough to measure the cost of an operation.
  func time(size: Int, seconds: Double) throws(Findings) -> Row {
    let start = nanoseconds()
    let work = try prepare(size)
    let ready = nanoseconds()
    var sum = try work.run()
    var each: [Double] = []
    let end = nanoseconds() + Int(seconds * 1e9)
    while each.count < 3 || nanoseconds() < end {
      let begin = nanoseconds()
      sum &+= try work.run()
      each.append(Double(nanoseconds() - begin) / Double(work.operations))
    }
    var row = Row()
    row.set("name", name)
    row.set("size", size)
    row.set("ns", each.median)
    row.set("least_ns", each.min() ?? 0)
    row.set("runs", each.count)
    row.set("operations", work.operations)
    row.set("prepare_ms", Double(ready - start) / 1e6)
    row.set("peak_kb", peakMemory())
    row.set("sum", sum)
    return row
  }

  /// Runs a number of times and does nothing else, for tools that count instructions from outside.
  func count(size: Int, runs: Int) throws(Findings) -> Row {
    let work = try prepare(size)
    var sum = 0
    for _ in 0..<runs { sum &+= try work.run() }
    var row = Row()
    row.set("operations", work.operations)
    row.set("sum", sum)
    return row
  }

  /// The description of the measure.
  var row: Row {
    var row = Row()
    row.set("name", name)
    row.set("operation", operation)
    row.set("of", size)
    row.set("sizes", sizes.map(String.init).joined(separator: " "))
    row.set("counted", counted.map(String.init).joined(separator: " "))
    return row
  }
}
