import TruthsRuntime

/// The limits for runs of searches.
extension Budget {
  /// The limits of one run in a search. Small sets and scenarios need far less.
  static let trial = Budget(maxCycles: 1_000, maxSteps: 100_000, maxFacts: 10_000, maxWork: 2_000_000)
}
