/// How long something took, counted by upper bounds as Prometheus does: integers throughout, so that sums are exact.
struct DurationHistogram: Sendable {
  /// In microseconds.
  static let bounds = [
    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000,
    10_000_000,
  ]

  /// How many took no longer than a bound, and longer than the one before.
  private var counts = [Int](repeating: 0, count: bounds.count)
  /// How many there were.
  private(set) var count = 0
  /// How long all took together, in microseconds.
  private(set) var sum = 0

  mutating func record(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let microseconds = Int(min(max(0, seconds), 1_000_000)) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    if let place = Self.bounds.firstIndex(where: { microseconds <= $0 }) { counts[place] += 1 }
    count += 1
    sum += max(0, microseconds)
  }

  /// For each bound, how many took no longer.
  var cumulative: [(bound: Int, count: Int)] {
    var total = 0
    return zip(Self.bounds, counts).map { bound, count in
      total += count
      return (bound, total)
    }
  }
}
