/// Calls timed one by one, as the other peers are.
struct Latencies {
  private var medians: [Double] = []
  private var tails: [Double] = []
  private var rates: [Double] = []
  /// The codes of the calls in the first run.
  private(set) var codes: [InvoiceProposal.Code] = []
  private var runs = 0
  private var calls = 0

  /// Times the calls of five runs one by one, and then all calls of each run together, for the rate.
  ///
  /// - Parameters:
  ///   - call: the timed call.
  ///   - code: turns the result of the call into a code, which is not timed.
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

  /// Writes the measurements into a row.
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

/// Forces a value to be computed.
@inline(never)
private func keep<Value>(_ value: Value) {}
