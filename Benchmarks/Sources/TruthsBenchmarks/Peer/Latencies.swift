/// Calls timed one by one, as the other peers are.
struct Latencies {
  private var medians: [Double] = []
  private var tails: [Double] = []
  private var rates: [Double] = []
  /// What the calls of the first run came to.
  private(set) var codes: [InvoiceProposal.Code] = []
  private var runs = 0
  private var calls = 0

  /// Times five runs of so many calls; then as many together, for the rate.
  ///
  /// - Parameter call: what is timed; gives what comes before the code is told, which is not.
  mutating func take<Answer>(
    _ count: Int, _ call: (Int) -> Answer, _ code: (Answer) -> InvoiceProposal.Code
  ) {
    calls = count
    var times = [Int](repeating: 0, count: count)
    for run in 0..<5 {
      for place in 0..<count {
        let start = nanoseconds()
        let answer = call(place)
        times[place] = nanoseconds() - start
        if run == 0 { codes.append(code(answer)) }
      }
      times.sort()
      medians.append(Double(times[count / 2]) / 1e3)
      tails.append(Double(times[count * 99 / 100]) / 1e3)
      let start = nanoseconds()
      for place in 0..<count { keep(call(place)) }
      rates.append(Double(count) / (Double(nanoseconds() - start) / 1e9))
      runs += 1
    }
  }

  /// Sets what was measured.
  func write(to row: inout Row) {
    row.set("m", calls)
    row.set("runs", runs)
    row.set("median_us", medians.median)
    row.set("p99_us", tails.median)
    row.set("dps", rates.median)
  }

  /// The codes joined by commas, which the reference's digest is over.
  var text: String { codes.map(\.rawValue).joined(separator: ",") }
}

/// Makes sure that a value is worked out.
@inline(never)
private func keep<Value>(_ value: Value) {}
