/// Limited suggestions of names, for messages about data.
extension WorkMeter {
  /// Creates the meter for name suggestions in one reading of data (limits §2); each candidate name costs a step.
  ///
  /// The limit is the same for all runs and independent of a run's own limit, because the messages of a rejection are
  /// recorded.
  ///
  /// - Parameter isLimited: false where a decision is repeated by a language version without a limit.
  package static func ofNames(isLimited: Bool = true) -> WorkMeter { WorkMeter(limit: isLimited ? 100_000 : .max) }

  /// Returns the name nearest to another, or `nil` without a near one or past the limit.
  package func nearestName(to name: String, among names: @autoclosure () -> [String]) -> String? {
    guard left > 0 else { return nil }
    let names = names()
    spend(names.count)
    return isExceeded ? nil : TruthsText.nearestName(to: name, among: names)
  }
}
