import TruthsRuntime

/// Limits for runs of searches.
extension Budget {
  /// Limits of one run in a search: small sets and scenarios need far less.
  static let trial = Budget(maxCycles: 1_000, maxSteps: 100_000, maxFacts: 10_000, maxWork: 2_000_000)
}
