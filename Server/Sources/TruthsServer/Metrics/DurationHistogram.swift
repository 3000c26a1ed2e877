/// A histogram of durations with Prometheus-style upper bounds. It uses integers only, so that sums are exact.
struct DurationHistogram: Sendable {
  /// Upper bounds of the buckets, in microseconds.
  static let bounds = [
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
    10_000_000,
  ]

  /// Number of durations in each bucket: above the bound of the previous bucket, up to the bucket's own bound.
  private var counts = [Int](repeating: 0, count: bounds.count)
  /// Number of all durations.
  private(set) var count = 0
  /// Sum of all durations, in microseconds.
  private(set) var sum = 0

  mutating func record(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let microseconds = Int(min(max(0, seconds), 1_000_000)) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    if let place = Self.bounds.firstIndex(where: { microseconds <= $0 }) { counts[place] += 1 }
    count += 1
    sum += max(0, microseconds)
  }

  /// The number of durations up to each bound.
  var cumulative: [(bound: Int, count: Int)] {
    var total = 0
    return zip(Self.bounds, counts).map { bound, count in
      total += count
      return (bound, total)
    }
  }
}
