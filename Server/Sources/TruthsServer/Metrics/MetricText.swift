/// Writes metrics in Prometheus' text format, version 0.0.4.
struct MetricText {
  private(set) var text = ""

  /// The type of a metric with plain values.
  enum Kind: String {
    case counter, gauge
  }

  /// One value of a metric, with its labels.
  struct Sample {
    var labels: [(name: String, value: String)] = []
    var value: Int
  }

  /// Appends a metric with several samples.
  ///
  /// - Parameter help: one sentence without line breaks.
  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    begin(name, kind.rawValue, help)
    for sample in samples { line(name, sample.labels, "\(sample.value)") }
  }

  /// Appends a metric with one value.
  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Int) {
    add(name, kind, help, [Sample(value: value)])
  }

  /// Appends a histogram metric. Bounds and sums are written in seconds.
  mutating func add(_ name: String, _ help: String, _ histograms: [(labels: [(name: String, value: String)], DurationHistogram)])
  {
    begin(name, "histogram", help)
    for (labels, histogram) in histograms {
      for (bound, count) in histogram.cumulative {
        line("\(name)_bucket", labels + [("le", Self.seconds(bound))], "\(count)")
      }
      line("\(name)_bucket", labels + [("le", "+Inf")], "\(histogram.count)")
      line("\(name)_sum", labels, Self.seconds(histogram.sum))
      line("\(name)_count", labels, "\(histogram.count)")
    }
  }

  private mutating func begin(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  private mutating func line(_ name: String, _ labels: [(name: String, value: String)], _ value: String) {
    let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
    text += pairs.isEmpty ? "\(name) \(value)\n" : "\(name){\(pairs)} \(value)\n"
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }

  /// Returns microseconds as seconds, exact and without trailing zeros.
  static func seconds(_ microseconds: Int) -> String {
    let (whole, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    if rest == 0 { return "\(whole)" }
    var digits = String(String(1_000_000 + rest).dropFirst())
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}
