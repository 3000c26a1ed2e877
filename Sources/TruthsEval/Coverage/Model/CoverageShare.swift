package import TruthsText

/// How much of what is there was exercised. Exact: no share is rounded up to a whole.
package struct CoverageShare: Hashable, Sendable {
  package var exercised: Int
  package var total: Int

  package init(exercised: Int = 0, of total: Int = 0) {
    self.exercised = exercised
    self.total = total
  }

  package static func + (left: CoverageShare, right: CoverageShare) -> CoverageShare {
    CoverageShare(exercised: left.exercised + right.exercised, of: left.total + right.total)
  }

  /// Whether nothing misses; so it is where nothing is there.
  package var isWhole: Bool { exercised == total }

  /// Tenths of a percent, rounded down, so that only a whole share is 100.
  private var tenths: Int { total == 0 ? 1_000 : Int(Int128(exercised) * 1_000 / Int128(total)) }

  /// `92.3`, rounded down: what JSON prints.
  package var percent: String { tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)" }

  /// Whether at least so many percent were exercised, exactly.
  package func reaches(_ percent: Decimal) -> Bool {
    if total == 0 { return true }
    var scaled = Int128(exercised) * 100
    for _ in 0..<percent.scale { scaled *= 10 }
    return scaled >= percent.coefficient * Int128(total)
  }
}
