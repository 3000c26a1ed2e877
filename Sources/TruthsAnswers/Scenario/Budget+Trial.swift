import TruthsRuntime

extension Budget {
  /// Of one run that a search makes: small sets and scenarios need far less.
  static let trial = Budget(maxCycles: 1_000, maxSteps: 100_000, maxFacts: 10_000, maxWork: 2_000_000)
}
